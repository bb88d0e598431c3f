import { ToolError } from "@plugwright/sdk";

export const bumps = ["major", "minor", "patch"] as const;
export type Bump = (typeof bumps)[number];

/** The version that follows, as semver.org says. */
export function nextVersion(version: string, bump: Bump): string {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (parts === null) {
    throw new ToolError(
      "execution_failed",
      `${JSON.stringify(version)} is no plain version such as 1.2.3: set it by hand first`,
    );
  }
  const [major = 0, minor = 0, patch = 0] = parts.slice(1).map(Number);
  switch (bump) {
    case "major":
      return `${major + 1}.0.0`;
    case "minor":
      return `${major}.${minor + 1}.0`;
    case "patch":
      return `${major}.${minor}.${patch + 1}`;
  }
}
