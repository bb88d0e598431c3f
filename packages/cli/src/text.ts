/** `3 tools`, `1 tool`. */
export function count(found: number, what: string): string {
  return `${number(found)} ${what}${found === 1 ? "" : "s"}`;
}

/** With a comma between thousands, on every machine. */
export function number(value: number): string {
  return value.toLocaleString("en-US");
}

/** A length of time in the unit in which it is told best: `250ms`, `1.5s`, `10m`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms * 10) / 10}ms`;
  const units = [
    [3_600_000, "h"],
    [60_000, "m"],
  ] as const;
  const whole = units.find(([unit]) => ms % unit === 0);
  return whole === undefined ? `${Math.round(ms / 10) / 100}s` : `${ms / whole[0]}${whole[1]}`;
}

/** A result for programs: over many lines if it is the only one, else one line for each. */
export function jsonText(value: object, results = 1): string {
  return `${JSON.stringify(value, undefined, results === 1 ? 2 : undefined)}\n`;
}

/** An entry of a plugin's log in a line. */
export function logLine(entry: { readonly level: string; readonly message: string; readonly fields: object }): string {
  const { level, message, fields } = entry;
  const more = Object.keys(fields).length === 0 ? "" : ` ${JSON.stringify(fields)}`;
  return `${level.padEnd(5)} ${message.trimEnd()}${more}\n`;
}
