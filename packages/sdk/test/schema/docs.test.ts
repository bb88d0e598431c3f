import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Schema } from "@plugwright/sdk";
import * as z from "zod";
import { lowerSchema } from "../../src/schema/lower.js";
import { advertised } from "./advertise.js";
import { copies } from "./versions.js";

const text = readFileSync(join(import.meta.dirname, "../../../../docs/schemas.md"), "utf8");
const pinned = copies.find((copy) => copy.major === 4 && copy.z === z);

/** The rows of all tables that have these columns, without the marks of code. */
function rows(...columns: readonly string[]): readonly (readonly string[])[] {
  const parts = text.split(/\n(?!\|)/u).map((part) => part.trim());
  const tables = parts.filter((part) => part.startsWith("|"));
  return tables.flatMap((table) => {
    const [head, , ...body] = table.split("\n").map((line) => line.replace(/^\||\|$/gu, "").split(" | "));
    const names = head?.map((cell) => cell.trim()).join();
    return names === columns.join() ? body.map((cells) => cells.map((cell) => cell.trim().replace(/^`|`$/gu, ""))) : [];
  });
}

/** The schema that a row is about. */
function evaluate(code: string): Schema {
  return new Function("z", `return ${code};`)(z) as Schema;
}

function told(schema: Schema, side: "input" | "output"): string {
  if (pinned === undefined) throw new Error("the pinned zod is not among the copies");
  const found = advertised(pinned, schema, side);
  return found.startsWith("refused: ") ? "refused" : found;
}

describe("the tables of docs/schemas.md say what is so", () => {
  const described = rows("you write", "in arguments", "in results");
  test.each(described.map(([code = "", input, output]) => [code, input, output]))("%s", (code, input, output) => {
    expect([told(evaluate(code ?? ""), "input"), told(evaluate(code ?? ""), "output")]).toEqual([input, output]);
  });

  const unions = rows("you write", "on both sides");
  test.each(unions.map(([code = "", both]) => [code, both]))("%s", (code, both) => {
    expect([told(evaluate(code ?? ""), "input"), told(evaluate(code ?? ""), "output")]).toEqual([both, both]);
  });

  const refused = rows("you write", "reason", "hint");
  test.each(refused.map(([code = "", reason, hint]) => [code, reason, hint]))("%s", (code, reason, hint) => {
    const { faults } = lowerSchema(z.object({ p: evaluate(code ?? "") as z.ZodType }), "output");
    expect(faults.map((fault) => [fault.reason, fault.hint])).toEqual([[reason, hint]]);
  });

  test("and every table was looked at", () => {
    expect(described.length + unions.length + refused.length).toBeGreaterThan(100);
    const lines = text.split("\n").filter((line) => line.startsWith("| `z."));
    expect(described.length + unions.length + refused.length).toBe(lines.length);
  });
});
