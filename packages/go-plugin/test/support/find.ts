import { readdirSync, readFileSync } from "node:fs";

/** The processes of this machine that have this variable in their environment. Linux only. */
export function findByEnvironment(variable: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(variable);
      } catch {
        return false;
      }
    })
    .map(Number);
}
