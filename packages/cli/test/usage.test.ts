import { expect, test } from "@jest/globals";
import { run } from "../src/run.js";

async function plugwright(...args: string[]) {
  let out = "";
  let err = "";
  const code = await run(args, {
    cwd: import.meta.dirname,
    out(text) {
      out += text;
    },
    err(text) {
      err += text;
    },
  });
  return { code, out, err };
}

test("tells its commands", async () => {
  const { code, out, err } = await plugwright("--help");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toBe(`Usage: plugwright COMMAND [options]

Tools for plugins of the PluggableHarness agent kernel that are written with @plugwright/sdk.

Commands:
  build  make one executable file of a plugin

plugwright COMMAND --help tells more about one. plugwright --version prints the version.
`);
  expect(await plugwright()).toEqual({ code: 2, out: "", err: out });
  expect(await plugwright("--version")).toEqual({ code: 0, out: "0.1.0\n", err: "" });
});

test("tells how to build", async () => {
  const { code, out } = await plugwright("build", "--help");
  expect(code).toBe(0);
  expect(out).toBe(`Usage: plugwright build [FILE] [options]

Makes one executable file of a plugin for each category that it has: its tools and prompts, its slash commands.
FILE exports \`plugin\`, or serves it. Without FILE it is src/plugin.ts, else src/main.ts.

The file holds everything that the plugin needs but Node itself. Beside it are its source map and the licences of what
it holds. It is started once as a kernel does; earlier files are replaced only if that works.

Options:
  --out-dir DIR      where the files go (dist)
  --conditions NAME  take what a package exports under this condition; may be repeated
  --json             print the result as JSON
  --help             print this text
`);
});

test.each([
  [["biuld"], "plugwright: wrong usage\nthere is no command biuld. Hint: did you mean build?\n"],
  [["frobnicate"], "plugwright: wrong usage\nthere is no command frobnicate. Hint: plugwright --help lists them\n"],
  [
    ["build", "--outdir", "x"],
    "plugwright build: wrong usage\nbuild has no option --outdir. Hint: did you mean --out-dir?\n",
  ],
  [
    ["build", "--minify"],
    "plugwright build: wrong usage\nbuild has no option --minify. Hint: see plugwright build --help\n",
  ],
  [["build", "--out-dir"], "plugwright build: wrong usage\n--out-dir has no value. Hint: write --out-dir DIR\n"],
  [["build", "--json=1"], "plugwright build: wrong usage\n--json takes no value, and 1 is one. Hint: write --json\n"],
  [
    ["build", "a", "b"],
    "plugwright build: wrong usage\nb is one argument too many. Hint: see plugwright build --help\n",
  ],
])("refuses %j", async (args, err) => {
  expect(await plugwright(...args)).toEqual({ code: 2, out: "", err });
});
