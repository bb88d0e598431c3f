import { create } from "@bufbuild/protobuf";
import { SchemaSchema, SchemaType } from "@plugwright/protocol/schema";
import type { Fault } from "../schema/fault.js";
import { keyFault } from "../schema/key-fault.js";
import { type Lowered as LoweredWithFaults, type LowerOptions, lowerSchema } from "../schema/lower.js";
import { emptyShape } from "../schema/shape.js";
import type { Schema } from "../schema/types.js";
import type { Operation } from "./definition.js";

/** An author's schema as it is advertised, and its shape for what is checked at run time. */
export type Lowered = Omit<LoweredWithFaults, "faults">;

/** An operation with its schemas lowered: what is described to the kernel and run. */
export interface CompiledOperation {
  readonly operation: Operation;
  /** An object without fields for a command that declares no input. */
  readonly input: Lowered;
  /** Absent exactly on commands (slash-command-data-types, SlashCommandSpec). */
  readonly output: Lowered | undefined;
}

/** A fault of an operation. */
export interface OperationFault extends Fault {
  /** Which schema the path leads into; absent when the fault is in the declaration itself. */
  readonly part?: "input" | "output";
}

/** Lowers an operation's schemas. The result is fit for use only when there are no faults. */
export function compileOperation(operation: Operation): {
  compiled: CompiledOperation;
  faults: readonly OperationFault[];
} {
  const lower = (schema: Schema, part: "input" | "output") => {
    const { faults, ...lowered } = lowerSchema(schema, part, lowerOptions(operation, part));
    return { lowered, faults: faults.map((fault) => ({ part, ...fault })) };
  };
  const { input, output, effect } = operation;
  const read = input === undefined ? { lowered: noFields(), faults: [] } : lower(input, "input");
  const made = output === undefined ? undefined : lower(output, "output");
  const keyFields = effect.concurrency?.keyFields ?? [];
  const keyFaults = keyFields
    .map((field) => keyFault(read.lowered.shape, field))
    .filter((fault) => fault !== undefined);
  return {
    compiled: Object.freeze({ operation, input: read.lowered, output: made?.lowered }),
    faults: [
      ...operation.faults,
      ...read.faults,
      ...keyFaults.map((fault) => ({ part: "input" as const, ...fault })),
      ...(made?.faults ?? []),
    ],
  };
}

/** How one of an operation's schemas is described. */
export function lowerOptions(operation: Operation, part: "input" | "output"): LowerOptions {
  const { describeConstraints, inputOptions, outputOptions } = operation;
  return { describeConstraints, ...(part === "input" ? inputOptions : outputOptions) };
}

function noFields(): Lowered {
  return { schema: create(SchemaSchema, { type: SchemaType.OBJECT }), shape: emptyShape };
}
