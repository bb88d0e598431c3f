// The suite with the SDK as require() gives it, and a second copy of the same build.
const suite = require("./suite.cjs");

exports.run = () =>
  suite({
    sdk: require("@plugwright/sdk"),
    listen: require("@plugwright/sdk/node").listen,
    otherSdk: require("../second-copy/dist/index.cjs"),
    z: require("zod"),
  });
