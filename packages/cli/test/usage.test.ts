import { expect, test } from "@jest/globals";
import { readArguments } from "../src/command.js";
import { commandNames, findCommand } from "../src/run.js";
import { runProgram } from "./support/program.js";

const plugwright = (...args: string[]) => runProgram(args, { cwd: import.meta.dirname });

test("tells its commands", async () => {
  const { code, out, err } = await plugwright("--help");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toBe(`Usage: plugwright COMMAND [options]

Tools for plugins of the PluggableHarness agent kernel that are written with @plugwright/sdk.

Commands:
  inspect  show what a plugin offers, and what is odd about it
  invoke   make one call under the test kernel
  dev      serve a plugin, and serve it anew when its sources change
  build    make one executable file of a plugin
  doctor   start an executable as a kernel does, and show what it gets and says
  schema   compare what a plugin offers with what it promised

plugwright COMMAND --help tells more about one. plugwright --version prints the version.
`);
  expect(await plugwright()).toEqual({ code: 2, out: "", err: out });
  expect(await plugwright("--version")).toEqual({ code: 0, out: "0.1.0\n", err: "" });
});

test("tells how to build", async () => {
  const { code, out } = await plugwright("build", "--help");
  expect(code).toBe(0);
  expect(out).toBe(`Usage: plugwright build [FILE...] [options]

Makes one executable file of a plugin for each category that it has: its tools and prompts, its slash commands.
FILE exports \`plugin\`, or serves it. Without FILE it is src/plugin.ts, else src/main.ts. There may be several, and
patterns such as 'packages/*/src/plugin.ts'.

The file holds everything that the plugin needs but Node itself. Beside it are its source map and the licences of what
it holds. It is started once as a kernel does; earlier files are replaced only if that works.

Options:
  --out-dir DIR      where the files go (dist, beside the package.json of each FILE)
  --conditions NAME  take what a package exports under this condition; may be repeated
  --json             print the result as JSON
  --verbose          print the stack of what failed
  --help             print this text
`);
});

test.each([
  [["biuld"], "plugwright: wrong usage: there is no command biuld. Hint: did you mean build?\n"],
  [["frobnicate"], "plugwright: wrong usage: there is no command frobnicate. Hint: plugwright --help lists them\n"],
  [
    ["build", "--outdir", "x"],
    "plugwright build: wrong usage: build has no option --outdir. Hint: did you mean --out-dir?\n",
  ],
  [
    ["build", "--minify"],
    "plugwright build: wrong usage: build has no option --minify. Hint: see plugwright build --help\n",
  ],
  [["build", "--out-dir"], "plugwright build: wrong usage: --out-dir has no value. Hint: write --out-dir=DIR\n"],
  [
    ["build", "--out-dir", "--json"],
    "plugwright build: wrong usage: --out-dir has no value. Hint: write --out-dir=DIR\n",
  ],
  [["build", "--json=1"], "plugwright build: wrong usage: --json takes no value, and 1 is one. Hint: write --json\n"],
  [["dev", "a", "b"], "plugwright dev: wrong usage: b is one argument too many. Hint: see plugwright dev --help\n"],
  [
    ["dev", "--inspect=x"],
    "plugwright dev: wrong usage: --inspect=x is no port. Hint: write --inspect, or --inspect=9229\n",
  ],
  [["dev", "--inspect="], "plugwright dev: wrong usage: --inspect has no value. Hint: write --inspect=PORT\n"],
])("refuses %j", async (args, err) => {
  const ran = await plugwright(...args);
  expect(ran).toMatchObject({ code: 2, err });
  if (ran.out !== "") expect(JSON.parse(ran.out)).toMatchObject({ error: "wrong usage" });
});

test.each(commandNames)("%s --help lists exactly the options that it takes, and each is taken", async (name) => {
  const command = await findCommand(name);
  const { out } = await plugwright(name, "--help");
  const listed = [...out.slice(out.indexOf("\nOptions:\n")).matchAll(/^ {2}--([a-z-]+)/gm)].map((match) => match[1]);
  expect(listed).toEqual([...command.options.map((option) => option.name), "verbose", "help"]);
  for (const option of command.options) {
    const given = option.value === undefined ? [`--${option.name}`] : [`--${option.name}=value`];
    const args = readArguments(command, given);
    expect(args.has(option.name)).toBe(true);
    expect(args.value(option.name)).toBe(option.value === undefined ? undefined : "value");
  }
  // Whatever the parser does not know is refused.
  expect(() => readArguments(command, ["--no-such-option"])).toThrow("wrong usage");
});

test("a fault of our own is one line, and has its stack only on request", async () => {
  const fault = {
    cwd: "/",
    onOut: () => {
      throw new TypeError("out of order");
    },
  };
  const quiet = await runProgram(["--version"], fault);
  expect(quiet).toMatchObject({
    code: 1,
    err: "plugwright: a fault of plugwright itself, not of your plugin: out of order. Hint: --verbose shows where\n",
  });
  const verbose = await runProgram(["build", "--help", "--verbose"], fault);
  expect(verbose.err).toContain("at ");
});
