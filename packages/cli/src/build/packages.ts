import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A package that a file belongs to. */
export interface PackageInfo {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** As its manifest says: an expression of SPDX identifiers, mostly. */
  readonly license: string | undefined;
}

/** Finds the package of a file, by the nearest manifest with a name. */
export type FindPackage = (file: string) => PackageInfo | undefined;

/** Reads each manifest once. */
export function packageFinder(): FindPackage {
  const known = new Map<string, PackageInfo | undefined>();
  const find = (folder: string): PackageInfo | undefined => {
    if (known.has(folder)) return known.get(folder);
    const above = dirname(folder);
    const found = readManifest(folder) ?? (above === folder ? undefined : find(above));
    known.set(folder, found);
    return found;
  };
  return (file) => find(dirname(file));
}

/** Some folders within a package have a manifest that only says how its modules are written. */
function readManifest(folder: string): PackageInfo | undefined {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  const { name, version, license }: Record<string, unknown> = JSON.parse(readFileSync(file, "utf8"));
  if (typeof name !== "string") return undefined;
  return {
    folder,
    name,
    version: typeof version === "string" ? version : "",
    license: typeof license === "string" ? license : undefined,
  };
}

const ours = new Set(["@plugwright/sdk", "@plugwright/go-plugin", "@plugwright/protocol"]);

/** Whether a plugin has it from us, not from its author. */
export function isOurs(info: PackageInfo | undefined): boolean {
  return info !== undefined && ours.has(info.name);
}
