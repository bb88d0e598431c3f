import { AttrType, type ConfigSchema } from "@plugwright/protocol/config";
import type { SlashCommandSpec } from "@plugwright/protocol/slashcommand";
import { type ConcurrencySpec, RiskClass, ToolKind, type ToolSchema } from "@plugwright/protocol/tool";
import { bold, dim, type Out } from "./out.js";
import { schemaText } from "./schema-text.js";
import { wrap } from "./wrap.js";

/** What was derived for one operation, in the specification's words. */
export type Row = readonly [name: string, kind: string, risk: string, concurrency: string, streaming: string];

/** Prints a table of operations, their schemas below each. */
export function printOperations(out: Out, operations: readonly (ToolSchema | SlashCommandSpec)[]): readonly Row[] {
  out.line(bold(columns(["name", "kind", "risk", "concurrency", "streaming"])));
  return operations.map((operation) => {
    const row = rowOf(operation);
    out.line(columns(row));
    const output = "outputSchema" in operation ? schemaText(operation.outputSchema) : "any object";
    for (const [label, schema] of [
      ["in ", schemaText(operation.inputSchema)],
      ["out", output],
    ] as const) {
      for (const [index, line] of wrap(schema, 70).entries())
        out.line(dim(`      ${index === 0 ? label : "   "} ${line}`));
    }
    return row;
  });
}

/** Prints the attributes of the operator's `provider` block. */
export function printConfig(out: Out, config: ConfigSchema | undefined): void {
  const attributes = (config?.attributes ?? []).map(({ name, type, required, sensitive }) => {
    const notes = [
      (AttrType[type] ?? "").toLowerCase(),
      required ? "required" : "optional",
      sensitive ? "sensitive" : "",
    ];
    return `${name} (${notes.filter((note) => note !== "").join(", ")})`;
  });
  out.line(dim(`  config: ${attributes.join("; ")}`));
}

function rowOf(operation: ToolSchema | SlashCommandSpec): Row {
  const { name, kind, risk, concurrency, streaming } = operation;
  return [name, lower(ToolKind[kind]), lower(RiskClass[risk]), concurrencyText(concurrency), streaming ? "yes" : "no"];
}

function concurrencyText(concurrency: ConcurrencySpec | undefined): string {
  if (concurrency === undefined) return "absent";
  if (!concurrency.safe) return "not safe";
  return concurrency.keyFields.length === 0 ? "safe" : `safe, key ${concurrency.keyFields.join(", ")}`;
}

function columns([name, kind, risk, concurrency, streaming]: Row): string {
  return `  ${name.padEnd(14)}${kind.padEnd(14)}${risk.padEnd(12)}${concurrency.padEnd(18)}${streaming}`;
}

const lower = (name: string | undefined): string => (name ?? "").toLowerCase();
