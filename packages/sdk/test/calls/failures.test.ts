import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ToolErrorCategory as Category } from "@plugwright/protocol/tool";
import { definePlugin, ToolError, tool } from "@plugwright/sdk";
import { type Listening, listen } from "@plugwright/sdk/node";
import * as z from "zod";
import { type Caller, clientKinds, collect, services, terminal } from "../support/clients.js";
import { verifies } from "../verifies.js";

const cyclic: Error = Object.assign(new Error("cyclic"), {});
cyclic.cause = cyclic;

/** What is thrown, and the category, text and details with which it must arrive. */
const thrown: Readonly<Record<string, { value: unknown; category: Category; text: string; details?: object }>> = {
  error: {
    value: new Error("bad path /etc/x"),
    category: Category.UNKNOWN,
    text: "bad path /etc/x",
    details: { error: { name: "Error", message: "bad path /etc/x" } },
  },
  unicode: { value: new Error("línea 1\nline 2 %41 ✓ "), category: Category.UNKNOWN, text: "línea 1\nline 2 %41 ✓ " },
  string: {
    value: "just a string",
    category: Category.UNKNOWN,
    text: "just a string",
    details: { error: "just a string" },
  },
  undefined: {
    value: undefined,
    category: Category.UNKNOWN,
    text: "handler threw undefined",
    details: { error: "handler threw undefined" },
  },
  null: { value: null, category: Category.UNKNOWN, text: "handler threw null", details: { error: null } },
  cyclic: { value: cyclic, category: Category.UNKNOWN, text: "cyclic" },
  abort: { value: new DOMException("stopped", "AbortError"), category: Category.UNKNOWN, text: "stopped" },
  object: {
    value: { code: 7 },
    category: Category.UNKNOWN,
    text: "handler threw an object that is no error",
    details: { error: { code: 7 } },
  },
  missing: {
    value: Object.assign(new Error("ENOENT: no such file, open '/x'"), { code: "ENOENT", syscall: "open", path: "/x" }),
    category: Category.NOT_FOUND,
    text: "ENOENT: no such file, open '/x'",
    details: { code: "ENOENT", syscall: "open", path: "/x" },
  },
  denied: {
    value: Object.assign(new Error("EACCES: denied"), { code: "EACCES" }),
    category: Category.PERMISSION_DENIED,
    text: "EACCES: denied",
  },
  full: {
    value: Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" }),
    category: Category.EXECUTION_FAILED,
    text: "ENOSPC: no space left",
  },
  tool_error: {
    value: new ToolError("permission_denied", "outside of the roots", { details: { root: "/srv" } }),
    category: Category.PERMISSION_DENIED,
    text: "outside of the roots",
    details: { root: "/srv" },
  },
  quota: {
    value: new ToolError("execution_failed", "quota used up", { details: { retryAfter: 30 }, retryable: true }),
    category: Category.EXECUTION_FAILED,
    text: "quota used up",
    details: { retryAfter: 30 },
  },
};

const rows = z.object({ rows: z.array(z.string()) });
const returns = (name: string, value: () => unknown) =>
  tool(name)
    .describe(`returns ${name}`)
    .input(z.object({}))
    .output(rows)
    .reads()
    .run(async () => JSON.parse(JSON.stringify(value())));

const plugin = definePlugin({
  name: "failures",
  version: "1.0.0",
  source: "github.com/plugwright/failures",
  tools: [
    tool("throw_it")
      .describe("throws what it is told to")
      .input(z.object({ what: z.string() }))
      .output(rows)
      .reads()
      .run(async ({ what }) => {
        throw thrown[what]?.value;
      }),
    tool("throw_long")
      .describe("throws two megabytes")
      .input(z.object({}))
      .output(rows)
      .reads()
      .run(async () => {
        throw new Error("ü".repeat(1024 * 1024));
      }),
    returns("wrong_type", () => ({ rows: "nope" })),
    tool("large")
      .describe("returns five megabytes")
      .input(z.object({}))
      .output(rows)
      .reads()
      .run(async () => ({ rows: ["x".repeat(5 * 1024 * 1024)] })),
    tool("ask").describe("asks a person").input(z.object({})).output(rows).asks(),
  ],
});

let listening: Listening;
let to: Caller;
const client = () => {
  const connect = clientKinds["gRPC"];
  const service = services["ToolService"];
  if (connect === undefined || service === undefined) throw new Error("no such client");
  return service(connect(listening.url).transport);
};
beforeAll(async () => {
  listening = await listen(plugin, { token: false });
  to = client();
});
afterAll(() => listening.close());

describe("whatever a handler throws ends the call with one readable error", () => {
  test.each(Object.keys(thrown))("%s", async (what) => {
    verifies("TOOL-23", "RUN-12", "RUN-18");
    const expected = thrown[what];
    const error = await terminal(to.invoke("throw_it", { what }));
    expect(error).toMatchObject({ name: "error", category: expected?.category, text: expected?.text });
    if (expected?.details !== undefined) expect(error.details).toEqual(expected.details);
    if (error.category === Category.UNKNOWN) expect(error.details).toHaveProperty("error");
    expect(JSON.stringify(error)).not.toMatch(/\n\s+at /);
  });

  test("two megabytes of text are cut to 2 KiB with a mark", async () => {
    const error = await terminal(to.invoke("throw_long"));
    expect(new TextEncoder().encode(error.text).length).toBeLessThanOrEqual(2048);
    expect(error.text).toMatch(/^ü{900,} … \[cut\]$/);
    expect(JSON.stringify(error.details).length).toBeLessThan(8192);
  });
});

describe("a result is checked before it leaves", () => {
  test("one that breaks the output schema names the field, with what was returned in the details", async () => {
    verifies("TOOL-22", "RUN-13");
    expect(await terminal(to.invoke("wrong_type"))).toMatchObject({
      name: "error",
      category: Category.EXECUTION_FAILED,
      text: expect.stringMatching(
        /^the result of wrong_type does not fit its output schema\nrows: expected an array, got the string "nope"$/,
      ),
      details: { returned: { rows: "nope" } },
    });
  });

  test("one over the message limit tells its size and the limit", async () => {
    expect(await terminal(to.invoke("large"))).toMatchObject({
      category: Category.EXECUTION_FAILED,
      text: expect.stringMatching(/^the result has 52429\d\d bytes, the limit is 4194304: send less/),
    });
    expect(await terminal(to.invoke("throw_it", { what: "string" }))).toMatchObject({ text: "just a string" });
  });
});

describe("a call that cannot be run", () => {
  test("names the operation that was probably meant", async () => {
    verifies("TOOL-11");
    expect(await collect(to.invoke("trow_it"))).toEqual([
      expect.objectContaining({
        name: "error",
        category: Category.NOT_FOUND,
        text: 'this plugin has no tool "trow_it"; did you mean throw_it?',
      }),
    ]);
  });

  test.each(["constructor", "__proto__", "toString", ""])("%p is no operation", async (name) => {
    expect(await terminal(to.invoke(name))).toMatchObject({ category: Category.NOT_FOUND });
  });

  test("an interactive operation is not run by the plugin", async () => {
    expect(await terminal(to.invoke("ask"))).toMatchObject({
      category: Category.EXECUTION_FAILED,
      text: "ask is interactive: the kernel asks a person, no handler runs",
    });
  });
});
