import { create, type DescEnum, fromBinary, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "@jest/globals";
import { HookPoint } from "@plugwright/protocol/common";
import { ImageBlockSchema, ImageDetail, ImageDetailSchema, RoleSchema } from "@plugwright/protocol/content";
import { ToolResultEventSchema } from "@plugwright/protocol/event";
import {
  DispatchHookResponseSchema,
  HookDecisionSchema,
  HookErrorCategorySchema,
  HookModeSchema,
  HookPayloadSchema,
  HookSubscriberService,
} from "@plugwright/protocol/hook";
import {
  DeltaKind,
  DeltaKindSchema,
  EmitRequestSchema,
  EventKind,
  EventKindSchema,
  KernelCallbackService,
  ListSessionsRequestSchema,
  LogRequestSchema,
  TokenDeltaSchema,
} from "@plugwright/protocol/kernel";
import { LogEntrySchema, LogLevel, LogLevelSchema } from "@plugwright/protocol/log";
import { ProgressSchema, ToneSchema } from "@plugwright/protocol/metadata";
import { MetricKindSchema, MetricRecordSchema } from "@plugwright/protocol/metric";
import { AuthMethodSchema, UsageSchema } from "@plugwright/protocol/model";
import { ApplyResult_ApplyOutcomeSchema, PlanDecisionSchema } from "@plugwright/protocol/plan";
import { SessionPhaseSchema, SessionStatusSchema } from "@plugwright/protocol/session";
import { ToolErrorCategory } from "@plugwright/protocol/tool";
import { SpanSchema, StatusCodeSchema } from "@plugwright/protocol/trace";

const bytesOf = (text: string) => [...new TextEncoder().encode(text)];

describe("log requests", () => {
  test("bring a session's lines in their order", () => {
    const sent = create(LogRequestSchema, {
      sessionId: "s1",
      entries: [
        { level: LogLevel.INFO, message: "a", fields: { call: "c1" }, time: timestampFromMs(1500) },
        { level: LogLevel.FATAL, logger: "b.c", message: "d", time: timestampFromMs(0) },
      ],
    });
    const bytes = toBinary(LogRequestSchema, sent);
    // session_id = 1; entries = 3, of which: level = 1, logger = 2, message = 3, fields = 4, time = 5
    const fields = [0x22, 14, 0x0a, 12, 0x0a, 4, ...bytesOf("call"), 0x12, 4, 0x1a, 2, ...bytesOf("c1")];
    const first = [0x08, 3, 0x1a, 1, ...bytesOf("a"), ...fields, 0x2a, 8, 0x08, 1, 0x10, 0x80, 0xca, 0xb5, 0xee, 1];
    const second = [0x08, 6, 0x12, 3, ...bytesOf("b.c"), 0x1a, 1, ...bytesOf("d"), 0x2a, 0];
    expect([...bytes]).toEqual([
      ...[0x0a, 2, ...bytesOf("s1")],
      ...[0x1a, first.length, ...first],
      ...[0x1a, second.length, ...second],
    ]);
    expect(fromBinary(LogRequestSchema, bytes)).toEqual(sent);
  });

  test("need no session, which differs from one without a name", () => {
    expect(create(LogRequestSchema).sessionId).toBeUndefined();
    expect(toBinary(LogRequestSchema, create(LogRequestSchema))).toHaveLength(0);
    const unnamed = toBinary(LogRequestSchema, create(LogRequestSchema, { sessionId: "" }));
    expect([...unnamed]).toEqual([0x0a, 0]);
    expect(fromBinary(LogRequestSchema, unnamed).sessionId).toBe("");
  });

  test("never use number 2 or the name entry again", () => {
    expect(LogRequestSchema.proto.reservedRange).toMatchObject([{ start: 2, end: 3 }]);
    expect(LogRequestSchema.proto.reservedName).toEqual(["entry"]);
    const single = toBinary(LogEntrySchema, create(LogEntrySchema, { message: "a" }));
    const old = fromBinary(LogRequestSchema, new Uint8Array([0x12, single.length, ...single]));
    expect(old.entries).toEqual([]);
  });
});

describe("emit requests", () => {
  test("bring the bytes of an event untouched", () => {
    const event = create(ToolResultEventSchema, {
      toolCallId: "c1",
      outcome: { case: "error", value: { category: ToolErrorCategory.NOT_FOUND, message: "gone" } },
    });
    const payload = toBinary(ToolResultEventSchema, event);
    const sent = create(EmitRequestSchema, {
      sessionId: "s1",
      kind: EventKind.TOOL_RESULT,
      schemaVersion: "1",
      payload,
    });
    const bytes = toBinary(EmitRequestSchema, sent);
    expect([...bytes]).toEqual([
      ...[0x0a, 2, ...bytesOf("s1")],
      ...[0x10, 3],
      ...[0x1a, 1, ...bytesOf("1")],
      ...[0x22, payload.length, ...payload],
    ]);
    const received = fromBinary(EmitRequestSchema, bytes);
    expect(received).toEqual(sent);
    expect(fromBinary(ToolResultEventSchema, received.payload)).toEqual(event);
  });

  test("do not say who emits, nor in which turn", () => {
    expect(Object.keys(EmitRequestSchema.field)).toEqual(["sessionId", "kind", "schemaVersion", "payload"]);
    expect(Object.keys(LogRequestSchema.field)).toEqual(["sessionId", "entries"]);
  });
});

describe("zero values", () => {
  const enums: [DescEnum, string][] = [
    [RoleSchema, "ROLE_UNSPECIFIED"],
    [ImageDetailSchema, "IMAGE_DETAIL_UNSPECIFIED"],
    [LogLevelSchema, "LOG_LEVEL_UNSPECIFIED"],
    [MetricKindSchema, "METRIC_KIND_UNSPECIFIED"],
    [StatusCodeSchema, "STATUS_CODE_UNSPECIFIED"],
    [ToneSchema, "TONE_UNSPECIFIED"],
    [AuthMethodSchema, "AUTH_METHOD_UNSPECIFIED"],
    [SessionStatusSchema, "SESSION_STATUS_UNSPECIFIED"],
    [SessionPhaseSchema, "SESSION_PHASE_UNSPECIFIED"],
    [PlanDecisionSchema, "PLAN_DECISION_UNSPECIFIED"],
    [ApplyResult_ApplyOutcomeSchema, "APPLY_OUTCOME_UNSPECIFIED"],
    [HookModeSchema, "HOOK_MODE_UNSPECIFIED"],
    [HookDecisionSchema, "HOOK_DECISION_UNSPECIFIED"],
    [HookErrorCategorySchema, "HOOK_ERROR_CATEGORY_UNSPECIFIED"],
    [EventKindSchema, "EVENT_KIND_UNSPECIFIED"],
    [DeltaKindSchema, "DELTA_KIND_UNSPECIFIED"],
  ];
  test.each(enums.map(([desc, name]) => ({ desc, name })))("0 is $name", ({ desc, name }) => {
    expect(desc.value[0]?.name).toBe(name);
  });

  test("a delta of the reply and an image of no wish carry no kind and no detail", () => {
    expect(create(TokenDeltaSchema).kind).toBe(DeltaKind.UNSPECIFIED);
    expect([...toBinary(TokenDeltaSchema, create(TokenDeltaSchema, { text: "a" }))]).toEqual([0x1a, 1, 0x61]);
    expect(create(ImageBlockSchema).detail).toBe(ImageDetail.UNSPECIFIED);
  });

  test("absence differs from the zero value where the contract says so", () => {
    expect(create(UsageSchema).cacheReadTokens).toBeUndefined();
    expect(create(UsageSchema).inputTokens).toBe(0n);
    expect(create(ProgressSchema).total).toBeUndefined();
    expect(create(ListSessionsRequestSchema).status).toBeUndefined();
    expect(create(SpanSchema).parentSpanId).toBeUndefined();
    expect(create(LogEntrySchema).fields).toBeUndefined();
  });

  test("a measured 0 is sent", () => {
    const zero = create(MetricRecordSchema, { value: { case: "intValue", value: 0n } });
    const bytes = toBinary(MetricRecordSchema, zero);
    expect([...bytes]).toEqual([0x28, 0]);
    expect(fromBinary(MetricRecordSchema, bytes).value).toEqual({ case: "intValue", value: 0n });
  });
});

describe("hooks", () => {
  test("what is set in a payload tells the hook point, by its number", () => {
    const variants = HookPayloadSchema.fields.map((field) => [field.name.toUpperCase(), field.number]);
    expect(variants).toEqual([
      ["SESSION_START", HookPoint.SESSION_START],
      ["PRE_MODEL_CALL", HookPoint.PRE_MODEL_CALL],
      ["POST_MODEL_RESPONSE", HookPoint.POST_MODEL_RESPONSE],
      ["PRE_TOOL_CALL", HookPoint.PRE_TOOL_CALL],
      ["PLAN_READY", HookPoint.PLAN_READY],
      ["POST_TOOL_CALL", HookPoint.POST_TOOL_CALL],
      ["POST_APPLY", HookPoint.POST_APPLY],
      ["SESSION_END", HookPoint.SESSION_END],
    ]);
    expect(HookPayloadSchema.oneofs.map((oneof) => oneof.fields.length)).toEqual([8]);
  });

  test("an outcome belongs to a mode, by its number", () => {
    const outcomes = DispatchHookResponseSchema.fields.map((field) => [
      `HOOK_MODE_${field.name.toUpperCase()}`,
      field.number,
    ]);
    expect(outcomes).toEqual(HookModeSchema.values.slice(1).map((value) => [value.name, value.number]));
  });

  test("watching is answered, though with nothing", () => {
    const seen = create(DispatchHookResponseSchema, { outcome: { case: "observe", value: {} } });
    expect([...toBinary(DispatchHookResponseSchema, seen)]).toEqual([0x0a, 0]);
  });
});

describe("services", () => {
  test("the kernel streams events and deltas, everything else is one answer", () => {
    expect(KernelCallbackService.typeName).toBe("pluggableharness.kernel.v1.KernelCallbackService");
    expect(KernelCallbackService.methods).toHaveLength(28);
    const streams = KernelCallbackService.methods.filter(({ methodKind }) => methodKind !== "unary");
    expect(streams.map(({ name, methodKind, output }) => `${name} ${methodKind} ${output.name}`)).toEqual([
      "Subscribe server_streaming BusEvent",
      "ReadEvents server_streaming StoredEvent",
      "StreamDeltas server_streaming TokenDelta",
    ]);
  });

  test("a plugin serves one method for all hooks", () => {
    expect(HookSubscriberService.typeName).toBe("pluggableharness.hook.v1.HookSubscriberService");
    expect(HookSubscriberService.methods.map(({ name, methodKind }) => `${name} ${methodKind}`)).toEqual([
      "DispatchHook unary",
    ]);
  });
});
