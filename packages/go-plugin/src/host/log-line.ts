import type { LogLevel } from "../output/hclog.js";

/** A line that a plugin wrote to stderr. */
export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  /** As the plugin says. */
  readonly timestamp: string | undefined;
  /** What else stood in the entry. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const levels: readonly LogLevel[] = ["trace", "debug", "info", "warn", "error"];

/**
 * Reads a line of stderr as hosts written in Go do: an entry of hclog is taken as such, a text at the level that stands
 * in brackets at its beginning, and anything else is a text for debugging. Takes whatever it is given.
 */
export function parseLogLine(line: string): LogLine {
  return entryOf(line) ?? { level: prefixOf(line), message: line, timestamp: undefined, fields: {} };
}

function entryOf(line: string): LogLine | undefined {
  if (!line.startsWith("{")) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof parsed !== "object" || parsed === null) return undefined;
  const { "@level": name, "@message": message = "", "@timestamp": timestamp, ...fields } = toRecord(parsed);
  const level = levels.find((known) => known === name);
  if (level === undefined || typeof message !== "string") return undefined;
  return { level, message, timestamp: typeof timestamp === "string" ? timestamp : undefined, fields };
}

function prefixOf(line: string): LogLevel {
  return levels.find((level) => line.startsWith(`[${level.toUpperCase()}]`)) ?? "debug";
}

function toRecord(object: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object));
}
