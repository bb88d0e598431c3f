import { explain, type SchemaReport } from "../schema/explain.js";
import { lowerSchema } from "../schema/lower.js";
import type { Side } from "../schema/shape.js";
import { lowerOptions } from "./compile.js";
import { type Definition, operationKey } from "./definition.js";

/**
 * Tells what becomes of a schema of a tool or a command on the wire, node by node: what is exact, what is told in the
 * description and what that costs, and what is refused, with the reason and the hint that `definePlugin` gives. Takes an
 * operation that is at fault as well. A command has no output schema, and an operation without input no fields: their
 * reports are empty.
 */
export function explainSchema(operation: Definition<"tool" | "command">, side: Side): SchemaReport {
  const declared = operation[operationKey];
  const schema = declared[side];
  if (schema === undefined) return { nodes: [], cost: 0 };
  return explain(lowerSchema(schema, side, lowerOptions(declared, side)), declared.describeConstraints);
}
