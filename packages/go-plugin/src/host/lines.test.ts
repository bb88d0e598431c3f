import { PassThrough } from "node:stream";
import { expect, test } from "@jest/globals";
import { readLines } from "./lines.js";

async function linesOf(chunks: readonly (string | Buffer)[]): Promise<string[]> {
  const stream = new PassThrough();
  const lines: string[] = [];
  readLines(stream, (line) => lines.push(line));
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await new Promise((resolve) => stream.once("close", resolve));
  return lines;
}

test("lines are put together and taken apart", async () => {
  expect(await linesOf(["one\ntw", "o\r\n\nthr", "ee"])).toEqual(["one", "two", "", "three"]);
});

test("characters are not cut in two", async () => {
  const bytes = Buffer.from("müde\n");
  expect(await linesOf([bytes.subarray(0, 2), bytes.subarray(2)])).toEqual(["müde"]);
});

test("a line without an end does not fill the memory", async () => {
  const lines = await linesOf(["x".repeat(150_000), "\nnext\n"]);
  expect(lines.map((line) => line.length)).toEqual([65_536, 65_536, 18_928, 4]);
});
