/** The map of a piece of a file. */
export interface PlacedMap {
  /** The line at whose beginning the piece stands, counted from 0. */
  readonly line: number;
  readonly map: string;
}

/** A map as its format has it (ECMA-426). */
interface RawMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
  readonly names: readonly string[];
  readonly mappings: string;
}

/**
 * The map of a file that is put together from pieces, in ascending order. An index map would be the format's own way to
 * say that, but Node reads none.
 */
export function joinMaps(pieces: readonly PlacedMap[]): string {
  const sources: string[] = [];
  const sourcesContent: (string | null)[] = [];
  const names: string[] = [];
  const lines: string[] = [];
  const written = new Deltas();
  for (const { line, map } of pieces) {
    // What the bundler has just written.
    const raw = JSON.parse(map) as RawMap;
    const offsets = [0, sources.length, 0, 0, names.length];
    const read = new Deltas();
    while (lines.length < line) lines.push("");
    for (const mapped of raw.mappings.split(";")) {
      read.startLine();
      written.startLine();
      const segments = mapped === "" ? [] : mapped.split(",");
      const moved = segments.map((segment) =>
        written.encode(read.decode(segment).map((value, field) => value + (offsets[field] ?? 0))),
      );
      lines.push(moved.join());
    }
    sources.push(...raw.sources);
    sourcesContent.push(...raw.sources.map((_, index) => raw.sourcesContent?.[index] ?? null));
    names.push(...raw.names);
  }
  return JSON.stringify({ version: 3, sources, sourcesContent, names, mappings: lines.join(";") });
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Fields are written as differences to the segment before: column, source, line and column in it, name. */
class Deltas {
  readonly #last = [0, 0, 0, 0, 0];

  /** Columns are counted from the beginning of each line. */
  startLine(): void {
    this.#last[0] = 0;
  }

  decode(segment: string): number[] {
    const values: number[] = [];
    let value = 0;
    let shift = 0;
    for (const character of segment) {
      const digit = digits.indexOf(character);
      value += (digit & 31) << shift;
      shift += 5;
      if (digit >= 32) continue;
      const field = values.length;
      this.#last[field] = (this.#last[field] ?? 0) + (value & 1 ? -(value >>> 1) : value >>> 1);
      values.push(this.#last[field] ?? 0);
      value = 0;
      shift = 0;
    }
    return values;
  }

  encode(values: readonly number[]): string {
    return values
      .map((value, field) => {
        const delta = value - (this.#last[field] ?? 0);
        this.#last[field] = value;
        let rest = delta < 0 ? (-delta << 1) | 1 : delta << 1;
        let text = "";
        do {
          const digit = rest & 31;
          rest >>>= 5;
          text += digits[rest > 0 ? digit | 32 : digit];
        } while (rest > 0);
        return text;
      })
      .join("");
  }
}
