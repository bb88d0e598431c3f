import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createRedactor, noSecrets } from "../../operation/redact.js";
import { createCollector, textOf, trimmed } from "./collect.js";

function collect(pieces: readonly Uint8Array[], limit: number) {
  const collector = createCollector(limit);
  for (const piece of pieces) collector.add(piece);
  return collector.collected();
}

const split = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.slice(index * size, (index + 1) * size));

describe("collected output", () => {
  test("is the beginning of what came, and every byte is kept or counted", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(220),
        (all, size, limit) => {
          const { bytes, dropped } = collect(split(all, size), limit);
          expect(bytes).toEqual(all.slice(0, limit));
          expect(bytes.length + dropped).toBe(all.length);
        },
      ),
    );
  });

  test("does not change when its source uses the buffer again", () => {
    const collector = createCollector(10);
    const buffer = new Uint8Array([1, 2]);
    collector.add(buffer);
    buffer.fill(9);
    expect(collector.collected().bytes).toEqual(new Uint8Array([1, 2]));
  });

  test("that was cut holds whole characters only, and every byte is kept or counted", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), fc.nat(60), (text, limit) => {
        const all = Buffer.from(text);
        const kept = trimmed(collect(split(all, 3), limit), "utf8", noSecrets);
        expect(kept.bytes.length + kept.dropped).toBe(all.length);
        expect(text.startsWith(textOf({ ...kept, dropped: 0 }, "utf8"))).toBe(true);
        // No more than what could be a character is given up.
        if (all.length > limit) expect(kept.bytes.length).toBeGreaterThan(limit - 4);
      }),
    );
  });

  test.each<[string, readonly number[], number]>([
    ["a whole unit", [0x61, 0, 0x62, 0], 4],
    ["half a unit", [0x61, 0, 0x62], 2],
    ["half a pair", [0x61, 0, 0x34, 0xd8], 2],
    ["a pair", [0x34, 0xd8, 0x1e, 0xdd], 4],
  ])("in UTF-16 ends with %s", (_, bytes, kept) => {
    const cut = { bytes: new Uint8Array(bytes), dropped: 1 };
    expect(trimmed(cut, "utf16le", noSecrets).bytes).toHaveLength(kept);
  });

  test("keeps bytes that are no text", () => {
    const cut = { bytes: new Uint8Array([0xff, 0xfe, 0x80, 0xe2]), dropped: 5 };
    expect(trimmed(cut, "bytes", noSecrets)).toEqual(cut);
    expect(trimmed(cut, "latin1", noSecrets)).toEqual(cut);
  });

  test("says how much is missing", () => {
    expect(textOf({ bytes: Buffer.from("ab"), dropped: 3 }, "utf8")).toBe("ab\n[… 3 more bytes were cut]");
    expect(textOf({ bytes: Buffer.from("ab"), dropped: 0 }, "utf8")).toBe("ab");
  });

  test("does not end with the beginning of a secret", () => {
    const redactor = createRedactor([{ name: "token", value: "secret-value" }]);
    const cut = (text: string) =>
      Buffer.from(trimmed({ bytes: Buffer.from(text), dropped: 1 }, "utf8", redactor).bytes);
    expect(cut("abc secret-va").toString()).toBe("abc ");
    // What is whole is recognised wherever it goes.
    expect(cut("abc secret-value d").toString()).toBe("abc secret-value d");
  });
});
