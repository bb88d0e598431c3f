import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "@jest/globals";
import { OutputStream, RiskClass, ToolErrorCategory, ToolKind } from "@plugwright/protocol/tool";
import { type CallReport, isKernelLoadError, startKernel } from "@plugwright/testkit";
import { verifies } from "../../sdk/test/verifies.js";
import { type Handwritten, rightResult, rightTool, tools } from "./support/routes.js";

const streaming = { ...rightTool, streaming: true };
const output = { case: "outputChunk", value: { stream: OutputStream.STDOUT, data: Buffer.from("x") } } as const;
const exit = { case: "exitStatus", value: { exitCode: 0 } } as const;

/** The report of one call of a provider, cancelled where a signal is given. */
async function callOf(provider: Handwritten, signal?: AbortSignal): Promise<CallReport> {
  const kernel = await startKernel({ providers: [tools(provider)] });
  const report = await kernel.call("look", {}, { signal });
  await kernel.close({ allowViolations: true });
  return report;
}

const rulesOf = ({ violations }: CallReport) => violations.map(({ rule }) => rule);

/** The rules for which a provider is not loaded. */
async function refusals(provider: Handwritten): Promise<string[]> {
  try {
    await (await startKernel({ providers: [tools(provider)] })).close();
  } catch (error) {
    if (isKernelLoadError(error)) return error.findings.map(({ rule }) => rule);
    throw error;
  }
  return [];
}

test("a right provider is loaded, and nothing is found", async () => {
  expect(await refusals({})).toEqual([]);
  const report = await callOf({ tools: [streaming], invoke: () => [output, rightResult] });
  expect(report).toMatchObject({ result: { ok: "yes" }, error: undefined, violations: [], notChecked: [] });
});

describe("broken in a call", () => {
  test("two terminal events: the first counts", async () => {
    verifies("TOOL-26");
    const report = await callOf({
      invoke: () => [rightResult, { case: "result", value: { payload: { ok: "again" } } }],
    });
    expect(rulesOf(report)).toEqual(["second_terminal"]);
    expect(report.result).toEqual({ ok: "yes" });
  });

  test("none: an unknown error", async () => {
    verifies("RUN-48");
    const report = await callOf({ invoke: () => [] });
    expect(rulesOf(report)).toEqual(["no_terminal"]);
    expect(report.error).toEqual({
      category: "unknown",
      message: "the stream ended without a result or an error",
      retryable: false,
    });
  });

  test("none, after the kernel itself has cancelled: cancelled, and no fault of the plugin", async () => {
    verifies("RUN-48");
    const stop = new AbortController();
    const waits = async function* (_call: unknown, { signal }: { readonly signal: AbortSignal }) {
      setTimeout(() => stop.abort(), 10);
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    };
    const report = await callOf({ invoke: waits }, stop.signal);
    expect(rulesOf(report)).toEqual([]);
    expect(report.error).toMatchObject({ category: "cancelled" });
  });

  test("an exit status twice", async () => {
    const report = await callOf({ tools: [streaming], spawns: ["look"], invoke: () => [exit, exit, rightResult] });
    expect(rulesOf(report)).toEqual(["second_exit_status"]);
  });

  test("an exit status without a process", async () => {
    const report = await callOf({ tools: [streaming], invoke: () => [exit, rightResult] });
    expect(rulesOf(report)).toEqual(["exit_status_without_process"]);
  });

  test("a process without an exit status", async () => {
    const report = await callOf({ tools: [streaming], spawns: ["look"], invoke: () => [output, rightResult] });
    expect(rulesOf(report)).toEqual(["process_without_exit_status"]);
    const right = await callOf({ tools: [streaming], spawns: ["look"], invoke: () => [output, exit, rightResult] });
    expect(rulesOf(right)).toEqual([]);
  });

  test("both of these are reported as not checked where nobody has told what runs processes", async () => {
    const { routes } = tools({ tools: [streaming], invoke: () => [exit, rightResult] });
    const kernel = await startKernel({ providers: [{ routes }] });
    const report = await kernel.call("look");
    expect(report).toMatchObject({
      violations: [],
      notChecked: ["exit_status_without_process", "process_without_exit_status"],
    });
    await kernel.close();
  });

  test("an event of an operation that does not stream", async () => {
    const report = await callOf({ invoke: () => [output, rightResult] });
    expect(rulesOf(report)).toEqual(["event_without_streaming"]);
  });

  test("a result after the cancel: it is cancelled all the same", async () => {
    const stop = new AbortController();
    const late = async function* () {
      stop.abort();
      await sleep(20);
      yield rightResult;
    };
    const report = await callOf({ invoke: late }, stop.signal);
    expect(rulesOf(report)).toEqual(["result_after_cancel"]);
    expect(report).toMatchObject({ result: undefined, error: { category: "cancelled" } });
  });

  test("output against the schema: an unknown error that names the field", async () => {
    verifies("RUN-50", "TOOL-22", "RUN-13");
    const report = await callOf({ invoke: () => [{ case: "result", value: { payload: { ok: 1 } } }] });
    expect(rulesOf(report)).toEqual(["output_against_schema"]);
    expect(report).toMatchObject({
      result: undefined,
      error: {
        category: "unknown",
        message: "the result does not conform to the output schema: ok: expected a string, got a number",
      },
    });
  });

  test.each([
    ["the category of an error", { case: "error", value: { category: 0, message: "m" } } as const],
    ["the stream of an output", { case: "outputChunk", value: { stream: 0, data: Buffer.from("x") } } as const],
  ])("an enum value of 0 in %s", async (_, event) => {
    verifies("TOOL-09", "RUN-39");
    const report = await callOf({
      tools: [streaming],
      invoke: () => [event, rightResult].slice(0, event.case === "error" ? 1 : 2),
    });
    expect(rulesOf(report)).toEqual(["zero_enum_value"]);
  });

  test("an event that is none, an event after the end, a crash that the plugin reports of itself", async () => {
    const empty = await callOf({ invoke: () => [undefined, rightResult] });
    expect(rulesOf(empty)).toEqual(["empty_event"]);
    const after = await callOf({ tools: [streaming], invoke: () => [rightResult, output] });
    expect(rulesOf(after)).toEqual(["event_after_terminal"]);
    const crashed = { category: ToolErrorCategory.PROCESS_CRASHED, message: "m" };
    expect(rulesOf(await callOf({ invoke: () => [{ case: "error", value: crashed }] }))).toEqual([
      "reported_process_crashed",
    ]);
  });
});

describe("broken when it is loaded", () => {
  const resource = { ...rightTool, kind: ToolKind.RESOURCE, risk: RiskClass.LOW };

  test("a risk that does not fit the kind", async () => {
    verifies("RUN-38", "TOOL-04");
    expect(await refusals({ tools: [{ ...rightTool, risk: RiskClass.LOW }] })).toEqual(["risk_against_kind"]);
    expect(await refusals({ tools: [{ ...resource, risk: RiskClass.READ_ONLY }] })).toEqual(["risk_against_kind"]);
    expect(await refusals({ tools: [resource] })).toEqual([]);
  });

  test("a data source that ends the turn", async () => {
    verifies("RUN-41", "TOOL-45");
    expect(await refusals({ tools: [{ ...rightTool, terminatesTurn: true }] })).toEqual([
      "terminates_turn_off_resource",
    ]);
    const interactive = { ...rightTool, kind: ToolKind.INTERACTIVE, concurrency: undefined, terminatesTurn: true };
    expect(await refusals({ tools: [interactive] })).toEqual(["terminates_turn_off_resource"]);
    expect(await refusals({ tools: [{ ...resource, terminatesTurn: true }] })).toEqual([]);
  });

  test("an enum value of 0", async () => {
    verifies("TOOL-09", "RUN-39");
    expect(await refusals({ tools: [{ ...rightTool, kind: 0 }] })).toEqual(["kind_unspecified"]);
    expect(await refusals({ tools: [{ ...rightTool, risk: 0 }] })).toEqual(["risk_unspecified"]);
    const untyped = { ...rightTool.inputSchema, properties: { path: { description: "of no type" } } };
    expect(await refusals({ tools: [{ ...rightTool, inputSchema: untyped }] })).toEqual(["schema_outside_subset"]);
  });

  test("a key field that names no input", async () => {
    const keyed = (field: string) => ({ ...rightTool, concurrency: { safe: true, keyFields: [field] } });
    expect(await refusals({ tools: [keyed("pth")] })).toEqual(["key_field_unknown"]);
    expect(await refusals({ tools: [keyed("path")] })).toEqual([]);
  });
});
