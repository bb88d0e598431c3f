import { tmpdir } from "node:os";

/** What stands in place of what differs from run to run: a text or pattern, and what is written for it. */
export type Replacement = readonly [what: string | RegExp, by: string];

const always: readonly Replacement[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, "<time>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<uuid>"],
  [/\bcall-\d+\b/g, "<call>"],
  [/\b\d+(\.\d+)? m?s\b/g, "<duration>"],
];

/** Takes out of a text what differs from run to run: times, durations, ids, the directory, temporary files. */
export function normalise(text: string, directory: string, replacements: readonly Replacement[]): string {
  const places: readonly Replacement[] = [
    [directory, "<directory>"],
    [tmpdir(), "<tmp>"],
  ];
  let normalised = text;
  for (const [what, by] of [...replacements, ...places, ...always])
    normalised = normalised.replaceAll(global(what), by);
  return normalised;
}

function global(what: string | RegExp): string | RegExp {
  return typeof what === "string" || what.global ? what : new RegExp(what.source, `${what.flags}g`);
}
