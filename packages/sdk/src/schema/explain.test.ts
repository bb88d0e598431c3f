import { expect, test } from "@jest/globals";
import * as z from "zod";
import { explain } from "./explain.js";
import { lowerSchema } from "./lower.js";

test("every node has path, type, verdict, wording and what the wording costs", () => {
  const schema = z.object({
    path: z.string().min(1).describe("where"),
    list: z.array(z.int()).default([]),
    labels: z.record(z.string(), z.boolean()),
    gone: z.never().optional(),
  });
  expect(explain(lowerSchema(schema, "input"), true)).toEqual({
    nodes: [
      { path: "", type: "OBJECT", required: true, verdict: "folded", wording: "without gone", cost: 12 },
      // " (at least 1 character)" after the author's text.
      { path: "path", type: "STRING", required: true, verdict: "folded", wording: "at least 1 character", cost: 23 },
      { path: "list", type: "ARRAY", required: false, verdict: "exact", wording: "has a default", cost: 13 },
      { path: "list[]", type: "NUMBER", required: false, verdict: "folded", wording: "whole number", cost: 12 },
      {
        path: "labels",
        type: "OBJECT",
        required: true,
        verdict: "folded",
        wording: "any keys, each value true or false",
        cost: 34,
      },
      { path: "gone", type: "none", required: false, verdict: "folded", wording: "must be left out", cost: 0 },
    ],
    cost: 94,
  });
});

test("the cost is what the description grows by", () => {
  const schema = z.object({ a: z.string().min(1).describe("text"), b: z.int().max(9), c: z.string() });
  const told = lowerSchema(schema, "input");
  const untold = lowerSchema(schema, "input", { describeConstraints: false });
  const length = ({ schema: wire }: typeof told) =>
    Object.values(wire.properties).reduce((sum, property) => sum + property.description.length, 0);
  expect(explain(told, true).cost).toBe(length(told) - length(untold));
  expect(explain(untold, false).cost).toBe(0);
});

test("what is refused is there with reason and hint, wherever it lies", () => {
  const schema = z.object({
    at: z.date(),
    map: z.record(z.string(), z.bigint()),
    "\ud800": z.string(),
    ok: z.string(),
  });
  const report = explain(lowerSchema(schema, "input"), true);
  expect(report.nodes.map(({ path, verdict, wording }) => [path, verdict, wording])).toEqual([
    ["", "exact", ""],
    ["at", "refused", "JSON carries no Date"],
    ["map", "folded", "any keys"],
    ["ok", "exact", ""],
    ["map.*", "refused", "JSON carries no bigint"],
    ['["\\ud800"]', "refused", "such a key cannot be sent"],
  ]);
  expect(report.nodes.map(({ hint }) => hint !== undefined)).toEqual([false, true, false, false, true, true]);
});
