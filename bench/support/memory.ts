import { readFileSync } from "node:fs";

/** The resident memory of a process, now and at its highest, in MiB. Of Linux. */
export function memoryOf(pid: number | undefined): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  const of = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
  return { now: of("VmRSS"), most: of("VmHWM") };
}
