import type { Runner } from "./runners.js";
import type { Identity } from "./template-files.js";
import type { Template } from "./templates.js";
import { type Dependency, versions } from "./versions.js";

/** What a project is made of. */
export interface ProjectOptions extends Identity {
  readonly template: Template;
  readonly runner: Runner;
  /** How each package of Plugwright is depended on: its version, or where its tarball is. */
  readonly packages: Readonly<Record<string, string>>;
  /** Its sources and tests: texts by path. */
  readonly sources: ReadonlyMap<string, string>;
}

/** What a project has besides its sources and tests: texts by path. */
export function projectFiles(options: ProjectOptions): Readonly<Record<string, string>> {
  const { template, runner } = options;
  return {
    ".github/workflows/ci.yml": workflow,
    ".gitignore": "node_modules/\ndist/\n",
    ".vscode/launch.json": json(launch),
    ".vscode/settings.json": json(settings),
    "README.md": readme(options),
    "package.json": json(manifest(options)),
    "tsconfig.json": json(compiler),
    ...template.files,
    ...runner.files(template),
  };
}

const json = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`;

/** Those that come with the others; where they are tarballs, npm has to be told. */
const indirect = ["@plugwright/go-plugin", "@plugwright/protocol"];

function manifest({ name, source, template, runner, packages, sources }: ProjectOptions): object {
  const pinned = (names: readonly Dependency[]) =>
    names.map((dependency): [string, string] => [dependency, versions[dependency]]);
  const own = (names: readonly string[]) =>
    names.flatMap((of): [string, string][] => (packages[of] === undefined ? [] : [[of, packages[of]]]));
  const development = [
    ...own(["@plugwright/cli", "@plugwright/testkit"]),
    ...own(indirect.filter((of) => [...sources.values()].some((text) => text.includes(`"${of}/`)))),
    ...pinned(["@types/node", "typescript", ...runner.dependencies(template)]),
  ];
  const overrides = own(indirect.filter((of) => packages[of]?.startsWith("file:")));
  return {
    name: name.toLowerCase(),
    version: "0.1.0",
    private: true,
    type: "module",
    repository: `https://${source}`,
    engines: { node: ">=20.19" },
    scripts: {
      dev: "plugwright dev src/main.ts",
      inspect: "plugwright inspect src/main.ts",
      typecheck: "tsc --noEmit",
      test: runner.script,
      build: "plugwright build src/main.ts",
    },
    dependencies: sorted([...own(["@plugwright/sdk"]), ...pinned(["zod"])]),
    devDependencies: sorted(development),
    ...(overrides.length > 0 && { overrides: sorted(overrides) }),
    // They work without what they would run when they are installed.
    allowScripts: Object.fromEntries(["esbuild", ...runner.installScripts].sort().map((of) => [of, false])),
  };
}

const sorted = (entries: readonly (readonly [string, string])[]) =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

const compiler = {
  compilerOptions: {
    target: "ES2022",
    lib: ["ES2023", "ESNext.Disposable", "ESNext.Decorators"],
    module: "NodeNext",
    moduleResolution: "NodeNext",
    types: ["node"],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ["src", "test"],
};

const launch = {
  version: "0.2.0",
  configurations: [
    {
      name: "Serve the plugin",
      type: "node",
      request: "launch",
      runtimeExecutable: "npm",
      runtimeArgs: ["run", "dev"],
      console: "integratedTerminal",
      autoAttachChildProcesses: true,
    },
    {
      name: "Test",
      type: "node",
      request: "launch",
      runtimeExecutable: "npm",
      runtimeArgs: ["test"],
      console: "integratedTerminal",
      autoAttachChildProcesses: true,
    },
    {
      // For what a kernel launches: npm run dev -- --kernel --inspect
      name: "Attach to the kernel's plugin",
      type: "node",
      request: "attach",
      port: 9229,
      restart: true,
    },
  ],
};

const settings = {
  "typescript.tsdk": "node_modules/typescript/lib",
  "files.exclude": { dist: true },
};

const workflow = `name: CI
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        node: [20, 22, 24]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: \${{ matrix.node }}
          cache: npm
      - run: npm ci
      - run: npm run typecheck
      - run: npm test
      - run: npm run build
`;

function readme({ name, source, template, runner }: ProjectOptions): string {
  return `# ${name}

A plugin of the PluggableHarness agent kernel. ${template.readme}

\`\`\`sh
npm install
npm run dev                  # serve it on this machine, and serve it anew when a file changes
npx plugwright invoke ${template.tryOut}
npm test                     # on a kernel for tests, with ${runner.about.replace(/,.*/, "")}
npm run build                # ${template.builds}
\`\`\`

| file            | what                                                                   |
| --------------- | ---------------------------------------------------------------------- |
| \`src/plugin.ts\` | the plugin: its name, version and source, and what it offers           |
| \`src/main.ts\`   | what is run: it serves the plugin, and does nothing else               |
| \`test/\`         | tests: each starts a kernel for tests, which treats it as the real one |

\`npm run inspect\` shows what a kernel is told of it, and what is odd. \`npx plugwright schema --lock\` writes that down, to
be committed; \`npx plugwright schema --check\` then says which version a change asks for.

The version stands in \`src/plugin.ts\` and in \`package.json\`: raise both. So does where the plugin is published, which is
${source} for now.

To debug what a kernel launches, run \`npm run dev -- --kernel --inspect\`, write into the kernel's configuration what it
prints, and attach to port 9229.
`;
}
