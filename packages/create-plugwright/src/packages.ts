import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { CreateError } from "./problem.js";

const names = [
  "@plugwright/cli",
  "@plugwright/go-plugin",
  "@plugwright/protocol",
  "@plugwright/sdk",
  "@plugwright/testkit",
];

/** Where a project keeps tarballs, to be committed with it: it needs nobody else's folder then. */
const vendor = "vendor";

/** How a project gets the packages of Plugwright. */
export interface Packages {
  /** What it depends on for each: this program's own version, or a tarball of the project. */
  readonly specifiers: Readonly<Record<string, string>>;
  /** Puts the tarballs into the project. */
  readonly copy: (project: string) => void;
}

/**
 * From a registry, or from tarballs in a folder.
 * @throws CreateError naming the tarball that is not there.
 */
export function packagesFrom(tarballs: string | undefined, version: string): Packages {
  if (tarballs === undefined) {
    return { specifiers: Object.fromEntries(names.map((name) => [name, version])), copy: () => {} };
  }
  const files = names.map((name) => ({ name, file: `${name.slice(1).replace("/", "-")}-${version}.tgz` }));
  for (const { name, file } of files) {
    if (!existsSync(join(tarballs, file))) {
      throw new CreateError(`${tarballs} has no ${file}`, `pack ${name} into it, or leave --packages out`);
    }
  }
  return {
    specifiers: Object.fromEntries(files.map(({ name, file }) => [name, `file:${vendor}/${file}`])),
    copy(project) {
      mkdirSync(join(project, vendor), { recursive: true });
      for (const { file } of files) copyFileSync(join(tarballs, file), join(project, vendor, file));
    },
  };
}
