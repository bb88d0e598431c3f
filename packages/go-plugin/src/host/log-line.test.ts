import { expect, test } from "@jest/globals";
import { hclogLine } from "../output/hclog.js";
import { parseLogLine } from "./log-line.js";

test("an entry of hclog is read as it was written", () => {
  const time = new Date("2026-03-04T05:06:07.089Z");
  expect(parseLogLine(hclogLine({ level: "warn", message: "m", time, fields: { a: [1] } }).trimEnd())).toEqual({
    level: "warn",
    message: "m",
    timestamp: "2026-03-04T05:06:07.089000Z",
    fields: { a: [1] },
  });
});

test.each([
  ["plain text", "debug"],
  ["[WARN] careful", "warn"],
  ["[ERROR] no", "error"],
  ['{"@level":"info","@message":5}', "debug"],
  ['{"@level":5,"@message":"m"}', "debug"],
  ['{"level":"error"}', "debug"],
  ["{not json", "debug"],
  ["null", "debug"],
  ["[1]", "debug"],
])("%p is a text at level %s", (line, level) => {
  expect(parseLogLine(line)).toEqual({ level, message: line, timestamp: undefined, fields: {} });
});
