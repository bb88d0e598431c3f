import { expect, test } from "@jest/globals";
import * as z from "zod";
import { lowerSchema } from "./lower.js";

const left = z.object({ mode: z.enum(["a", "b"]).optional() });

test("an intersection has what both sides accept", () => {
  const { schema, faults } = lowerSchema(left.and(z.object({ mode: z.enum(["b", "c"]) })), "output");
  expect(faults).toEqual([]);
  expect(schema.properties["mode"]?.enumValues).toEqual(["b"]);
  expect(schema.required).toEqual(["mode"]);
});

test("what one side's code makes where the other says nothing is refused: it need not fit the other", () => {
  const made = z
    .string()
    .optional()
    .transform((value) => value ?? "z")
    .pipe(z.string());
  const filled = z.object({ mode: z.string().default("z") });
  for (const both of [left.and(z.object({ mode: made })), z.object({ mode: made }).and(left), left.and(filled)]) {
    expect(lowerSchema(both, "output").faults).toEqual([
      {
        path: expect.any(String),
        reason: "an intersection is described for objects with declared keys, and for values of one type",
        hint: "write one object: z.object({ ...a.shape, ...b.shape })",
      },
    ]);
  }
});
