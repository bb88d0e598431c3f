import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { leakWatch } from "./leaks.js";

const secret = "p@ss wörd/1";
const watch = leakWatch(new Map([["token", secret]]));

test.each([
  ["as it is", secret],
  ["in JSON", JSON.stringify({ a: `<${secret}>` })],
  ["percent-encoded", `https://x/?q=${encodeURIComponent(secret)}`],
  ["in hexadecimal", Buffer.from(secret).toString("hex")],
])("is found %s", (_, text) => {
  expect(watch.find(`before ${text} after`)).toBe("token");
});

test("is found in base64 of any text around it", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 8 }),
      fc.uint8Array({ maxLength: 8 }),
      fc.boolean(),
      (before, after, forUrls) => {
        const bytes = Buffer.concat([before, Buffer.from(secret), after]);
        expect(watch.find(bytes.toString(forUrls ? "base64url" : "base64"))).toBe("token");
      },
    ),
  );
});

test("is found across pieces, once", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), (size) => {
      const look = watch.stream();
      const bytes = Buffer.from(`before ${secret} after`);
      const found: (string | undefined)[] = [];
      for (let at = 0; at < bytes.length; at += size) found.push(look(bytes.subarray(at, at + size)));
      expect(found.filter((name) => name !== undefined)).toEqual(["token"]);
    }),
  );
});

test("other texts hold none, and short values are not looked for", () => {
  expect(watch.find("pass word 1")).toBeUndefined();
  expect(leakWatch(new Map([["pin", "12345"]])).find("12345")).toBeUndefined();
  expect(leakWatch(new Map()).stream()(Buffer.from("x"))).toBeUndefined();
});
