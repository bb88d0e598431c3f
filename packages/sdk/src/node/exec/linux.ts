import { readdirSync, readFileSync } from "node:fs";
import type { Target, Tree } from "./tree.js";

/** What /proc tells of a living process. */
interface Living {
  readonly pid: number;
  readonly group: number;
  /** In ticks since the system's start. With the pid it names a process for ever. */
  readonly start: string;
}

/** What is left of a group whose leader has ended just now. */
export function leftOnLinux(group: number): ReadonlyMap<number, string> {
  try {
    process.kill(-group, 0);
  } catch {
    return new Map();
  }
  return new Map(
    living()
      .filter((process) => process.group === group)
      .map(({ pid, start }) => [pid, start]),
  );
}

/**
 * What of these trees, or of whatever else carries the token, is alive. A group that lost its leader is believed to be
 * the same one only while a process is in it that carries the token or was in it before: its number may be given away
 * once it is empty.
 */
export function targetsOnLinux(trees: readonly Tree[], token: string): readonly Target[] {
  const isShared = seen !== undefined;
  const targets = targetsAmong(trees, token);
  if (targets.length > 0 || !isShared) return targets;
  // Something may have begun since another call looked: that nothing is left is told only by a look of its own.
  seen = undefined;
  return targetsAmong(trees, token);
}

/** What one look through /proc shows. Many calls that end at once share it: each on its own would block the loop. */
interface Seen {
  readonly environments: readonly { readonly pid: number; readonly environment: Buffer }[];
  processes: readonly Living[] | undefined;
}

/** Of this turn of the loop. */
let seen: Seen | undefined;

function look(): Seen {
  if (seen === undefined) {
    const environments = pids()
      .filter((pid) => pid !== process.pid)
      .flatMap((pid) => {
        const environment = read(pid, "environ");
        return environment === undefined ? [] : [{ pid, environment }];
      });
    seen = { environments, processes: undefined };
    setImmediate(() => {
      seen = undefined;
    });
  }
  return seen;
}

function targetsAmong(trees: readonly Tree[], token: string): readonly Target[] {
  const leaders = trees.filter(({ exited }) => !exited);
  const orphans = trees.filter(({ exited }) => exited);
  const shown = look();
  const carriers = shown.environments
    .filter(({ environment }) => environment.includes(token))
    // Its number may be another's by now.
    .filter(({ pid }) => carries(pid, token))
    .flatMap(({ pid }) => lookAt(pid) ?? []);
  const groups = new Set(leaders.map(({ pid }) => pid));
  if (orphans.length > 0) {
    shown.processes ??= living();
    const all = shown.processes;
    const marked = new Set(carriers.map(({ pid }) => pid));
    for (const { pid: group, left } of orphans) {
      const ours = all.some(
        (process) => process.group === group && (marked.has(process.pid) || left.get(process.pid) === process.start),
      );
      if (ours) groups.add(group);
    }
  }
  const alone = carriers.filter(({ group }) => !groups.has(group));
  return [...[...groups].map((pid) => ({ pid, group: true })), ...alone.map(({ pid }) => ({ pid, group: false }))];
}

function living(): readonly Living[] {
  return pids().flatMap((pid) => lookAt(pid) ?? []);
}

function pids(): readonly number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    // Not mounted: what is left is to end groups.
    return [];
  }
}

function lookAt(pid: number): Living | undefined {
  const text = read(pid, "stat")?.toString("latin1");
  if (text === undefined) return undefined;
  // The second field is the program's name in parentheses, in which anything may stand.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "Z", , group] = fields;
  // A zombie is dead: who should take note of its end has not done so yet, and perhaps never will.
  return state === "Z" || state === "X" ? undefined : { pid, group: Number(group), start: fields[19] ?? "" };
}

/** False also for processes of others, whose environment we may not see. */
function carries(pid: number, token: string): boolean {
  return pid !== process.pid && (read(pid, "environ")?.includes(token) ?? false);
}

function read(pid: number, file: string): Buffer | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`);
  } catch {
    return undefined;
  }
}
