import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { toJson } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ConfigSchemaSchema } from "@plugwright/protocol/config";
import { EmitRequestSchema, KernelCallbackService, LogRequestSchema } from "@plugwright/protocol/kernel";
import { SchemaType } from "@plugwright/protocol/schema";
import { DescribeResponseSchema, PreviewResponseSchema, ToolSchemaSchema } from "@plugwright/protocol/tool";
import { describeWithGo } from "../../../interop/driver/go.js";
import { isAlive } from "../../go-plugin/test/support/spawn.js";
import { until } from "../../sdk/test/support/until.js";
import { type GoTools, launchGoTools, statusOf } from "./support/go-tools.js";

await describeWithGo("a right plugin in Go, on the wire", () => {
  let plugin: GoTools;
  beforeAll(async () => {
    plugin = await launchGoTools();
  }, 300_000);
  afterAll(async () => expect(await plugin?.close()).toBe(true));

  const error = (category: string, message: unknown, more = {}) => [
    { error: { category: `TOOL_ERROR_CATEGORY_${category}`, message, ...more } },
  ];
  /** The plugin's own lines tell of a call that nobody waits for any more. */
  const logged = (id: string, message: string, fields = {}) =>
    until(`the line ${message}`, () =>
      plugin.log.some((line) => {
        const entry = { ...line.fields, message: line.message };
        return Object.entries({ call_id: id, message, ...fields }).every(
          ([key, value]) => Object(entry)[key] === value,
        );
      }),
    );
  const cancelled = (id: string) => logged(id, "failed", { category: "cancelled" });

  describe("what it says of itself", () => {
    test("Describe", async () => {
      expect(toJson(DescribeResponseSchema, await plugin.client.describe({}))).toEqual({
        producer: {
          name: "gotools",
          version: "1.0.0",
          source: "github.com/plugwright/gotools",
          category: "CATEGORY_TOOL",
          protocolVersion: 1,
        },
      });
    });

    test("GetSchema: every field of every tool", async () => {
      const { tools, slashCommands, supportedHookPoints } = await plugin.client.getSchema({});
      expect([slashCommands, supportedHookPoints]).toEqual([[], []]);
      const fields = (schema: GoSchema) =>
        Object.entries(schema?.properties ?? {})
          .map(([name, { type }]) => `${name}${schema?.required.includes(name) ? "" : "?"} ${SchemaType[type]}`)
          .sort()
          .join(", ");
      type GoSchema = (typeof tools)[number]["inputSchema"];
      const facts = tools.map((tool) => {
        const { description, inputSchema, outputSchema, ...json } = Object(toJson(ToolSchemaSchema, tool));
        expect([description, inputSchema.type, outputSchema.type]).toEqual([
          expect.stringMatching(/./),
          "SCHEMA_TYPE_OBJECT",
          "SCHEMA_TYPE_OBJECT",
        ]);
        return { ...json, io: `${fields(tool.inputSchema)} -> ${fields(tool.outputSchema)}` };
      });
      const reads = { kind: "TOOL_KIND_DATA_SOURCE", risk: "RISK_CLASS_READ_ONLY", concurrency: { safe: true } };
      const resource = { kind: "TOOL_KIND_RESOURCE", concurrency: {} };
      expect(facts).toEqual([
        { name: "echo", ...reads, idempotent: true, io: "text STRING -> text STRING" },
        {
          name: "append",
          ...resource,
          risk: "RISK_CLASS_LOW",
          concurrency: { safe: true, keyFields: ["path"] },
          io: "path STRING, text STRING -> bytes NUMBER",
        },
        { name: "count", ...reads, idempotent: true, streaming: true, io: "to NUMBER -> count NUMBER" },
        {
          name: "shell",
          ...resource,
          risk: "RISK_CLASS_HIGH",
          streaming: true,
          defaultTimeout: "20s",
          io: "command STRING -> exit_code NUMBER",
        },
        {
          name: "ask",
          kind: "TOOL_KIND_INTERACTIVE",
          risk: "RISK_CLASS_READ_ONLY",
          io: "question STRING -> answer STRING",
        },
        {
          name: "finish",
          ...resource,
          risk: "RISK_CLASS_LOW",
          terminatesTurn: true,
          io: "summary STRING -> summary STRING",
        },
        { name: "remember", ...resource, risk: "RISK_CLASS_MODERATE", io: "text STRING -> tokens NUMBER" },
        { name: "sleep", ...reads, idempotent: true, io: "ms NUMBER -> ms NUMBER" },
      ]);
    });

    test("GetSchema: what can be configured", async () => {
      const { configSchema } = await plugin.client.getSchema({});
      expect(configSchema && toJson(ConfigSchemaSchema, configSchema)).toEqual({
        attributes: [
          { name: "greeting", type: "ATTR_TYPE_STRING", defaultJson: '"hello"' },
          { name: "token", type: "ATTR_TYPE_STRING", sensitive: true },
          { name: "limit", type: "ATTR_TYPE_NUMBER", description: "At most 100." },
        ],
      });
    });
  });

  describe("Configure", () => {
    test.each([[{}], [{ greeting: "hi", token: "s3cr3t-value", limit: 100 }]])("takes %j", async (config) => {
      await plugin.client.configure({ config });
      expect(JSON.stringify(plugin.log)).not.toContain("s3cr3t");
    });

    test.each([
      [{ limit: "three" }, "limit: must be a number"],
      [{ limit: 101 }, "limit: at most 100"],
      [{ greeting: 1 }, "greeting: must be a string"],
      [{ token: ["s3cr3t-value"] }, "token: must be a string"],
      [{ token: null }, "token: must be a string"],
    ])("refuses %j with both details", async (config, text) => {
      expect(await statusOf(plugin.client.configure({ config }))).toEqual({
        code: "InvalidArgument",
        text,
        details: ["google.rpc.ErrorInfo", "pluggableharness.tool.v1.ToolError"],
        info: [{ reason: "invalid_arguments", domain: "tool.pluggableharness.dev" }],
        error: [{ category: "TOOL_ERROR_CATEGORY_INVALID_ARGUMENTS", message: text }],
      });
    });
  });

  describe("Preview and Render", () => {
    test("the name comes first, then whether there is a preview, then the arguments", async () => {
      expect(await statusOf(plugin.preview("nothing"))).toMatchObject({
        code: "NotFound",
        details: ["google.rpc.ErrorInfo", "pluggableharness.tool.v1.ToolError"],
        info: [{ reason: "not_found" }],
      });
      for (const name of ["echo", "count", "shell", "ask", "finish", "remember", "sleep"]) {
        expect(await statusOf(plugin.preview(name))).toMatchObject({ code: "Unimplemented" });
      }
      expect(await statusOf(plugin.preview("append"))).toMatchObject({
        code: "InvalidArgument",
        error: [{ category: "TOOL_ERROR_CATEGORY_INVALID_ARGUMENTS", message: "path: required, but missing" }],
      });
    });

    test("a preview is a text and changes nothing", async () => {
      const answer = await plugin.preview("append", { path: "shown", text: "x" });
      expect(toJson(PreviewResponseSchema, answer)).toEqual({
        preview: { root: { text: { content: "would append to shown" } } },
      });
      expect(existsSync(join(plugin.directory, "shown"))).toBe(false);
    });

    test("nothing is rendered", async () => {
      expect(await statusOf(plugin.client.render({ schemaVersion: "1" }))).toMatchObject({ code: "Unimplemented" });
    });
  });

  describe("calls", () => {
    test("results", async () => {
      expect(await plugin.invoke("echo", { text: "ü" })).toEqual([{ result: { payload: { text: "ü" } } }]);
      expect(await plugin.invoke("finish", { summary: "s" })).toEqual([{ result: { payload: { summary: "s" } } }]);
      expect(await plugin.invoke("append", { path: "a", text: "ü" })).toEqual([{ result: { payload: { bytes: 2 } } }]);
      expect(await readFile(join(plugin.directory, "a"), "utf8")).toBe("ü");
    });

    test("failures are told in band", async () => {
      expect(await plugin.invoke("nothing")).toEqual(error("NOT_FOUND", 'there is no tool "nothing"'));
      expect(await plugin.invoke("echo")).toEqual(error("INVALID_ARGUMENTS", "text: required, but missing"));
      expect(await plugin.invoke("echo", { text: 1 })).toEqual(error("INVALID_ARGUMENTS", "text: must be a string"));
      expect(await plugin.invoke("sleep", { ms: "1" })).toEqual(error("INVALID_ARGUMENTS", "ms: must be a number"));
      expect(await plugin.invoke("sleep", { ms: null })).toEqual(error("INVALID_ARGUMENTS", "ms: must be a number"));
      for (const to of [-1, 1.5, 1e300]) {
        const text = "to: must be a whole number from 0 to 1000000000";
        expect(await plugin.invoke("count", { to })).toEqual(error("INVALID_ARGUMENTS", text));
      }
      expect(await plugin.invoke("ask", { question: "?" })).toEqual(
        error("EXECUTION_FAILED", "the kernel asks the human"),
      );
      expect(await plugin.invoke("append", { path: "no/such/folder", text: "x" })).toEqual(
        error("EXECUTION_FAILED", expect.stringContaining("no such file or directory")),
      );
    });

    test("count sends its events in order", async () => {
      expect(await plugin.invoke("count", { to: 2 })).toEqual([
        { progress: { message: "at 1", fractionComplete: 0.5 } },
        { partialResult: { payload: { n: 1 } } },
        { outputChunk: { stream: "OUTPUT_STREAM_STDOUT", data: "MQo=" } },
        { progress: { message: "at 2", fractionComplete: 1 } },
        { partialResult: { payload: { n: 2 } } },
        { outputChunk: { stream: "OUTPUT_STREAM_STDOUT", data: "Mgo=" } },
        { result: { payload: { count: 2 } } },
      ]);
    });

    test.each([
      ["count", { to: 1_000_000_000 }],
      ["sleep", { ms: 1_000_000_000 }],
    ])("%s stops when it is cancelled", async (name, args) => {
      const id = `cancelled-${name}`;
      const stop = new AbortController();
      const call = statusOf(plugin.invoke(name, args, { id, signal: stop.signal }));
      await logged(id, "called", { tool: name, turn_id: "turn-1" });
      stop.abort();
      expect(await call).toMatchObject({ code: "Canceled" });
      await cancelled(id);
    });
  });

  describe("shell", () => {
    const exit = (exitCode: number, signal?: string) => [
      { exitStatus: { ...(exitCode !== 0 && { exitCode }), ...(signal && { signal }) } },
      { result: { payload: { exit_code: exitCode } } },
    ];
    const chunk = (stream: string, text: string) => ({
      outputChunk: { stream: `OUTPUT_STREAM_${stream}`, data: Buffer.from(text).toString("base64") },
    });
    const run = (command: string) => plugin.invoke("shell", { command });

    test("tells what was printed, then how it ended, then the result", async () => {
      expect(await run("pwd")).toEqual([chunk("STDOUT", `${plugin.directory}\n`), ...exit(0)]);
      expect(await run("echo oops >&2; exit 3")).toEqual([chunk("STDERR", "oops\n"), ...exit(3)]);
    });

    test("passes on all of a long output", async () => {
      const events = await run("head -c 1000000 /dev/zero");
      const size = (event: unknown) => Buffer.from(String(Object(Object(event).outputChunk).data), "base64").length;
      expect(events.slice(0, -2).reduce<number>((sum, event) => sum + size(event), 0)).toBe(1_000_000);
      expect(events.slice(-2)).toEqual(exit(0));
    });

    test.each([
      ["KILL", 137],
      ["TERM", 143],
      ["HUP", 129],
      ["SEGV", 139],
    ])("names the signal SIG%s", async (name, code) => {
      expect(await run(`kill -${name} $$`)).toEqual(exit(code, `SIG${name}`));
    });

    test("ends what a shell leaves behind, and tells of the shell all the same", async () => {
      const [printed, ...rest] = await run("sleep 600 & echo $!");
      expect(rest).toEqual(exit(0));
      await until("the end of the process", () => !isAlive(pidsIn([printed])[0] ?? 0), 4000);
    });

    test("a cancel leaves no process", async () => {
      const stop = new AbortController();
      const seen: unknown[] = [];
      const onEvent = (event: unknown) => {
        seen.push(event);
        if (pidsIn(seen).length === 2) stop.abort();
      };
      const command = "sleep 600 & echo $$ $!; wait";
      const call = plugin.invoke("shell", { command }, { id: "shell", signal: stop.signal, onEvent });
      expect(await statusOf(call)).toMatchObject({ code: "Canceled" });
      const pids = pidsIn(seen);
      expect(pids).toHaveLength(2);
      await until("the end of the processes", () => !pids.some(isAlive), 4000);
      await cancelled("shell");
      expect(plugin.log.filter(({ fields }) => fields["call_id"] === "shell").at(-1)?.fields["did"]).toEqual({
        exit_code: 137,
      });
    });

    /** What was printed, as numbers of processes. */
    const pidsIn = (events: readonly unknown[]): number[] =>
      events.flatMap((event) => {
        const { data } = Object(Object(event).outputChunk);
        return Buffer.from(String(data), "base64").toString().trim().split(" ").map(Number);
      });
  });

  describe("remember", () => {
    const heard: unknown[] = [];
    let isAway = true;
    beforeAll(async () => {
      await plugin.serve((router) =>
        router.service(KernelCallbackService, {
          log(request) {
            if (isAway) throw new ConnectError("not now", Code.Unavailable);
            heard.push(toJson(LogRequestSchema, request));
            return {};
          },
          emit(request) {
            heard.push(toJson(EmitRequestSchema, request));
            return { id: "event-1", sequence: 1n };
          },
          countTokens: ({ content }) => ({ count: BigInt(content.length + 1), exact: true }),
        }),
      );
    });

    test("reports in band that the kernel refuses", async () => {
      // Much later than the kernel has said where it serves, which go-plugin forgets within 5 s.
      await new Promise((resolve) => setTimeout(resolve, 6000));
      expect(await plugin.invoke("remember", { text: "x" })).toEqual(
        error("EXECUTION_FAILED", expect.stringContaining("not now")),
      );
    });

    test("logs, emits and counts", async () => {
      isAway = false;
      expect(await plugin.invoke("remember", { text: "12345" })).toEqual([{ result: { payload: { tokens: 2 } } }]);
      expect(heard).toEqual([
        {
          sessionId: "session-1",
          entries: [
            {
              level: "LOG_LEVEL_INFO",
              message: "remembering",
              fields: { call_id: "call-1", turn_id: "turn-1" },
              time: expect.stringMatching(/^20/),
            },
          ],
        },
        { sessionId: "session-1", kind: "EVENT_KIND_TOOL_RESULT", schemaVersion: "1", payload: "MTIzNDU=" },
      ]);
    });
  });
});
