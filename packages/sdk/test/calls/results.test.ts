import { create, fromBinary, toBinary, toJsonString } from "@bufbuild/protobuf";
import { describe, expect, test } from "@jest/globals";
import { ToolErrorCategory as Category, InvokeResponseSchema } from "@plugwright/protocol/tool";
import type { JsonObject } from "@plugwright/sdk";
import { onEachLane } from "../support/lanes.js";
import { plugin } from "./results-plugin.js";

const module = new URL("results-plugin.ts", import.meta.url);

/** What a client reads: through the wire and out as JSON text, as a kernel in another language would print it. */
function printed(payload: JsonObject): unknown {
  const message = create(InvokeResponseSchema, { event: { event: { case: "result", value: { payload } } } });
  const read = fromBinary(InvokeResponseSchema, toBinary(InvokeResponseSchema, message));
  return JSON.parse(toJsonString(InvokeResponseSchema, read));
}

await onEachLane("results", (lane) => {
  const { call } = lane.serve({ plugin, module });

  describe("what JSON cannot carry never leaves", () => {
    test.each<[string, RegExp]>([
      ["NaN", /ratio/],
      ["Infinity", /ratio/],
      ["a whole number that doubles cannot tell apart", /id/],
      ["a Date where the schema says string", /at: expected a string/],
    ])("%s is an error that names the field", async (what, expected) => {
      const { names, last } = await call("give", { what });
      expect(names).toBe("e");
      expect(last?.case === "error" && last.value.category).toBe(Category.EXECUTION_FAILED);
      expect(last?.case === "error" && last.value.message).toMatch(expected);
    });

    test("a number that fits arrives as it is", async () => {
      const { last } = await call("give", { what: "numbers that fit" });
      if (last?.case !== "result") throw new Error("not a result");
      expect(last.value.payload).toEqual({ ratio: 0.1, id: 9007199254740991 });
      expect(printed(last.value.payload ?? {})).toEqual({
        event: { result: { payload: { ratio: 0.1, id: 9007199254740991 } } },
      });
    });

    test("fractions are clamped or left out, dates become text, undefined is dropped", async () => {
      const { events } = await call("streams");
      expect(events.map(({ case: name, value }) => [name, { ...value, $typeName: undefined }])).toEqual([
        ["progress", expect.objectContaining({ message: "x", fractionComplete: 1 })],
        ["partialResult", expect.objectContaining({ payload: { at: "1970-01-01T00:00:00.000Z" } })],
        ["progress", expect.objectContaining({ message: "y", fractionComplete: 1 })],
        ["partialResult", expect.objectContaining({ payload: {} })],
        ["progress", expect.not.objectContaining({ fractionComplete: expect.anything() })],
        ["result", expect.objectContaining({ payload: {} })],
      ]);
    });

    test("keys that objects inherit survive the way back", async () => {
      const { last } = await call("odd_keys");
      if (last?.case !== "result") throw new Error(`not a result: ${JSON.stringify(last)}`);
      const payload = last.value.payload ?? {};
      expect(Object.entries(payload)).toEqual(expect.arrayContaining([["constructor", "c"]]));
      expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
    });
  });
});
