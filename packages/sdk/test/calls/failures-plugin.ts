import { ToolErrorCategory as Category } from "@plugwright/protocol/tool";
import { definePlugin, ToolError, tool } from "@plugwright/sdk";
import * as z from "zod";

const cyclic: Error = Object.assign(new Error("cyclic"), {});
cyclic.cause = cyclic;

/** What is thrown, and the category, text and details with which it must arrive. */
export const thrown: Readonly<Record<string, { value: unknown; category: Category; text: string; details?: object }>> =
  {
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
      value: Object.assign(new Error("ENOENT: no such file, open '/x'"), {
        code: "ENOENT",
        syscall: "open",
        path: "/x",
      }),
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

export const plugin = definePlugin({
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
