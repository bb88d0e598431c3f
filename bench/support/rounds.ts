/** Whether a run for a first impression was asked for, with few and short rounds. */
export const isQuick = process.argv.includes("--quick");

/** A row of a benchmark. */
export interface Row {
  readonly name: string;
  /** Measures once. */
  readonly measure: () => Promise<number> | number;
}

/**
 * Measures all rows in turn, round by round, so that whatever else the machine does falls on all alike; every other
 * round in the opposite order. A round before the first is not counted.
 */
export async function alternate(rows: readonly Row[], count: number): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, number[]>(rows.map(({ name }) => [name, []]));
  for (let round = -1; round < count; round++) {
    for (const { name, measure } of round % 2 === 0 ? rows : [...rows].reverse()) {
      const value = await measure();
      if (round >= 0) found.get(name)?.push(value);
    }
  }
  return found;
}
