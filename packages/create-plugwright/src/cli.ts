import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { create } from "./create.js";
import { helpText, readOptions } from "./options.js";
import { CreateError } from "./problem.js";

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);

// Whoever reads the output may have read enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CreateError)) throw error;
  process.stderr.write(`create-plugwright: ${error.message}. Hint: ${error.hint}\n`);
  process.exitCode = error.exitCode;
}

async function main(args: readonly string[]): Promise<number> {
  const given = readOptions(args);
  if (given.help || given.version) {
    process.stdout.write(given.help ? helpText : `${version}\n`);
    return 0;
  }
  const terminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const { folder, files, tryOut } = await create(given, { cwd: process.cwd(), terminal, version });
  process.stdout.write(`created ${files.length} files in ${folder}\n`);
  if (given.install) {
    process.stdout.write("npm install\n");
    const code = await install(resolve(folder));
    if (code !== 0)
      throw new CreateError(`npm install ended with ${code}`, `mend what it says, and run it in ${folder}`, 1);
  }
  process.stdout.write(`
Now:
  cd ${/^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder)}
${given.install ? "" : "  npm install\n"}  npm run dev
  npx plugwright invoke ${tryOut}
  npm test
  npm run build
`);
  return 0;
}

/** By npm, whatever has started this program: the lock file, the tarballs of `--packages` and the workflow are npm's. */
function install(cwd: string): Promise<number | string> {
  // It is a script on Windows.
  const child = spawn("npm", ["install"], { cwd, stdio: "inherit", shell: process.platform === "win32" });
  return new Promise((done) => {
    child.once("error", (error) => done(error.message));
    child.once("exit", (code, signal) => done(code ?? signal ?? 1));
  });
}
