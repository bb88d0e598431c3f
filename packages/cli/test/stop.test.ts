import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { newFolder, project, removeFolders, root } from "./support/project.js";
import { pluginSource } from "./support/sources.js";

afterAll(removeFolders);

const program = [
  ...["--conditions=@plugwright/source", "--import", join(root, "node_modules/tsx/dist/loader.mjs")],
  join(import.meta.dirname, "../src/cli.ts"),
];

/** An executable that says who it is, and nothing else, for as long as it is let. */
function silent(pidFile: string): string {
  const path = join(newFolder(), "silent");
  writeFileSync(path, `#!/bin/sh\necho $$ > ${pidFile}\nexec sleep 600\n`, { mode: 0o755 });
  return path;
}

test.each([
  ["doctor", (file: string) => ["doctor", file]],
  ["inspect", (file: string) => ["inspect", file]],
  ["inspect of a module that never ends", () => ["inspect", "--conditions", "@plugwright/source"]],
])(
  "%s ends when it is told to, with what it has started and what it has written",
  async (_, argsOf) => {
    const pidFile = join(newFolder(), "pid");
    const mark = `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(pidFile)}, String(process.pid));`;
    const { folder } = project({ "src/plugin.ts": pluginSource({ imports: `${mark}\nwhile (true) {}` }) });
    const temporary = newFolder();
    const child = spawn(process.execPath, [...program, ...argsOf(silent(pidFile))], {
      cwd: folder,
      env: { ...process.env, TMPDIR: temporary },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let err = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      err += text;
    });
    while (!existsSync(pidFile) || readFileSync(pidFile, "utf8") === "")
      await new Promise((resolve) => setTimeout(resolve, 20));
    const pid = Number(readFileSync(pidFile, "utf8"));
    const told = performance.now();
    child.kill("SIGTERM");
    const [code] = await once(child, "close");
    const ms = Math.round(performance.now() - told);
    console.info(`it ended ${ms} ms after it was told to`);
    expect(ms).toBeLessThan(4 * 1000);
    expect(err).toMatch(/^plugwright (doctor|inspect): it was told to end\n$/);
    expect(code).toBe(130);
    while (isAlive(pid)) {
      if (performance.now() - told > 4 * 1000) throw new Error(`process ${pid} is left`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    // What tsx keeps is its own.
    expect(readdirSync(temporary).filter((name) => !name.startsWith("tsx-"))).toEqual([]);
  },
  30_000,
);

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
