import { describe, expect, test } from "@jest/globals";
import { schemaOptions } from "./schema-options.js";

test("options are read as they are meant", () => {
  expect(schemaOptions("input", undefined)).toEqual({ value: {}, faults: [] });
  expect(schemaOptions("input", { depth: 2 })).toEqual({ value: { depth: 2 }, faults: [] });
  expect(schemaOptions("output", { depth: 4, nulls: "drop" })).toEqual({
    value: { depth: 4, nulls: "drop" },
    faults: [],
  });
  expect(schemaOptions("output", { depth: undefined, nulls: undefined })).toEqual({ value: {}, faults: [] });
});

describe("slips are faults with what to write instead", () => {
  test.each([
    ["input", { depth: 5 }, "the depth of .input() is 5", "pass a whole number from 1 to 4"],
    ["input", { depth: 0 }, "the depth of .input() is 0", "pass a whole number from 1 to 4"],
    ["output", { depth: 1.5 }, "the depth of .output() is 1.5", "pass a whole number from 1 to 4"],
    ["input", { depth: "2" }, 'the depth of .input() is "2"', "pass a whole number from 1 to 4"],
    ["input", { nulls: "drop" }, '"nulls" is no option of .input()', "write depth"],
    ["output", { null: "drop" }, '"null" is no option of .output()', 'did you mean "nulls"?'],
    ["output", { nulls: true }, "nulls of .output() is a boolean", 'write nulls: "drop", or leave it out'],
    ["output", "drop", 'the options of .output() are "drop"', "pass an object"],
  ] as const)("%s %j", (step, options, reason, hint) => {
    expect(schemaOptions(step, options)).toEqual({ value: {}, faults: [{ path: "", reason, hint }] });
  });
});
