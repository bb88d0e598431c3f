// The suite with the SDK as import gives it, the CommonJS build of it, and the CommonJS build of zod.
import { createRequire } from "node:module";
import * as sdk from "@plugwright/sdk";
import { listen } from "@plugwright/sdk/node";

const require = createRequire(import.meta.url);
const suite = require("./suite.cjs");

export const run = () => suite({ sdk, listen, otherSdk: require("../second-copy/dist/index.cjs"), z: require("zod") });
