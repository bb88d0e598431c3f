import { create } from "@bufbuild/protobuf";
import { type Duration, DurationSchema } from "@bufbuild/protobuf/wkt";
import { type ConcurrencySpec, ConcurrencySpecSchema, RiskClass, ToolKind } from "@plugwright/protocol/tool";
import type { Effect, Kind } from "./effect.js";

const kinds: Readonly<Record<Kind, ToolKind>> = {
  resource: ToolKind.RESOURCE,
  data_source: ToolKind.DATA_SOURCE,
  interactive: ToolKind.INTERACTIVE,
};

const risks: Readonly<Record<Effect["risk"], RiskClass>> = {
  read_only: RiskClass.READ_ONLY,
  low: RiskClass.LOW,
  moderate: RiskClass.MODERATE,
  high: RiskClass.HIGH,
  critical: RiskClass.CRITICAL,
};

/** The fields that `ToolSchema` and `SlashCommandSpec` share for an effect. */
export interface WireEffect {
  readonly kind: ToolKind;
  readonly risk: RiskClass;
  /** Present also when calls are not safe; absent exactly for interactive operations (tool-data-types, ConcurrencySpec). */
  readonly concurrency?: ConcurrencySpec;
}

/** An effect on the wire. No enum is ever 0, which stands for "unspecified". */
export function wireEffect({ kind, risk, concurrency }: Effect): WireEffect {
  const classified = { kind: kinds[kind], risk: risks[risk] };
  if (concurrency === undefined) return classified;
  const { safe, keyFields } = concurrency;
  return { ...classified, concurrency: create(ConcurrencySpecSchema, { safe, keyFields: [...keyFields] }) };
}

/** Whole milliseconds as `google.protobuf.Duration`. */
export function wireDuration(ms: number): Duration {
  return create(DurationSchema, { seconds: BigInt(Math.floor(ms / 1_000)), nanos: (ms % 1_000) * 1_000_000 });
}
