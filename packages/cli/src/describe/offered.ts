import { type DescMessage, type MessageShape, toJson } from "@bufbuild/protobuf";
import type { Schema } from "@plugwright/protocol/schema";
import { type SlashCommandSpec, SlashCommandSpecSchema } from "@plugwright/protocol/slashcommand";
import { RiskClass, ToolKind, type ToolSchema, ToolSchemaSchema } from "@plugwright/protocol/tool";
import type { JsonValue } from "@plugwright/sdk";
import type { DeclaredOperation } from "../source/read-source.js";
import type { Described } from "./describe.js";

/** An operation as a plugin offers it: a tool or a slash command. */
export interface Offered {
  readonly type: "tool" | "command";
  readonly name: string;
  readonly description: string;
  /** `resource`, `data_source` or `interactive`. */
  readonly kind: string;
  /** `read_only` to `critical`. */
  readonly risk: string;
  /** Absent on interactive operations. */
  readonly concurrency: { readonly safe: boolean; readonly keyFields: readonly string[] } | undefined;
  readonly streaming: boolean;
  readonly idempotent: boolean;
  readonly terminatesTurn: boolean;
  readonly timeoutMs: number | undefined;
  readonly input: Schema | undefined;
  readonly output: Schema | undefined;
  /** The message of the protocol in its JSON form. */
  readonly json: JsonValue;
  /** What only the source tells. */
  readonly declared: DeclaredOperation | undefined;
}

/** The operations of a plugin, tools first, in the order in which they are offered. */
export function operationsOf({
  tool,
  slashcommand,
  read,
}: Pick<Described, "tool" | "slashcommand"> & Partial<Pick<Described, "read">>): Offered[] {
  const declaredOf = (type: Offered["type"], name: string) =>
    read?.operations.find((operation) => operation.type === type && operation.name === name);
  return [
    ...(tool?.tools ?? []).map((schema) => ({
      ...common(schema, ToolSchemaSchema),
      type: "tool" as const,
      terminatesTurn: schema.terminatesTurn,
      output: schema.outputSchema,
      declared: declaredOf("tool", schema.name),
    })),
    ...(slashcommand?.commands ?? []).map((spec) => ({
      ...common(spec, SlashCommandSpecSchema),
      type: "command" as const,
      terminatesTurn: false,
      output: undefined,
      declared: declaredOf("command", spec.name),
    })),
  ];
}

function common<D extends DescMessage>(message: MessageShape<D> & (ToolSchema | SlashCommandSpec), schema: D) {
  const { name, description, kind, risk, concurrency, streaming, idempotent, defaultTimeout, inputSchema } = message;
  return {
    ...{ name, description, streaming, idempotent },
    kind: nameOf(ToolKind, kind),
    risk: nameOf(RiskClass, risk),
    concurrency: concurrency && { safe: concurrency.safe, keyFields: concurrency.keyFields },
    timeoutMs: defaultTimeout && Number(defaultTimeout.seconds) * 1000 + defaultTimeout.nanos / 1e6,
    input: inputSchema,
    json: toJson(schema, message),
  };
}

/** The protocol's word for a value of an enum, in small letters. */
function nameOf(values: Readonly<Record<number, string>>, value: number): string {
  return values[value]?.toLowerCase() ?? `unknown (${value})`;
}

/** How operations are spoken of. */
export function titleOf({ type, name }: Pick<Offered, "type" | "name">): string {
  return type === "command" ? `/${name}` : name;
}
