import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { CreateError } from "./problem.js";

const names = [
  "@plugwright/cli",
  "@plugwright/go-plugin",
  "@plugwright/protocol",
  "@plugwright/sdk",
  "@plugwright/testkit",
];

/**
 * How a project depends on the packages of Plugwright: on this program's own version, or on tarballs in a folder.
 * @throws CreateError naming the tarball that is not there.
 */
export function packagesFrom(tarballs: string | undefined, version: string, project: string): Record<string, string> {
  if (tarballs === undefined) return Object.fromEntries(names.map((name) => [name, version]));
  let found: string[];
  try {
    found = readdirSync(tarballs);
  } catch {
    throw new CreateError(`${tarballs} is no folder`, "name the folder that has the tarballs of npm pack");
  }
  return Object.fromEntries(
    names.map((name) => {
      const file = `${name.slice(1).replace("/", "-")}-${version}.tgz`;
      if (!found.includes(file)) throw new CreateError(`${tarballs} has no ${file}`, `pack ${name} into it`);
      return [name, `file:${relative(project, join(tarballs, file))}`];
    }),
  );
}
