import { toJson } from "@bufbuild/protobuf";
import { AttrType, type ConfigAttribute, type ConfigSchema, ConfigSchemaSchema } from "@plugwright/protocol/config";
import type { Schema } from "@plugwright/protocol/schema";
import { configOf, type Described } from "../describe/describe.js";
import { fieldsOf } from "../describe/fields.js";
import { type Offered, titleOf } from "../describe/offered.js";
import { count, durationText, number } from "../text.js";
import { tokensOf } from "./tokens.js";
import type { Warning } from "./warnings.js";

/** All that is shown of a plugin. */
export interface Inspection {
  readonly plugin: Described;
  readonly operations: readonly Offered[];
  readonly warnings: readonly Warning[];
}

/** What the tools of a plugin cost a model in every turn. */
function costOf(operations: readonly Offered[]): number {
  return operations.filter(({ type }) => type === "tool").reduce((sum, { json }) => sum + tokensOf(json), 0);
}

/** An inspection for people. */
export function inspectionText({ plugin, operations, warnings }: Inspection): string {
  const { name, version, source, tool } = plugin;
  const prompts = tool?.slashCommands ?? [];
  const tools = operations.filter(({ type }) => type === "tool").length;
  const commands = operations.length - tools;
  const offers = [
    [tools, "tool"],
    [prompts.length, "prompt"],
    [commands, "slash command"],
  ] as const;
  const offered = offers.flatMap(([found, what]) => (found === 0 ? [] : [count(found, what)])).join(", ");
  const lines = [
    `${name} ${version} of ${source}`,
    `${offered}${tools === 0 ? "" : `; the tools cost a model about ${number(costOf(operations))} tokens in every turn`}`,
    ...configLines(configOf(plugin)),
    ...operations.flatMap((operation) => ["", ...operationLines(operation)]),
    ...prompts.flatMap((prompt) => ["", `prompt ${prompt.name}`, `  ${prompt.description}`]),
    ...(warnings.length === 0 ? [] : ["", "warnings"]),
    ...warnings.map(({ operation, message, hint }) => {
      return `  ${operation === undefined ? "" : `${operation}: `}${message}. Hint: ${hint}`;
    }),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function operationLines(operation: Offered): string[] {
  const { kind, risk, concurrency, idempotent, streaming, terminatesTurn, timeoutMs, type, json, declared } = operation;
  const facts = [
    kind,
    ...(kind === "resource" ? [`risk ${risk}`] : []),
    ...(concurrency === undefined ? [] : [locks(concurrency)]),
    ...(idempotent ? ["idempotent"] : []),
    ...(declared?.spawns ? ["runs programs"] : streaming ? ["streams"] : []),
    ...(terminatesTurn ? ["ends the turn"] : []),
    ...(timeoutMs === undefined ? [] : [`within ${durationText(timeoutMs)}`]),
    ...(type === "tool" ? [`about ${count(tokensOf(json), "token")}`] : []),
  ];
  return [
    titleOf(operation),
    `  ${operation.description}`,
    `  ${facts.join(", ")}`,
    ...schemaLines("in ", operation.input),
    ...schemaLines("out", operation.output),
  ];
}

function locks({ safe, keyFields }: NonNullable<Offered["concurrency"]>): string {
  if (!safe) return "excludes all other calls";
  return keyFields.length === 0 ? "excludes no call" : `excludes calls of the same ${keyFields.join(", ")}`;
}

function schemaLines(label: string, schema: Schema | undefined): string[] {
  const rows = fieldsOf(schema).map(({ path, type, required, description, values }) => ({
    path,
    type: `${values.length > 0 ? values.map((value) => JSON.stringify(value)).join(" | ") : type}${required ? "" : ", optional"}`,
    description,
  }));
  return columns(label, rows);
}

function configLines(config: ConfigSchema | undefined): string[] {
  const attributes = attributesOf(config?.attributes ?? []);
  return attributes.length === 0 ? [] : ["", "config", ...columns("", attributes)];
}

function attributesOf(attributes: readonly ConfigAttribute[], path = ""): Row[] {
  return attributes.flatMap(({ name, type, required, sensitive, description, objectAttributes }) => [
    {
      path: `${path}${name}`,
      type: `${sensitive ? "secret " : ""}${(AttrType[type] ?? "unknown").toLowerCase().replaceAll("_", " of ")}${required ? "" : ", optional"}`,
      description,
    },
    ...attributesOf(objectAttributes, `${path}${name}.`),
  ]);
}

interface Row {
  readonly path: string;
  readonly type: string;
  readonly description: string;
}

function columns(label: string, rows: readonly Row[]): string[] {
  const width = (of: (row: Row) => string) => Math.max(0, ...rows.map((row) => of(row).length));
  const [paths, types] = [width(({ path }) => path), width(({ type }) => type)];
  return rows.map(({ path, type, description }, index) => {
    const head = index === 0 ? label : " ".repeat(label.length);
    return `  ${head}${head === "" ? "" : " "}${path.padEnd(paths)}  ${type.padEnd(types)}  ${description}`.trimEnd();
  });
}

/** An inspection for programs. */
export function inspectionJson({ plugin, operations, warnings }: Inspection): object {
  const { name, version, source, tool } = plugin;
  const config = configOf(plugin);
  return {
    ...{ name, version, source },
    categories: [
      ...(tool === undefined ? [] : ["tool"]),
      ...(plugin.slashcommand === undefined ? [] : ["slashcommand"]),
    ],
    tokens: costOf(operations),
    operations: operations.map(({ type, json, declared, ...operation }) => ({
      type,
      name: operation.name,
      ...(type === "tool" && { tokens: tokensOf(json) }),
      schema: json,
      ...(declared !== undefined && {
        spawns: declared.spawns,
        lowering: { input: declared.input, output: declared.output },
      }),
    })),
    prompts: (tool?.slashCommands ?? []).map((prompt) => ({
      name: prompt.name,
      description: prompt.description,
      template: prompt.template,
    })),
    config: config === undefined ? {} : toJson(ConfigSchemaSchema, config),
    warnings,
  };
}
