import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import {
  env,
  expectNoOverlap,
  expectTranscript,
  isKernelLoadError,
  startKernel,
  type TestKernel,
} from "@plugwright/testkit";
import { buildGo } from "../../../interop/driver/build.js";
import { describeWithGo } from "../../../interop/driver/go.js";

await describeWithGo("a right plugin in Go passes under the test kernel", () => {
  let binary: string;
  let directory: string;
  let kernel: TestKernel;
  beforeAll(async () => {
    binary = await buildGo("tools");
    directory = await realpath(await mkdtemp(join(tmpdir(), "go-")));
    kernel = await startKernel({
      providers: [{ binary, spawns: ["shell"] }],
      config: { gotools: { token: env("TOKEN"), limit: 3 } },
      environment: { TOKEN: "s3cr3t-value" },
      workingDirectory: directory,
      answer: ({ args }) => ({ answer: `${args["question"]} yes` }),
    });
  }, 300_000);
  afterAll(async () => {
    // Rejects if the plugin has broken the protocol in any of the tests.
    await kernel?.close();
    await rm(directory, { recursive: true });
  });

  test("it is loaded without a warning", () => {
    expect(kernel.warnings).toEqual([]);
    expect(kernel.providers).toEqual([
      { name: "gotools", version: "1.0.0", source: "github.com/plugwright/gotools", category: "tool" },
    ]);
    expect(kernel.tools.map(({ name, kind, risk, hasPreview }) => `${name} ${kind} ${risk} ${hasPreview}`)).toEqual([
      "echo data_source read_only false",
      "append resource low true",
      "count data_source read_only false",
      "shell resource high false",
      "ask interactive read_only false",
      "finish resource low false",
      "remember resource moderate false",
      "sleep data_source read_only false",
    ]);
  });

  test("its configuration is refused where it is wrong, by the kernel and by itself", async () => {
    const refusal = (config: Parameters<typeof startKernel>[0]["config"]) =>
      startKernel({ providers: [{ binary }], config }).then(
        () => [],
        (error: unknown) =>
          isKernelLoadError(error) ? error.findings.map(({ rule, message }) => `${rule}: ${message}`) : [error],
      );
    expect(await refusal({ gotools: { limit: "three" } })).toEqual(["config_invalid: limit must be a number"]);
    expect(await refusal({ gotools: { limit: 101 } })).toEqual(["configure_failed: limit: at most 100"]);
  });

  test("its tools answer", async () => {
    expect((await kernel.call("echo", { text: "ü" })).result).toEqual({ text: "ü" });
    expect((await kernel.call("echo", {}, { unchecked: true })).error).toMatchObject({
      category: "invalid_arguments",
      message: "text: required, but missing",
    });
    expect((await kernel.call("ask", { question: "Really?" })).result).toEqual({ answer: "Really? yes" });
    expect((await kernel.message([{ tool: "finish", args: { summary: "done" } }])).done).toEqual({
      by: "terminates_turn",
      result: { summary: "done" },
    });
  });

  test("its events come in their order", async () => {
    expectTranscript(
      await kernel.call("count", { to: 2 }),
      `
        count {"to":2}
        progress "at 1" 0.5
        partial {"n":1}
        stdout "1\\n"
        progress "at 2" 1
        partial {"n":2}
        stdout "2\\n"
        result {"count":2}
      `,
    );
  });

  test("its processes tell how they ended, and die with their call", async () => {
    const { events } = await kernel.call("shell", { command: "echo out; exit 3" });
    expect(events).toEqual([{ output: "out\n", to: "stdout" }, { exit: { code: 3 } }, { result: { exit_code: 3 } }]);
    const killed = await kernel.call("shell", { command: "kill -9 $$" });
    expect(killed.events).toEqual([{ exit: { code: 137, signal: "SIGKILL" } }, { result: { exit_code: 137 } }]);
    const waiting = kernel.start("shell", { command: "echo begun; sleep 600 & wait" });
    for await (const _ of waiting.events()) waiting.cancel();
    expect((await waiting.report).error?.category).toBe("cancelled");
  });

  test("its calls are held apart by their keys", async () => {
    const append = (path: string, text: string) => ({ tool: "append", args: { path, text } });
    const { results } = await kernel.message([append("a", "1"), append("a", "2"), append("b", "3")]);
    expect(results.map(({ result }) => result)).toEqual([{ bytes: 1 }, { bytes: 1 }, { bytes: 1 }]);
    expectNoOverlap(kernel, results);
    expect(await readFile(join(directory, "a"), "utf8")).toBe("12");
    expect(results[0]?.preview?.root?.node).toMatchObject({ case: "text", value: { content: "would append to a" } });
  });

  test("a preview is refused in the right order: no such tool, no preview, wrong arguments", async () => {
    const code = (name: string, args = {}) =>
      kernel.preview(name, args).then(
        () => "ok",
        (error: unknown) => Code[ConnectError.from(error).code],
      );
    expect([await code("echo"), await code("append"), await code("append", { path: "a", text: "b" })]).toEqual([
      "Unimplemented",
      "InvalidArgument",
      "ok",
    ]);
  });

  test("it calls back: log, events, tokens", async () => {
    const { id, result } = await kernel.call("remember", { text: "12345" });
    expect(result).toEqual({ tokens: 2 });
    expect(kernel.emits).toMatchObject([{ provider: "gotools", kind: "tool_result", payload: Buffer.from("12345") }]);
    expect(kernel.log.filter(({ by }) => by === "callback")).toMatchObject([
      { provider: "gotools", level: "info", message: "remembering", fields: { call_id: id }, sessionId: "session-1" },
    ]);
  });

  test("it stops at its deadline", async () => {
    expect((await kernel.call("sleep", { ms: 60_000 }, { timeoutMs: 300 })).error?.category).toBe("timeout");
    expect((await kernel.call("sleep", { ms: 1 })).result).toEqual({ ms: 1 });
  });
});
