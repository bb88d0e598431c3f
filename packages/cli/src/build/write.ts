import { createHash } from "node:crypto";
import { readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../problem.js";

/** Writes a built file and what lies beside it: `<name>.map`, `<name>.notices.txt`. */
export function writeFiles(
  folder: string,
  file: { readonly name: string; readonly text: string; readonly map: string; readonly notices: string },
): { readonly path: string; readonly bytes: number; readonly sha256: string } {
  const { name, text, map, notices } = file;
  const bytes = Buffer.from(text);
  const path = join(folder, name);
  writeFileSync(`${path}.map`, map);
  writeFileSync(`${path}.notices.txt`, notices);
  writeFileSync(path, bytes, { mode: 0o755 });
  return { path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** Moves all files of a folder into another one of the same file system, where they replace what is there. */
export function moveFiles(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    try {
      renameSync(join(from, name), join(to, name));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const hint = "remove it, or choose another folder with --out-dir";
      throw new CommandError("a built file cannot be put in its place", [{ where: join(to, name), reason, hint }]);
    }
  }
}
