import type { Template } from "./templates.js";
import type { Dependency } from "./versions.js";

/** What runs the tests of a project. */
export interface Runner {
  readonly name: string;
  readonly about: string;
  /** The script `test`. */
  readonly script: string;
  readonly dependencies: (template: Template) => readonly Dependency[];
  /** Packages that it brings and that would run something when they are installed. */
  readonly installScripts: readonly string[];
  /** Its configuration: texts by path. */
  readonly files: (template: Template) => Readonly<Record<string, string>>;
  /** The import of what a test takes from Jest in the examples. */
  readonly imports: (names: readonly string[]) => string;
}

const importFrom = (names: readonly string[], module: string) => `import { ${names.join(", ")} } from "${module}";`;

const jest: Runner = {
  name: "jest",
  about: "Jest, with swc for TypeScript",
  script: "node --experimental-vm-modules --disable-warning=ExperimentalWarning node_modules/jest/bin/jest.js",
  dependencies: () => ["@jest/globals", "@swc/core", "@swc/jest", "jest"],
  installScripts: ["@parcel/watcher", "@swc/core", "unrs-resolver"],
  imports: (names) => importFrom(names, "@jest/globals"),
  files: ({ decorators }) => ({
    "jest.config.mjs": `export default {
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  // Errors that Node makes are errors in a test as well.
  setupFiles: ["@plugwright/testkit/jest-setup"],
  extensionsToTreatAsEsm: [".ts"],
  moduleNameMapper: { "^(\\\\.{1,2}/.+)\\\\.js$": ["$1.ts", "$1.js"] },
  transform: {
    "^.+\\\\.ts$": [
      "@swc/jest",
      {
        jsc: {
          target: "es2022",
          parser: { syntax: "typescript"${decorators ? ", decorators: true" : ""} },${
            decorators ? '\n          transform: { decoratorVersion: "2023-11", useDefineForClassFields: true },' : ""
          }
        },
        module: { type: "es6" },
        sourceMaps: "inline",
      },
    ],
  },
};
`,
  }),
};

const vitest: Runner = {
  name: "vitest",
  about: "Vitest",
  script: "vitest run",
  installScripts: [],
  dependencies: ({ decorators }) => ["vite", "vitest", ...(decorators ? (["esbuild"] as const) : [])],
  imports: (names) => importFrom(names, "vitest"),
  files: ({ decorators }) => ({
    "vitest.config.mjs": decorators ? vitestWithDecorators : plainVitest,
  }),
};

const plainVitest = `import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["test/**/*.test.ts"] } });
`;

const vitestWithDecorators = `import { transform } from "esbuild";
import { defineConfig } from "vitest/config";

// Vite 8 leaves decorators as they are, and no Node reads them: esbuild has the files first.
const decorators = {
  name: "decorators",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith(".ts") || id.includes("/node_modules/")) return undefined;
    return transform(code, { loader: "ts", target: "es2022", sourcemap: true, sourcefile: id });
  },
};

export default defineConfig({ plugins: [decorators], test: { include: ["test/**/*.test.ts"] } });
`;

/** What Jest calls otherwise than Node. */
const nodeNames: Readonly<Record<string, string>> = { afterAll: "after as afterAll", beforeAll: "before as beforeAll" };

const node: Runner = {
  name: "node",
  about: "node:test, with tsx for TypeScript and Jest's expect",
  script: "node --import tsx --test --test-reporter spec test/*.test.ts",
  dependencies: () => ["expect", "tsx"],
  installScripts: [],
  imports(names) {
    const own = names.filter((name) => name !== "expect").map((name) => nodeNames[name] ?? name);
    return [
      ...(own.length === 0 ? [] : [importFrom(own, "node:test")]),
      ...(names.includes("expect") ? [importFrom(["expect"], "expect")] : []),
    ].join("\n");
  },
  files: () => ({}),
};

export const runners: readonly Runner[] = [jest, vitest, node];
