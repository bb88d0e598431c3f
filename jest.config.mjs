export default {
  // Tests start processes and compilers; what is promised is measured in the tests, not by this.
  testTimeout: 60_000,
  // Most tests wait for another process for most of their time. The default leaves one processor idle.
  maxWorkers: "100%",
  testMatch: [
    "<rootDir>/packages/*/src/**/*.test.ts",
    "<rootDir>/packages/*/test/**/*.test.ts",
    "<rootDir>/examples/*/{src,test}/**/*.test.ts",
    "<rootDir>/scripts/test/**/*.test.ts",
  ],
  globalSetup: "<rootDir>/scripts/jest.before.mjs",
  globalTeardown: "<rootDir>/scripts/jest.after.mjs",
  testEnvironment: "<rootDir>/scripts/jest.environment.mjs",
  setupFiles: ["<rootDir>/scripts/jest.realm.mjs"],
  modulePathIgnorePatterns: ["<rootDir>/packages/[^/]+/dist/"],
  extensionsToTreatAsEsm: [".ts"],
  testEnvironmentOptions: {
    customExportConditions: ["@plugwright/source", "node", "node-addons"],
  },
  moduleNameMapper: { "^(\\.{1,2}/.+)\\.js$": ["$1.ts", "$1.js"] },
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      {
        jsc: {
          target: "es2022",
          parser: { syntax: "typescript", decorators: true },
          transform: { decoratorVersion: "2023-11", useDefineForClassFields: true },
        },
        module: { type: "es6" },
        sourceMaps: "inline",
      },
    ],
  },
};
