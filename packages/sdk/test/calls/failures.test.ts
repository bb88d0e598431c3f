import { describe, expect, test } from "@jest/globals";
import { ToolErrorCategory as Category } from "@plugwright/protocol/tool";
import { seen } from "../support/clients.js";
import { lastOf, onEachLane } from "../support/lanes.js";
import { verifies } from "../verifies.js";
import { plugin, thrown } from "./failures-plugin.js";

const module = new URL("failures-plugin.ts", import.meta.url);

await onEachLane("a call that fails", (lane) => {
  const { call } = lane.serve({ plugin, module });

  describe("whatever a handler throws ends the call with one readable error", () => {
    test.each(Object.keys(thrown))("%s", async (what) => {
      verifies("TOOL-23", "RUN-12", "RUN-18");
      const expected = thrown[what];
      const error = lastOf(await call("throw_it", { what }));
      expect(error).toMatchObject({ name: "error", category: expected?.category, text: expected?.text });
      if (expected?.details !== undefined) expect(error.details).toEqual(expected.details);
      if (error.category === Category.UNKNOWN) expect(error.details).toHaveProperty("error");
      expect(JSON.stringify(error)).not.toMatch(/\n\s+at /);
    });

    test("two megabytes of text are cut to 2 KiB with a mark", async () => {
      const error = lastOf(await call("throw_long"));
      expect(new TextEncoder().encode(error.text).length).toBeLessThanOrEqual(2048);
      expect(error.text).toMatch(/^ü{900,} … \[cut\]$/);
      expect(JSON.stringify(error.details).length).toBeLessThan(8192);
    });
  });

  describe("a result is checked before it leaves", () => {
    test("one that breaks the output schema names the field, with what was returned in the details", async () => {
      verifies("TOOL-22", "RUN-13");
      expect(lastOf(await call("wrong_type"))).toMatchObject({
        name: "error",
        category: Category.EXECUTION_FAILED,
        text: expect.stringMatching(
          /^the result of wrong_type does not fit its output schema\nrows: expected an array, got the string "nope"$/,
        ),
        details: { returned: { rows: "nope" } },
      });
    });

    test("one over the message limit tells its size and the limit", async () => {
      expect(lastOf(await call("large"))).toMatchObject({
        category: Category.EXECUTION_FAILED,
        text: expect.stringMatching(/^the result has 52429\d\d bytes, the limit is 4194304: send less/),
      });
      expect(lastOf(await call("throw_it", { what: "string" }))).toMatchObject({ text: "just a string" });
    });
  });

  describe("a call that cannot be run", () => {
    test("names the operation that was probably meant", async () => {
      verifies("TOOL-11");
      expect((await call("trow_it")).events.map(seen)).toEqual([
        expect.objectContaining({
          name: "error",
          category: Category.NOT_FOUND,
          text: 'this plugin has no tool "trow_it"; did you mean throw_it?',
        }),
      ]);
    });

    test.each(["constructor", "__proto__", "toString", ""])("%p is no operation", async (name) => {
      expect(lastOf(await call(name))).toMatchObject({ category: Category.NOT_FOUND });
    });

    test("an interactive operation is not run by the plugin", async () => {
      expect(lastOf(await call("ask"))).toMatchObject({
        category: Category.EXECUTION_FAILED,
        text: "ask is interactive: the kernel asks a person, no handler runs",
      });
    });
  });
});
