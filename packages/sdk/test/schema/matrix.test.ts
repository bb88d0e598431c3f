import { describe, expect, test } from "@jest/globals";
import { advertise, advertised, emptyObject, objectWith } from "./advertise.js";
import { matrix, type Row } from "./matrix.js";
import { type Copy, copies, make } from "./versions.js";

const sides = ["input", "output"] as const;

describe.each(copies.map((copy) => [copy.name, copy] as const))("%s", (_, copy) => {
  const rows = matrix.flatMap((row) => {
    const schema = make(row, copy);
    return schema === undefined ? [] : [[row.construct, row, schema] as const];
  });

  test.each(rows)("%s", (_, row, schema) => {
    for (const side of sides) {
      const found = advertised(copy, schema, side);
      if (!("error" in row)) expect([side, found]).toEqual([side, expected(row, copy, side)]);
      else if (row.reconciled !== undefined && isReconciling(copy))
        expect([side, found]).toEqual([side, row.reconciled]);
      else expect(faults(row, copy, schema, side)).toEqual([refusal(row, copy, side)]);
      row.unrolled?.forEach((told, index) => {
        const depth = (index + 1) as 1 | 2 | 3 | 4;
        expect([side, depth, advertised(copy, schema, side, { depth })]).toEqual([side, depth, told]);
      });
    }
    if (row.dropped !== undefined) expect(advertised(copy, schema, "output", { nulls: "drop" })).toBe(row.dropped);
  });

  test("every construct that this copy has is in the table", () => {
    const missing = matrix.filter((row) => make(row, copy) === undefined).map((row) => row.construct);
    const later = (row: Row) => row.since !== undefined && row.since > copy.name;
    const absent = matrix.filter((row) =>
      copy.major === 3 ? row.v3 === null : later(row) || isOfNoVersion(row, copy),
    );
    expect(missing).toEqual(absent.map((row) => row.construct));
  });
});

// zod/v4 of 3.25 is zod 4.0 under another name.
function isOfNoVersion(row: Row, copy: Copy): boolean {
  return row.since !== undefined && copy.name.startsWith("zod/v4");
}

function isReconciling(copy: Copy): boolean {
  return copy.name === "zod 4.3.6" || copy.name === "zod 4.6.7";
}

function expected(row: Extract<Row, { input: string }>, copy: Copy, side: "input" | "output"): string {
  const inV4 = (copy.major === 4 && !copy.shared && row.unsharedInput) || row.input;
  const input = copy.major === 3 ? (row.v3Input ?? row.input) : inV4;
  if (side === "output") return row.output ?? input;
  return copy.name === "zod 4.6.7" ? (row.pinnedInput ?? input) : input;
}

function faults(row: Row, copy: Copy, schema: ReturnType<typeof make>, side: "input" | "output") {
  if (schema === undefined) throw new Error(`${row.construct} is missing`);
  const object = objectWith(copy, schema);
  const empty = emptyObject(copy);
  const made = side === "input" ? advertise("t", object, empty) : advertise("t", empty, object);
  return (made.faults ?? []).map(({ subject, part, path, reason, hint }) => ({ subject, part, path, reason, hint }));
}

function refusal(row: Extract<Row, { error: unknown }>, copy: Copy, part: "input" | "output") {
  const [reason, hint] = copy.major === 3 ? (row.v3Error ?? row.error) : row.error;
  return { subject: 'tool "t"', part, path: row.path ?? "p", reason, hint: expect.stringContaining(hint) };
}
