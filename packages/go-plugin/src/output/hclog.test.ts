import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { hclogLine, type LogLevel } from "./hclog.js";

const time = new Date("2026-03-04T05:06:07.089Z");

test("an entry is one line that hclog reads", () => {
  expect(hclogLine({ level: "warn", message: "two\nlines", time, fields: { call: "c1", size: 3, "@level": 7 } })).toBe(
    '{"@level":"warn","@timestamp":"2026-03-04T05:06:07.089000Z","@message":"two\\nlines","call":"c1","size":3,"level":7}\n',
  );
});

test("a long message is cut, and says how much it was", () => {
  const line = hclogLine({ level: "info", message: "x".repeat(200_000), time });
  expect(Buffer.byteLength(line)).toBe(65_535);
  expect(JSON.parse(line)["@message"]).toMatch(/^x{65000,} … \(cut from 200000 characters\)$/);
});

test("what JSON escapes counts as long as it becomes", () => {
  const line = hclogLine({ level: "info", message: "\0".repeat(60_000), time });
  expect(Buffer.byteLength(line)).toBeLessThan(65_536);
  expect(Buffer.byteLength(line)).toBeGreaterThan(65_000);
});

test("long fields are left out before the message is cut", () => {
  const line = hclogLine({
    level: "info",
    message: "m".repeat(1000),
    time,
    fields: { big: "f".repeat(70_000), small: 1 },
  });
  expect(JSON.parse(line)).toMatchObject({
    "@message": "m".repeat(1000),
    big: "(left out: 70002 characters)",
    small: 1,
  });
});

test("fields that are too many are left out altogether", () => {
  const fields = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`field-${index}`, index]));
  const line = hclogLine({ level: "info", message: "kept", time, fields });
  expect(JSON.parse(line)["@message"]).toBe("kept");
  expect(Buffer.byteLength(line)).toBeLessThan(65_536);
});

test("what JSON cannot express is shown as a text", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  const hostile = {
    toJSON() {
      throw new Error("no");
    },
    toString() {
      throw new Error("no");
    },
  };
  const fields = { big: 1n, nothing: undefined, symbol: Symbol("s"), circle, hostile };
  expect(JSON.parse(hclogLine({ level: "info", message: "m", time, fields }))).toMatchObject({
    big: "1",
    symbol: "Symbol(s)",
    circle: "[object Object]",
    hostile: "(cannot be shown)",
  });
});

test.each([new Date(Number.NaN), new Date(8.64e15), new Date(-1e14)])("the date %p is replaced", (odd) => {
  expect(hclogLine({ level: "info", message: "m", time: odd })).toMatch(
    /"@timestamp":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"/,
  );
});

test("whatever is logged, the host finds strings where it relies on them", () => {
  const level = fc.constantFrom<LogLevel>("trace", "debug", "info", "warn", "error");
  const entry = fc.record({
    level,
    message: fc.string({ unit: "binary" }),
    fields: fc.dictionary(fc.string(), fc.anything()),
  });
  fc.assert(
    fc.property(entry, (logged) => {
      const line = hclogLine({ ...logged, time });
      expect(line.slice(0, -1)).not.toContain("\n");
      const { "@message": message, "@level": shown, "@timestamp": timestamp } = JSON.parse(line);
      expect([typeof message, shown, timestamp]).toEqual(["string", logged.level, "2026-03-04T05:06:07.089000Z"]);
    }),
  );
});
