module.exports = {
  cacheDirectory: "./cache",
  setupFiles: ["@plugwright/testkit/jest-setup"],
  moduleNameMapper: { "^(\\.{1,2}/.+)\\.js$": ["$1.ts", "$1.js"] },
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { target: "es2022", parser: { syntax: "typescript" } }, module: { type: "commonjs" } },
    ],
  },
};
