import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createRedactor, noSecrets } from "./redact.js";

const secret = "s3cr3t/tökén?!";
const redactor = createRedactor([{ name: "token", value: secret }]);
const bytes = (text: string) => new TextEncoder().encode(text);
const readable = (chunks: readonly Uint8Array[]) => new TextDecoder().decode(Buffer.concat(chunks));

describe("taking secrets out of text", () => {
  test.each([
    ["as it is", `a ${secret} b`, "a [secret:token] b"],
    ["twice", secret + secret, "[secret:token][secret:token]"],
    ["inside JSON text", JSON.stringify({ a: 'x"y' }), '{"a":"x\\"y"}'],
    ["percent-encoded", `?q=${encodeURIComponent(secret)}&`, "?q=[secret:token]&"],
    ["percent-encoded in lower case", encodeURIComponent(secret).toLowerCase(), "[secret:token]"],
  ])("%s", (_what, given, expected) => {
    expect(redactor.text(given)).toBe(expected);
  });

  test("escaped inside JSON text", () => {
    const quoted = createRedactor([{ name: "pass", value: 'quo"ted\\one' }]);
    expect(quoted.text(JSON.stringify({ a: 'quo"ted\\one' }))).toBe('{"a":"[secret:pass]"}');
  });

  test("in base64 and base64url, whatever stands before it", () => {
    for (const before of ["", "u", "us", "user:", "a b"]) {
      for (const after of ["", "x", "xy", ":z"]) {
        for (const encoding of ["base64", "base64url"] as const) {
          const encoded = Buffer.from(before + secret + after).toString(encoding);
          const out = redactor.text(encoded);
          expect(out).toContain("[secret:token]");
          const rest = Buffer.from(out.replace("[secret:token]", ""), encoding).toString();
          expect(rest).not.toContain(secret.slice(2, 8));
        }
      }
    }
  });

  test("in the keys and values of JSON, at any depth", () => {
    expect(redactor.json({ [secret]: [{ deep: `is ${secret}` }, 1, null, true] })).toEqual({
      "[secret:token]": [{ deep: "is [secret:token]" }, 1, null, true],
    });
  });

  test("the longer of two secrets that begin alike goes whole", () => {
    const both = createRedactor([
      { name: "short", value: "hunter2" },
      { name: "long", value: "hunter2-long" },
    ]);
    expect(both.text("hunter2-long hunter2")).toBe("[secret:long] [secret:short]");
  });

  test("a secret of five characters is left alone, so that nothing is found by chance", () => {
    expect(createRedactor([{ name: "pin", value: "12345" }])).toBe(noSecrets);
    expect(noSecrets.stream()).toBeUndefined();
  });
});

describe("taking secrets out of a stream of bytes", () => {
  test("wherever the text is cut into chunks, the secret never passes", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(80), { maxLength: 12 }), (cuts) => {
        const whole = bytes(`before ${secret} between s3cr3 ${secret}${secret} after s3c`);
        const stream = redactor.stream();
        if (stream === undefined) throw new Error("there is a secret");
        const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
        const out = at.slice(1).map((end, index) => stream.push(whole.subarray(at[index], end)));
        out.push(stream.flush());
        expect(readable(out)).toBe("before [secret:token] between s3cr3 [secret:token][secret:token] after s3c");
      }),
    );
  });

  test("what cannot become a secret is not held back", () => {
    const stream = redactor.stream();
    expect(readable([stream?.push(bytes("plain s3")) ?? bytes("")])).toBe("plain ");
    expect(readable([stream?.push(bytes(" and more")) ?? bytes("")])).toBe("s3 and more");
  });

  test("bytes that are no UTF-8 come through as they were", () => {
    const raw = Uint8Array.from({ length: 256 }, (_, index) => index);
    const stream = redactor.stream();
    expect(Buffer.concat([stream?.push(raw) ?? raw, stream?.flush() ?? raw])).toEqual(Buffer.from(raw));
  });
});
