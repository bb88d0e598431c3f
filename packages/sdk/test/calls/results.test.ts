import { create, fromBinary, toBinary, toJsonString } from "@bufbuild/protobuf";
import { afterAll, describe, expect, test } from "@jest/globals";
import { ToolErrorCategory as Category, InvokeResponseSchema } from "@plugwright/protocol/tool";
import { definePlugin, type JsonObject, tool } from "@plugwright/sdk";
import * as z from "zod";
import { inProcess } from "../support/in-process.js";

let returned: () => object;
const number = z.object({ ratio: z.number().optional(), at: z.string().optional(), id: z.number().optional() });
const base = (name: string) => tool(name).describe(name).input(z.object({}));
const plugin = definePlugin({
  name: "results",
  version: "1.0.0",
  source: "github.com/plugwright/results",
  tools: [
    base("give")
      .output(number)
      .reads()
      .run(async () => JSON.parse("null") ?? returned()),
    base("streams")
      .output(z.object({}))
      .reads()
      .streams()
      .run(async (_args, call) => {
        call.progress("x", 3 / 0);
        await call.partial({ at: new Date(0), gone: undefined });
        call.progress("y", 1.2);
        await call.output("");
        await call.partial({});
        call.progress("z", Number.NaN);
        return {};
      }),
    base("odd_keys")
      .output(z.object({ constructor: z.string(), ["__proto__"]: z.string() }))
      .reads()
      .run(async () => JSON.parse('{"constructor":"c","__proto__":"p"}')),
  ],
  commands: [],
});
const { call, runtime } = inProcess(plugin);
afterAll(() => runtime.close());

/** What a client reads: through the wire and out as JSON text, as a kernel in another language would print it. */
function printed(payload: JsonObject): unknown {
  const message = create(InvokeResponseSchema, { event: { event: { case: "result", value: { payload } } } });
  const read = fromBinary(InvokeResponseSchema, toBinary(InvokeResponseSchema, message));
  return JSON.parse(toJsonString(InvokeResponseSchema, read));
}

describe("what JSON cannot carry never leaves", () => {
  test.each<[string, () => object, RegExp]>([
    ["NaN", () => ({ ratio: 0 / 0 }), /ratio/],
    ["Infinity", () => ({ ratio: Number.POSITIVE_INFINITY }), /ratio/],
    ["a whole number that doubles cannot tell apart", () => ({ id: 2 ** 53 }), /id/],
    ["a Date where the schema says string", () => ({ at: new Date(0) }), /at: expected a string/],
  ])("%s is an error that names the field", async (_what, value, expected) => {
    returned = value;
    const { names, last } = await call("give");
    expect(names).toBe("e");
    expect(last?.case === "error" && last.value.category).toBe(Category.EXECUTION_FAILED);
    expect(last?.case === "error" && last.value.message).toMatch(expected);
  });

  test("a number that fits arrives as it is", async () => {
    returned = () => ({ ratio: 0.1, id: 9007199254740991 });
    const { last } = await call("give");
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
