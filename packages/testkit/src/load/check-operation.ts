import { ConnectError } from "@connectrpc/connect";
import type { SlashCommandSpec } from "@plugwright/protocol/slashcommand";
import { RiskClass, ToolKind, type ToolSchema } from "@plugwright/protocol/tool";
import type { Kind, Risk } from "@plugwright/sdk";
import type { LoadedOperation } from "../operation.js";
import type { LoadRule, WarningRule } from "../rules.js";
import { schemaFaults } from "./check-schema.js";

/** A finding without its provider. */
export interface Found<Rule> {
  readonly rule: Rule;
  readonly message: string;
}

/** Of a provider whose Describe failed, or has not answered in time. */
export function noAnswer(error: unknown): Found<LoadRule> {
  const { rawMessage } = ConnectError.from(error);
  return { rule: "no_answer", message: `Describe failed: ${rawMessage}` };
}

/** An operation as it was declared, and what is wrong with it. */
export interface Checked {
  /** Absent where there are faults. What the provider does not tell is added by whoever asks. */
  readonly operation: Omit<LoadedOperation, "provider" | "hasPreview" | "spawns"> | undefined;
  readonly faults: readonly Found<LoadRule>[];
  readonly warnings: readonly Found<WarningRule>[];
}

const kinds: Readonly<Partial<Record<ToolKind, Kind>>> = {
  [ToolKind.RESOURCE]: "resource",
  [ToolKind.DATA_SOURCE]: "data_source",
  [ToolKind.INTERACTIVE]: "interactive",
};

const risks: Readonly<Partial<Record<RiskClass, Risk | "read_only">>> = {
  [RiskClass.READ_ONLY]: "read_only",
  [RiskClass.LOW]: "low",
  [RiskClass.MODERATE]: "moderate",
  [RiskClass.HIGH]: "high",
  [RiskClass.CRITICAL]: "critical",
};

/** Checks one operation by the rules of GetSchema and GetCapabilities (tool-data-types, slash-command-data-types). */
export function checkOperation(declared: ToolSchema | SlashCommandSpec): Checked {
  const faults: Found<LoadRule>[] = [];
  const warnings: Found<WarningRule>[] = [];
  const fault = (rule: LoadRule, message: string) => void faults.push({ rule, message });
  const type = "terminatesTurn" in declared ? "tool" : "command";
  const output = "outputSchema" in declared ? declared.outputSchema : undefined;
  const terminatesTurn = "terminatesTurn" in declared && declared.terminatesTurn;

  const kind = kinds[declared.kind];
  const risk = risks[declared.risk];
  if (kind === undefined) fault("kind_unspecified", `its kind is ${declared.kind}; declare one of 1 to 3`);
  if (risk === undefined) fault("risk_unspecified", `its risk is ${declared.risk}; declare one of 1 to 5`);
  if (kind !== undefined && risk !== undefined && (kind === "resource") === (risk === "read_only")) {
    const allowed = kind === "resource" ? "low, moderate, high or critical" : "read_only";
    fault("risk_against_kind", `a ${kind} of risk ${risk}; a ${kind} is ${allowed}`);
  }
  if (terminatesTurn && kind !== "resource") {
    fault("terminates_turn_off_resource", "it ends the turn and is no resource; only a resource may");
  }
  const { inputSchema: input, concurrency } = declared;
  if (input === undefined) fault("schema_outside_subset", "it has no input schema");
  for (const [which, schema] of [["input", input] as const, ["output", output] as const]) {
    if (schema === undefined) continue;
    for (const reason of schemaFaults(schema)) fault("schema_outside_subset", `${which}: ${reason}`);
  }
  for (const field of concurrency?.safe ? concurrency.keyFields : []) {
    if (input !== undefined && !Object.hasOwn(input.properties, field)) {
      fault("key_field_unknown", `its key names ${JSON.stringify(field)}, which is no field of its input`);
    }
  }
  if (kind === "interactive" && concurrency !== undefined) {
    warnings.push({
      rule: "concurrency_on_interactive",
      message: "an interactive operation declares a ConcurrencySpec, which is ignored: such calls run one by one",
    });
  }
  if (kind !== "interactive" && concurrency === undefined) {
    warnings.push({ rule: "concurrency_missing", message: "it declares no ConcurrencySpec and counts as not safe" });
  }
  if (concurrency?.safe === false && concurrency.keyFields.length > 0) {
    warnings.push({ rule: "keys_without_safe", message: "its key fields are ignored, as it is not safe" });
  }
  if (faults.length > 0 || kind === undefined || risk === undefined || input === undefined) {
    return { operation: undefined, faults, warnings };
  }
  const { name, description, streaming, defaultTimeout, idempotent } = declared;
  return {
    faults,
    warnings,
    operation: {
      type,
      name,
      description,
      kind,
      risk,
      input,
      output,
      streaming,
      concurrency:
        kind === "interactive" || concurrency === undefined
          ? undefined
          : { safe: concurrency.safe, keyFields: concurrency.safe ? [...concurrency.keyFields] : [] },
      timeoutMs: defaultTimeout && Number(defaultTimeout.seconds) * 1000 + defaultTimeout.nanos / 1e6,
      idempotent,
      terminatesTurn,
    },
  };
}
