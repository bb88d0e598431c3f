import { describe, expect, test } from "@jest/globals";
import { ToolErrorCategory as Category } from "@plugwright/protocol/tool";
import type { JsonObject } from "@plugwright/sdk";
import { onEachLane } from "../support/lanes.js";
import { until } from "../support/until.js";
import { verifies } from "../verifies.js";
import { plugin } from "./arguments-plugin.js";

const module = new URL("arguments-plugin.ts", import.meta.url);

await onEachLane("arguments", (lane) => {
  const { call, log } = lane.serve({ plugin, module });

  /** What the handler gets, which must be a plain object. */
  async function taken(name: string, args?: JsonObject): Promise<object> {
    const { names, last } = await call(name, args);
    if (last?.case !== "result") throw new Error(`not taken: ${names} ${JSON.stringify(last?.value)}`);
    expect(last.value.payload?.["ordinary"]).toBe(true);
    return JSON.parse(String(last.value.payload?.["got"]));
  }

  async function handlersRun(): Promise<unknown> {
    const { last } = await call("calls");
    return last?.case === "result" && last.value.payload?.["calls"];
  }

  async function refused(name: string, args: object): Promise<{ message: string; details: unknown }> {
    const before = await handlersRun();
    const { names, last } = await call(name, JSON.parse(JSON.stringify(args)));
    expect(names).toBe("e");
    if (last?.case !== "error") throw new Error("not refused");
    expect(last.value.category).toBe(Category.INVALID_ARGUMENTS);
    expect(last.value.retryable).toBe(false);
    expect(await handlersRun()).toBe(before);
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
      expect(await taken("texts", { a: "5", b: "[1]", c: "true" })).toEqual({ a: "5", b: "[1]", c: "true" });
    });

    test("missing arguments are no arguments", async () => {
      expect(await taken("shared")).toEqual({ seen: [] });
      const { message } = await refused("strict", {});
      expect(message).toBe("q: expected a string, got nothing");
    });
  });

  describe("what models fill in", () => {
    test("null for what may be left out counts as left out; null for what is nullable arrives", async () => {
      const got = await taken("optional", { q: "x", page: null, note: null, url: null });
      expect(got).toEqual({ q: "x", page: 1, note: null });
    });

    test("an empty string is not left out: it is no URL", async () => {
      const { message } = await refused("optional", { q: "x", url: "", note: null });
      expect(message).toMatch(/^url: expected a URL, got (the string )?""$/);
    });

    test("a key that a plain object does not know is dropped with one warning that names it", async () => {
      const got = await taken("optional", { q: "x", note: "n", pge: 2, _why: "because" });
      expect(got).toEqual({ q: "x", page: 1, note: "n" });
      const warnings = () => log().filter(({ level }) => level === "warn");
      await until("the warning is there", () => warnings().length > 0);
      expect(warnings().map(({ message }) => message)).toEqual([
        "arguments that optional does not know were dropped: pge (did you mean page?), _why",
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
      await taken("shared", {});
      const all = await Promise.all(Array.from({ length: 20 }, () => taken("shared", {})));
      expect(all).toEqual(Array.from({ length: 20 }, () => ({ seen: [] })));
    });

    test("names that objects inherit are ordinary names, and no prototype changes", async () => {
      const args = JSON.parse('{"constructor":"c","toString":"t","__proto__":"p"}');
      const odd = await taken("odd_names", args);
      expect(Object.entries(odd)).toEqual(
        expect.arrayContaining([
          ["constructor", "c"],
          ["toString", "t"],
        ]),
      );
      const dangerous = JSON.parse(
        '{"a":"1","b":"2","c":"3","__proto__":{"admin":true},"constructor":"x","hasOwnProperty":1}',
      );
      expect(await taken("texts", dangerous)).toEqual({ a: "1", b: "2", c: "3" });
      expect(Reflect.get({}, "admin")).toBeUndefined();
    });

    test("a whole number beyond what a double holds is refused, not changed in silence", async () => {
      const { message } = await refused("whole", { id: 2 ** 53 });
      expect(message).toMatch(/^id: expected a whole number/);
    });
  });
});
