/** The middle of some measurements, and what eight in ten of them lie between. */
export interface Spread {
  readonly median: number;
  readonly p10: number;
  readonly p90: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { median: at(0.5), p10: at(0.1), p90: at(0.9) };
}

/** The quotients of two rows, round by round: what else the machine did in a round cancels out. */
export function ratios(values: readonly number[], base: readonly number[]): Spread {
  return spread(values.map((value, index) => value / (base[index] ?? Number.NaN)));
}

/** A bound that a ratio is held against. */
export interface Goal {
  readonly most?: number;
  readonly least?: number;
}

/** "met", "missed", or that the range does not tell. */
export function verdict({ p10, p90 }: Spread, { most, least }: Goal): string {
  const bound = most ?? least ?? Number.NaN;
  const text = most === undefined ? `at least ${bound}` : `at most ${bound}`;
  if (p10 <= bound && p90 >= bound) return `${text}: not told apart`;
  const met = most === undefined ? p10 > bound : p90 < bound;
  return met ? `${text}: met` : `${text}: **open**`;
}

/** A number with as many digits as it is worth. */
export function digits(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

/** `1.20 (1.10 to 1.31)` */
export function range({ median, p10, p90 }: Spread): string {
  return `${digits(median)} (${digits(p10)} to ${digits(p90)})`;
}

/** Prints a table of Markdown, with columns as wide as they must be. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((cell, column) => Math.max(3, cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  console.log(line(head));
  console.log(`| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`);
  for (const row of rows) console.log(line(row));
  console.log("");
}
