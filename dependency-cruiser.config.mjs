// Which part of the code may know which other. Arrows hold for type imports as well; circles are refused
// where they would exist at run time.

const SDK = "^packages/sdk/src";
const GO_PLUGIN = "^packages/go-plugin/src";
const TEST = "\\.test\\.ts$|/test/|/testing/";

/**
 * The folders of the SDK from the lowest to the highest. A folder may import the ones in lower rows and
 * itself, never one beside it.
 */
const LAYERS = [
  ["schema"],
  ["kernel", "render"],
  ["operation"],
  ["tool", "command", "json-schema"],
  ["plugin", "decorators"],
  ["node"],
];

/** What a folder may not import although it lies in a lower row. */
const EXCEPT = {
  // zod must not be on the way of a plugin that only serves; tooling imports it by its own subpath.
  "json-schema": LAYERS.flat(),
};

const arrows = LAYERS.flatMap((row, height) =>
  row.map((folder) => {
    const above = LAYERS.slice(height).flat();
    const hidden = Object.entries(EXCEPT).flatMap(([name, from]) => (from.includes(folder) ? [name] : []));
    const refused = [...new Set([...above, ...hidden])].filter((name) => name !== folder);
    return {
      name: `${folder}-knows-only-lower-layers`,
      severity: "error",
      from: { path: `${SDK}/${folder}/`, pathNot: TEST },
      to: { path: [`${SDK}/(${refused.join("|")})/`, `${SDK}/[^/]+$`] },
    };
  }),
);

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...arrows,
    {
      name: "no-circles",
      severity: "error",
      from: { path: "^(packages|examples|scripts)/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "node-only-in-node",
      comment: "everything else must run wherever a platform is given",
      severity: "error",
      from: { path: SDK, pathNot: [`${SDK}/node/`, TEST] },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "main-entry-is-neutral",
      comment: "node, decorators and json-schema are subpaths of their own",
      severity: "error",
      from: { path: `${SDK}/[^/]+$`, pathNot: TEST },
      to: { path: `${SDK}/(node|decorators|json-schema)/` },
    },
    {
      name: "zod-only-in-json-schema",
      comment: "authors' schemas are seen structurally, so that any copy and version of zod works",
      severity: "error",
      from: { path: SDK, pathNot: [`${SDK}/json-schema/`, TEST] },
      to: { path: "(^|/)node_modules/(zod|zod-to-json-schema)/" },
    },
    {
      name: "generated-code-through-its-entry",
      severity: "error",
      from: { path: "^(packages|examples)/", pathNot: "^packages/protocol/src/" },
      to: { path: "^packages/protocol/src/gen/" },
    },
    {
      name: "protocol-has-no-logic",
      severity: "error",
      from: { path: "^packages/protocol/src/" },
      to: { pathNot: ["^packages/protocol/src/", "(^|/)node_modules/@bufbuild/protobuf/"] },
    },
    {
      name: "sdk-knows-only-protocol",
      severity: "error",
      from: { path: "^packages/sdk/", pathNot: [`${SDK}/node/`, TEST] },
      to: { path: "^packages/", pathNot: "^packages/(sdk|protocol)/" },
    },
    {
      name: "sdk-on-node-knows-go-plugin",
      severity: "error",
      from: { path: `${SDK}/node/`, pathNot: TEST },
      to: { path: "^packages/", pathNot: "^packages/(sdk|protocol|go-plugin)/" },
    },
    {
      name: "testkit-knows-only-what-plugins-use",
      comment: "a kernel of its own: it sees a plugin by its services, and the SDK by its entries",
      severity: "error",
      from: { path: "^packages/testkit/", pathNot: TEST },
      to: { path: "^packages/", pathNot: "^packages/(testkit|sdk|protocol|go-plugin)/" },
    },
    {
      name: "create-knows-nothing-of-plugwright",
      comment: "it is downloaded to write files, and must be small",
      severity: "error",
      from: { path: "^packages/create-plugwright/", pathNot: TEST },
      to: { path: "^packages/", pathNot: "^packages/create-plugwright/" },
    },
    {
      name: "nothing-serves-with-the-testkit",
      comment: "what runs under a kernel must not bring one along",
      severity: "error",
      from: { path: "^packages/(sdk|go-plugin|protocol)/|^examples/[^/]+/src/", pathNot: TEST },
      to: { path: "^packages/testkit/" },
    },
    {
      name: "go-plugin-knows-nothing-of-plugwright",
      comment: "it is of use to plugins of any kernel",
      severity: "error",
      from: { path: "^packages/go-plugin/", pathNot: TEST },
      to: { path: "^packages/", pathNot: "^packages/go-plugin/" },
    },
    {
      name: "handshake-loads-no-lane",
      comment: "whatever is loaded before the handshake delays it",
      severity: "error",
      from: { path: `${GO_PLUGIN}/(handshake|output|tls)/`, pathNot: TEST },
      to: {
        path: [`${GO_PLUGIN}/(?!(handshake|output|tls)/)`, "(^|/)node_modules/", "^(node:)?(https?|http2|tls)$"],
      },
    },
    {
      name: "handshake-loads-keys-late",
      comment: "only hosts with AutoMTLS need them",
      severity: "error",
      from: { path: `${GO_PLUGIN}/(handshake|output)/`, pathNot: [TEST, `${GO_PLUGIN}/handshake/group`] },
      to: {
        path: [`${GO_PLUGIN}/tls/`, "^(node:)?(crypto|child_process)$", `${GO_PLUGIN}/handshake/group`],
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "packages-by-name",
      comment: "a relative path into another package would not exist once it is published",
      severity: "error",
      from: { path: "^(packages|examples)/([^/]+)/", pathNot: TEST },
      to: { path: "^(packages|examples)/[^/]+/", pathNot: "^$1/$2/", dependencyTypes: ["local"] },
    },
    {
      name: "no-test-code-in-source",
      severity: "error",
      from: { path: "^(packages|examples)/[^/]+/src/", pathNot: TEST },
      to: { path: TEST, pathNot: "node_modules" },
    },
    {
      name: "only-declared-dependencies",
      comment: "npm hoists, so an import that package.json does not list works here and fails for users",
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: TEST },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown", "npm-optional", "unknown"] },
    },
    {
      name: "everything-resolves",
      severity: "error",
      // What a package's bin starts is there after its build.
      from: { path: "^(packages|examples|scripts)/", pathNot: "^packages/[^/]+/bin/" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // The consumers and projects are programs for a folder into which the packages were installed.
    exclude: { path: ["^(packages|examples)/[^/]+/dist/", "/test/packed/consumers/", "/test/projects/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["@plugwright/source", "import", "types", "node", "default"],
      extensions: [".ts", ".mjs", ".js", ".d.ts"],
    },
  },
};
