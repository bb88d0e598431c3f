import { expect, test } from "@jest/globals";
import { createRedactor, noSecrets } from "../../operation/redact.js";
import { createTail, tailLimit } from "./tail.js";

function tailOf(text: string, size: number, redactor = noSecrets): string {
  const tail = createTail();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) tail.add(bytes.subarray(at, at + size));
  return tail.text(redactor);
}

const numbered = Array.from({ length: 20_000 }, (_, line) => `line ${line}\n`).join("");

test.each([1, 7, 4096, 65_536, 1_000_000])("the end of what came in pieces of %i bytes", (size) => {
  expect(tailOf(numbered, size)).toBe(numbered.slice(-tailLimit));
  expect(tailOf("short", size)).toBe("short");
});

test("begins with a whole character", () => {
  expect(tailOf("€".repeat(5000), 100)).toBe("€".repeat(Math.floor(tailLimit / 3)));
});

test("holds no part of a secret that begins before it", () => {
  const redactor = createRedactor([{ name: "token", value: "secret-value" }]);
  const text = tailOf(`${"x".repeat(9000)}secret-value${"y".repeat(tailLimit - 5)}`, 100, redactor);
  expect(text).toBe(`oken]${"y".repeat(tailLimit - 5)}`);
});
