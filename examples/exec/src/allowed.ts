import { ToolError } from "@plugwright/sdk";

/** The programs that may be run, and the only options that each may be given. */
const options = {
  cat: ["-n"],
  head: ["-n"],
  ls: ["-1", "-a", "-l", "-R"],
  tail: ["-n"],
  wc: ["-c", "-l", "-w"],
} as const;

export type Program = keyof typeof options;

export const programs: readonly [Program, ...Program[]] = ["cat", "head", "ls", "tail", "wc"];

/**
 * Refuses what is not on the list. There is no shell, so that nothing in an argument can start anything.
 * @throws ToolError `permission_denied` that names the argument and what would be allowed.
 */
export function checkArguments(program: Program, args: readonly string[]): void {
  const allowed: readonly string[] = options[program];
  for (const arg of args) {
    if (arg.startsWith("-") && !allowed.includes(arg)) {
      throw new ToolError("permission_denied", `${program} may not be given ${arg}, only ${allowed.join(", ")}`);
    }
  }
}
