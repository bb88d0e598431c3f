import { readFileSync } from "node:fs";
import { fromBinary, toBinary, toJson } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { SchemaSchema } from "@plugwright/protocol/schema";
import { GetCapabilitiesResponseSchema, type SlashCommandSpec } from "@plugwright/protocol/slashcommand";
import { GetSchemaResponseSchema, RiskClass, ToolKind, type ToolSchema } from "@plugwright/protocol/tool";
import { getCapabilitiesResponse, getSchemaResponse, type Plugin, pluginKey } from "@plugwright/sdk";
import { definePluginOfAll } from "./every-operation.js";
import { verifies } from "./verifies.js";
import { enumZeros } from "./wire.js";

// The golden tables hold one line for every legal combination of steps. They were written from the specification, not
// printed by the code: who changes a line changes what kernels see.
const goldenTools = goldenLines("golden.tools.txt");
const goldenCommands = goldenLines("golden.commands.txt");

describe("a plugin with every legal combination of steps", () => {
  let plugin: Plugin;
  let schemaBytes: Uint8Array;
  let capabilitiesBytes: Uint8Array;

  beforeAll(() => {
    plugin = definePluginOfAll((operations) => operations);
    schemaBytes = toBinary(GetSchemaResponseSchema, getSchemaResponse(plugin[pluginKey]));
    capabilitiesBytes = toBinary(GetCapabilitiesResponseSchema, getCapabilitiesResponse(plugin[pluginKey]));
  });

  test("is described on the wire as the specification says, tool by tool", () => {
    verifies("TOOL-01", "TOOL-02", "TOOL-04", "TOOL-29", "TOOL-32", "TOOL-38", "TOOL-39", "TOOL-46", "TOOL-51");
    const { tools } = fromBinary(GetSchemaResponseSchema, schemaBytes);
    expect(tools.map((tool) => line(tool, tool.terminatesTurn))).toEqual(goldenTools);
  });

  test("and command by command", () => {
    verifies("CMD-05", "CMD-06", "CMD-07", "CMD-09", "CMD-10");
    const { commands } = fromBinary(GetCapabilitiesResponseSchema, capabilitiesBytes);
    expect(commands.map((command) => line(command, false))).toEqual(goldenCommands);
  });

  test("has descriptions, schemas, prompts and configuration", () => {
    verifies("CMD-03", "CMD-04", "CMD-11", "TOOL-33");
    const answer = fromBinary(GetSchemaResponseSchema, schemaBytes);
    for (const { description, inputSchema, outputSchema } of answer.tools) {
      expect(description).toBe("does it");
      expect(inputSchema && toJson(SchemaSchema, inputSchema)).toEqual({
        type: "SCHEMA_TYPE_OBJECT",
        properties: {
          line: { type: "SCHEMA_TYPE_NUMBER" },
          path: { type: "SCHEMA_TYPE_STRING", description: "where" },
        },
        required: ["path", "line"],
      });
      expect(outputSchema && toJson(SchemaSchema, outputSchema)).toEqual({
        type: "SCHEMA_TYPE_OBJECT",
        properties: { text: { type: "SCHEMA_TYPE_STRING" } },
        required: ["text"],
      });
    }
    expect(answer.slashCommands).toMatchObject([
      { name: "a-prompt", description: "d", template: "{x}" },
      { name: "b-prompt", description: "d", template: "{x}" },
    ]);
    expect(answer.configSchema?.attributes).toMatchObject([{ name: "token", required: true, sensitive: true }]);
    expect(answer.supportedHookPoints).toEqual([]);

    const capabilities = fromBinary(GetCapabilitiesResponseSchema, capabilitiesBytes);
    expect(capabilities.commands.every(({ description }) => description === "does it")).toBe(true);
    const withoutInput = capabilities.commands.find(({ name }) => name === "asks")?.inputSchema;
    expect(withoutInput && toJson(SchemaSchema, withoutInput)).toEqual({ type: "SCHEMA_TYPE_OBJECT" });
    expect(capabilities.configSchema).toEqual(answer.configSchema);
    expect(capabilities.supportedHookPoints).toEqual([]);
  });

  test("has a ConcurrencySpec everywhere but on what asks, also where it is not safe", () => {
    verifies("TOOL-29", "TOOL-40", "CMD-07");
    const { tools } = fromBinary(GetSchemaResponseSchema, schemaBytes);
    const { commands } = fromBinary(GetCapabilitiesResponseSchema, capabilitiesBytes);
    for (const { kind, concurrency } of [...tools, ...commands]) {
      expect(concurrency === undefined).toBe(kind === ToolKind.INTERACTIVE);
    }
    expect(tools.find(({ name }) => name === "mutates_low")?.concurrency).toMatchObject({ safe: false, keyFields: [] });
  });

  test("sends no enum value 0", () => {
    verifies("TOOL-09");
    const schema = fromBinary(GetSchemaResponseSchema, schemaBytes);
    const capabilities = fromBinary(GetCapabilitiesResponseSchema, capabilitiesBytes);
    expect(enumZeros(reflect(GetSchemaResponseSchema, schema))).toEqual([]);
    expect(enumZeros(reflect(GetCapabilitiesResponseSchema, capabilities))).toEqual([]);
  });

  test("gives the same bytes every time, and whatever the order of its lists", () => {
    verifies("RUN-06");
    const again = getSchemaResponse(plugin[pluginKey]);
    expect(toBinary(GetSchemaResponseSchema, again)).toEqual(schemaBytes);
    const reversed = definePluginOfAll((operations) => operations.toReversed())[pluginKey];
    expect(toBinary(GetSchemaResponseSchema, getSchemaResponse(reversed))).toEqual(schemaBytes);
    expect(toBinary(GetCapabilitiesResponseSchema, getCapabilitiesResponse(reversed))).toEqual(capabilitiesBytes);
  });
});

test("the walk over enums sees a 0 at any depth", () => {
  const schema = fromBinary(SchemaSchema, new Uint8Array());
  expect(enumZeros(reflect(SchemaSchema, schema))).toEqual(["type"]);
});

/** A message as a line of the golden tables, single-spaced. */
function line(operation: ToolSchema | SlashCommandSpec, terminatesTurn: boolean): string {
  const { name, kind, risk, concurrency, streaming, defaultTimeout, idempotent } = operation;
  const yes = (value: boolean) => (value ? "yes" : "no");
  const key = concurrency?.keyFields.length ? ` by ${concurrency.keyFields.join()}` : "";
  return [
    name,
    ToolKind[kind],
    RiskClass[risk],
    concurrency === undefined ? "absent" : `${concurrency.safe ? "safe" : "not safe"}${key}`,
    yes(streaming),
    defaultTimeout === undefined ? "-" : `${defaultTimeout.seconds}s ${defaultTimeout.nanos}`,
    yes(idempotent),
    yes(terminatesTurn),
  ].join(" ");
}

function goldenLines(file: string): string[] {
  const [, ...lines] = readFileSync(new URL(file, import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((text) => text.replace(/ +/g, " "));
}
