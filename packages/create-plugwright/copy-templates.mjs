// Part of the build: puts the sources and tests of the examples beside the program, which makes projects of them.
import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const examples = join(import.meta.dirname, "../../examples");
const templates = join(import.meta.dirname, "templates");

rmSync(templates, { recursive: true, force: true });
for (const name of ["exec", "filesystem", "filesystem-class", "release-tools"]) {
  for (const part of ["src", "test"]) {
    const from = join(examples, name, part);
    if (!existsSync(from)) throw new Error(`there is no ${from}`);
    for (const file of readdirSync(from)) cpSync(join(from, file), join(templates, name, part, file));
  }
}
