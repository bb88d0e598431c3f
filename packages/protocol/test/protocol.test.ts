import { create, type DescEnum, fromBinary, fromJson, toBinary, toJson } from "@bufbuild/protobuf";
import { describe, expect, test } from "@jest/globals";
import { CategorySchema, HookPointSchema } from "@plugwright/protocol/common";
import { AttrTypeSchema } from "@plugwright/protocol/config";
import { DiffLineOpSchema, TextStyleSchema } from "@plugwright/protocol/render";
import { SchemaTypeSchema } from "@plugwright/protocol/schema";
import {
  SlashCommandCallSchema,
  SlashCommandEvent_OutputChunkSchema,
  SlashCommandEventSchema,
  SlashCommandService,
} from "@plugwright/protocol/slashcommand";
import {
  InvokeRequestSchema,
  InvokeResponseSchema,
  OutputStream,
  OutputStreamSchema,
  RiskClassSchema,
  ToolCallSchema,
  ToolErrorCategory,
  ToolErrorCategorySchema,
  ToolEventSchema,
  ToolKindSchema,
  ToolResultSchema,
  ToolService,
} from "@plugwright/protocol/tool";
import { verifies } from "../../sdk/test/verifies.js";

describe("messages", () => {
  verifies("TOOL-16", "TOOL-17", "TOOL-18", "TOOL-28");

  test("a tool event keeps its kind, bytes and order through the wire", () => {
    const sent = create(InvokeResponseSchema, {
      event: {
        event: {
          case: "outputChunk",
          value: { stream: OutputStream.STDERR, data: new Uint8Array([0xff, 0, 0x80]) },
        },
      },
    });
    const bytes = toBinary(InvokeResponseSchema, sent);
    // event = 1, output_chunk = 1, stream = 1 (value 2), data = 2 (3 bytes)
    expect([...bytes]).toEqual([0x0a, 9, 0x0a, 7, 0x08, 2, 0x12, 3, 0xff, 0, 0x80]);
    expect(fromBinary(InvokeResponseSchema, bytes)).toEqual(sent);
  });

  test("an event is one of six", () => {
    expect(ToolEventSchema.oneofs.map((oneof) => oneof.fields.map((field) => field.name))).toEqual([
      ["output_chunk", "progress", "partial_result", "exit_status", "result", "error"],
    ]);
    expect(ToolEventSchema.fields).toHaveLength(6);
  });

  test("calls and events travel as field 1 of their envelopes", () => {
    const numbers = [InvokeRequestSchema.field.call.number, InvokeResponseSchema.field.event.number];
    expect(numbers).toEqual([1, 1]);
  });

  test("a Struct payload is a plain object on both ends", () => {
    const payload = { text: "ä", lines: 2, nested: { list: [1, null, true, "x", {}] }, empty: "" };
    const bytes = toBinary(ToolResultSchema, create(ToolResultSchema, { payload }));
    expect(fromBinary(ToolResultSchema, bytes).payload).toEqual(payload);
  });

  test("absence differs from the zero value where the contract says so", () => {
    const silent = create(ToolEventSchema, { event: { case: "progress", value: { message: "working" } } });
    const zero = create(ToolEventSchema, {
      event: { case: "progress", value: { message: "working", fractionComplete: 0 } },
    });
    const back = (event: typeof silent) => fromBinary(ToolEventSchema, toBinary(ToolEventSchema, event)).event.value;
    expect(back(silent)).not.toHaveProperty("fractionComplete", 0);
    expect(back(zero)).toHaveProperty("fractionComplete", 0);
    expect(create(ToolCallSchema).arguments).toBeUndefined();
    expect(create(SlashCommandCallSchema).callContext).toBeUndefined();
  });

  test("JSON uses the protocol's names for enum values", () => {
    const event = fromJson(ToolEventSchema, {
      error: { category: "TOOL_ERROR_CATEGORY_NOT_FOUND", message: "no such file" },
    });
    expect(event.event.value).toMatchObject({ category: ToolErrorCategory.NOT_FOUND, retryable: false });
    expect(toJson(ToolEventSchema, event)).toEqual({
      error: { category: "TOOL_ERROR_CATEGORY_NOT_FOUND", message: "no such file" },
    });
  });
});

describe("enums", () => {
  verifies("TOOL-06", "TOOL-07", "TOOL-08");

  const enums: [DescEnum, string][] = [
    [CategorySchema, "CATEGORY_UNSPECIFIED"],
    [HookPointSchema, "HOOK_POINT_UNSPECIFIED"],
    [SchemaTypeSchema, "SCHEMA_TYPE_UNSPECIFIED"],
    [AttrTypeSchema, "ATTR_TYPE_UNSPECIFIED"],
    [TextStyleSchema, "TEXT_STYLE_UNSPECIFIED"],
    [DiffLineOpSchema, "DIFF_LINE_OP_UNSPECIFIED"],
    [ToolKindSchema, "TOOL_KIND_UNSPECIFIED"],
    [RiskClassSchema, "RISK_CLASS_UNSPECIFIED"],
    [ToolErrorCategorySchema, "TOOL_ERROR_CATEGORY_UNSPECIFIED"],
    [OutputStreamSchema, "OUTPUT_STREAM_UNSPECIFIED"],
  ];
  test.each(enums.map(([desc, name]) => ({ desc, name })))("0 is $name", ({ desc, name }) => {
    expect(desc.value[0]?.name).toBe(name);
  });
});

describe("services", () => {
  const kinds = (methods: readonly { name: string; methodKind: string }[]) =>
    methods.map(({ name, methodKind }) => `${name} ${methodKind}`);

  test("a tool call streams its events, everything else is one answer", () => {
    expect(ToolService.typeName).toBe("pluggableharness.tool.v1.ToolService");
    expect(kinds(ToolService.methods)).toEqual([
      "GetSchema unary",
      "Configure unary",
      "Invoke server_streaming",
      "Render unary",
      "Preview unary",
      "Describe unary",
    ]);
  });

  test("a command call streams its events, everything else is one answer", () => {
    expect(SlashCommandService.typeName).toBe("pluggableharness.slashcommand.v1.SlashCommandService");
    expect(kinds(SlashCommandService.methods)).toEqual([
      "GetCapabilities unary",
      "Configure unary",
      "Invoke server_streaming",
      "Render unary",
      "Preview unary",
      "Describe unary",
    ]);
  });

  test("a command ends with the result and error of tools, its other events are its own", () => {
    verifies("CMD-18", "CMD-19", "CMD-21");
    const types = SlashCommandEventSchema.fields.map((field) => `${field.name} ${field.message?.typeName}`);
    expect(types).toEqual([
      "output_chunk pluggableharness.slashcommand.v1.SlashCommandEvent.OutputChunk",
      "progress pluggableharness.slashcommand.v1.SlashCommandEvent.Progress",
      "partial_result pluggableharness.slashcommand.v1.SlashCommandEvent.PartialResult",
      "exit_status pluggableharness.slashcommand.v1.SlashCommandEvent.ExitStatus",
      "result pluggableharness.tool.v1.ToolResult",
      "error pluggableharness.tool.v1.ToolError",
    ]);
    expect(SlashCommandEvent_OutputChunkSchema.field.stream.enum).toBe(OutputStreamSchema);
  });
});
