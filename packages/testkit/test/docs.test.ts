import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** How many tests are in each at least, so that none is lost. */
const documents = [
  ["testing", 13],
  ["events", 1],
  ["errors", 3],
  ["processes", 1],
  ["migrating", 2],
] as const;

test.each(documents)(
  "the blocks of docs/%s.md that have a name run, every one",
  async (document, least) => {
    const text = await readFile(join(root, `docs/${document}.md`), "utf8");
    const all = [...text.matchAll(/^```(\w*)\n(?:\/\/ (\S+)\n)?(.*?)^```$/gms)];
    // Those without one are compiled with all others (scripts/test/docs).
    const blocks = all.filter(([, language, name]) => language === "ts" && name !== undefined);
    // Below the repository, so that the packages are found.
    const folder = join(root, "node_modules/.cache", `${document}-${process.pid}`);
    try {
      for (const [, , name = "", code = ""] of blocks) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), code);
      }
      await writeFile(join(folder, "package.json"), '{"type":"module"}');
      // In one process: each takes longer to start than all tests take.
      const tests = blocks.flatMap(([, , name = ""]) => (name.endsWith(".test.ts") ? [name] : []));
      await writeFile(join(folder, "all.ts"), tests.map((name) => `import "./${name}";\n`).join(""));
      const count = (text.match(/^test\(/gm) ?? []).length;
      const { code, stdout } = await runTests(folder);
      expect({ code, passed: /^ℹ pass (\d+)$/m.exec(stdout)?.[1], output: code === 0 ? "" : stdout }).toEqual({
        code: 0,
        passed: `${count}`,
        output: "",
      });
      expect(count).toBeGreaterThanOrEqual(least);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  120_000,
);

function runTests(folder: string): Promise<{ code: unknown; stdout: string }> {
  const args = ["--conditions=@plugwright/source", "--import", "tsx", "--test", "--test-reporter", "spec", "all.ts"];
  const env = { ...process.env, NO_COLOR: "1" };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, stdout: stdout + stderr });
    });
  });
}
