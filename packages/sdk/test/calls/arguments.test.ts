import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { ToolErrorCategory as Category } from "@plugwright/protocol/tool";
import { definePlugin, tool } from "@plugwright/sdk";
import * as z from "zod";
import { inProcess } from "../support/in-process.js";
import { verifies } from "../verifies.js";

let seen: unknown[] = [];
let prototypes: unknown[] = [];
const ok = z.object({ ok: z.boolean() });
const takes = (name: string, input: z.ZodObject) =>
  tool(name)
    .describe(`takes ${name}`)
    .input(input)
    .output(ok)
    .reads()
    .run(async (args) => {
      seen.push(structuredClone(args));
      prototypes.push(Object.getPrototypeOf(args));
      for (const value of Object.values(args)) if (Array.isArray(value)) value.push("spoilt");
      return { ok: true };
    });

const plugin = definePlugin({
  name: "arguments",
  version: "1.0.0",
  source: "github.com/plugwright/arguments",
  tools: [
    takes(
      "typed",
      z.object({ n: z.number(), flag: z.boolean(), list: z.array(z.string()), cfg: z.object({ a: z.number() }) }),
    ),
    takes("texts", z.object({ a: z.string(), b: z.string(), c: z.string() })),
    takes(
      "optional",
      z.object({ q: z.string(), url: z.url().optional(), page: z.number().default(1), note: z.string().nullable() }),
    ),
    takes("strict", z.strictObject({ q: z.string() })),
    takes("shared", z.object({ seen: z.array(z.string()).default([]) })),
    takes("odd_names", z.object({ constructor: z.string(), toString: z.string(), ["__proto__"]: z.string() })),
    takes("whole", z.object({ id: z.int() })),
  ],
});
const { call, runtime, log } = inProcess(plugin);
beforeEach(() => {
  seen = [];
  prototypes = [];
});
afterAll(() => runtime.close());

async function refused(name: string, args: object): Promise<{ message: string; details: unknown }> {
  const { names, last } = await call(name, JSON.parse(JSON.stringify(args)));
  expect(names).toBe("e");
  if (last?.case !== "error") throw new Error("not refused");
  expect(last.value.category).toBe(Category.INVALID_ARGUMENTS);
  expect(last.value.retryable).toBe(false);
  expect(seen).toEqual([]);
  return { message: last.value.message, details: last.value.details };
}

describe("arguments of the wrong type are refused", () => {
  test("in one error with a line for each path, what was expected and what came", async () => {
    verifies("TOOL-12");
    const { message, details } = await refused("typed", { n: "5", flag: "false", list: '["a"]', cfg: '{"a":1}' });
    expect(message.split("\n")).toEqual([
      'n: expected a number, got the string "5"',
      'flag: expected true or false, got the string "false"',
      'list: expected an array, got the string "[\\"a\\"]"',
      'cfg: expected an object, got the string "{\\"a\\":1}"',
    ]);
    expect(details).toMatchObject({ problems: [{ path: "n" }, { path: "flag" }, { path: "list" }, { path: "cfg" }] });
  });

  test("a string that looks like something else stays the string it is", async () => {
    expect((await call("texts", { a: "5", b: "[1]", c: "true" })).names).toBe("r");
    expect(seen).toEqual([{ a: "5", b: "[1]", c: "true" }]);
  });

  test("missing arguments are no arguments", async () => {
    expect((await call("shared")).names).toBe("r");
    seen = [];
    const { message } = await refused("strict", {});
    expect(message).toBe("q: expected a string, got nothing");
  });
});

describe("what models fill in", () => {
  test("null for what may be left out counts as left out; null for what is nullable arrives", async () => {
    expect((await call("optional", { q: "x", page: null, note: null, url: null })).names).toBe("r");
    expect(seen).toEqual([{ q: "x", page: 1, note: null }]);
  });

  test("an empty string is not left out: it is no URL", async () => {
    const { message } = await refused("optional", { q: "x", url: "", note: null });
    expect(message).toMatch(/^url: expected a URL, got (the string )?""$/);
  });

  test("a key that a plain object does not know is dropped with one warning that names it", async () => {
    const before = log.length;
    expect((await call("optional", { q: "x", note: "n", pge: 2, _why: "because" })).names).toBe("r");
    expect(seen).toEqual([{ q: "x", page: 1, note: "n" }]);
    expect(log.slice(before).map(({ level, message }) => `${level}: ${message}`)).toEqual([
      "warn: arguments that optional does not know were dropped: pge (did you mean page?), _why",
    ]);
  });

  test("a key that a strict object does not know is an error", async () => {
    const { message } = await refused("strict", { q: "x", _why: "because" });
    expect(message).toContain("_why");
  });

  test("the error of a missing field names what was given in its place", async () => {
    const { message } = await refused("typed", { n: 1, flagg: true, list: [], cfg: { a: 1 }, _why: "because" });
    expect(message.split("\n")).toEqual([
      "flag: expected true or false, got nothing",
      "flagg: no such field; did you mean flag?",
      "_why: no such field",
    ]);
  });
});

describe("arguments are private to their call", () => {
  test("what a handler writes into a default is not seen by the next one", async () => {
    await call("shared", {});
    await Promise.all(Array.from({ length: 20 }, () => call("shared", {})));
    expect(seen).toEqual(Array.from({ length: 21 }, () => ({ seen: [] })));
  });

  test("names that objects inherit are ordinary names, and no prototype changes", async () => {
    const args = JSON.parse('{"constructor":"c","toString":"t","__proto__":"p"}');
    expect((await call("odd_names", args)).names).toBe("r");
    const dangerous = JSON.parse(
      '{"a":"1","b":"2","c":"3","__proto__":{"admin":true},"constructor":"x","hasOwnProperty":1}',
    );
    expect((await call("texts", dangerous)).names).toBe("r");
    expect(Reflect.get({}, "admin")).toBeUndefined();
    const [odd, plain] = seen;
    expect(Object.entries(odd ?? {})).toEqual(
      expect.arrayContaining([
        ["constructor", "c"],
        ["toString", "t"],
      ]),
    );
    expect(plain).toEqual({ a: "1", b: "2", c: "3" });
    expect(prototypes).toEqual([Object.prototype, Object.prototype]);
    expect(prototypes[1]).toBe(Object.prototype);
  });

  test("a whole number beyond what a double holds is refused, not changed in silence", async () => {
    const { message } = await refused("whole", { id: 2 ** 53 });
    expect(message).toMatch(/^id: expected a whole number/);
  });
});
