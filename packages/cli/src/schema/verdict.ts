import type { Change } from "./compare.js";

/** Which part of a version a change asks to be raised. */
export type Bump = "major" | "minor" | "patch" | "none";

/** What semantic versioning asks for; below 1.0 the minor version stands for the major, and the patch for the minor. */
export function bumpFor(changes: readonly Change[], version: string): Bump {
  const isEarly = version.startsWith("0.");
  if (changes.some(({ kind }) => kind === "breaking")) return isEarly ? "minor" : "major";
  if (changes.some(({ kind }) => kind === "additive")) return isEarly ? "patch" : "minor";
  return changes.length > 0 ? "patch" : "none";
}

/** The least version that a change asks for. A pre-release counts as the release that it leads to. */
export function nextVersion(version: string, bump: Bump): string {
  const [major, minor, patch] = parts(version);
  switch (bump) {
    case "major":
      return `${major + 1}.0.0`;
    case "minor":
      return `${major}.${minor + 1}.0`;
    case "patch":
      return `${major}.${minor}.${patch + 1}`;
    case "none":
      return version;
  }
}

/** Whether a version is another one's or a later one, pre-releases aside. */
export function isAtLeast(version: string, least: string): boolean {
  const [a, b] = [parts(version), parts(least)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 || (a[at] ?? 0) > (b[at] ?? 0);
}

function parts(version: string): [number, number, number] {
  const [, major = "0", minor = "0", patch = "0"] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  return [Number(major), Number(minor), Number(patch)];
}
