/** What a project begins with: an example, or parts of two. */
export interface Template {
  readonly name: string;
  /** What it is for. */
  readonly about: string;
  /** What its README says of it. */
  readonly readme: string;
  /** Where its files come from, in the order in which they are copied; each file may be left out. */
  readonly from: readonly {
    readonly example: string;
    readonly without: readonly string[];
    readonly only?: readonly string[];
  }[];
  /** Whether its sources have decorators, which not every compiler reads. */
  readonly decorators: boolean;
  /** What can be tried at once: the arguments of `plugwright invoke`. */
  readonly tryOut: string;
  /** What `plugwright build` makes of it. */
  readonly builds: string;
  /** What its operations work on, besides: texts by path. */
  readonly files?: Readonly<Record<string, string>>;
}

const oneFile = "one executable in dist, and what to write to have a kernel run it";

/** They start the plugin from this repository's sources. */
const withoutProcess = ["test/process.test.ts"];

export const templates: readonly Template[] = [
  {
    name: "tools",
    about: "tools that read, search and write files",
    readme: "Tools that read, list, search, write, edit and copy files, and ask the human. Each has a file of its own.",
    from: [{ example: "filesystem", without: withoutProcess }],
    decorators: false,
    tryOut: "read_file --arg path=package.json",
    builds: oneFile,
  },
  {
    name: "process",
    about: "tools that run programs",
    readme: "A shell, and a few programs that only read. What they print is sent as it comes; they end with the call.",
    from: [{ example: "exec", without: withoutProcess }],
    decorators: false,
    tryOut: 'bash --arg command="ls; exit 3"',
    builds: oneFile,
  },
  {
    name: "slash-commands",
    about: "slash commands that a person types, and a prompt",
    readme: "The slash commands `/changelog` and `/release`, and the prompt `/announce`.",
    from: [{ example: "release-tools", without: withoutProcess }],
    decorators: false,
    tryOut: '"/changelog"',
    builds: "two executables in dist: a kernel takes commands and prompts from one each",
    files: {
      "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n### Added\n\n- `/changelog` and `/release`.\n",
    },
  },
  {
    name: "decorators",
    about: "the same tools for files, declared on a class",
    readme:
      "Tools that read, list, search, write, edit and copy files, and ask the human, declared on the class `Files`.",
    from: [
      { example: "filesystem-class", without: [...withoutProcess, "test/same-schema.test.ts"] },
      { example: "filesystem", without: ["src/main.ts", "src/plugin.ts"], only: ["src/", "test/fixture.ts"] },
    ],
    decorators: true,
    tryOut: "read_file --arg path=package.json",
    builds: oneFile,
  },
];
