import { foldsOf, isExact, joinDescription } from "./describe.js";
import type { Fault } from "./fault.js";
import type { Lowered } from "./lower.js";
import { itemsPath, memberPath } from "./path.js";
import type { Shape } from "./shape.js";

/** What becomes of one node of a schema on the wire. */
export interface SchemaNode {
  /** Where, from the schema's root: `path.to.field`, `list[]` for the items of an array, "" for the root. */
  readonly path: string;
  /** The wire's type; `none` for what is refused or left out. */
  readonly type: "OBJECT" | "STRING" | "NUMBER" | "BOOLEAN" | "ARRAY" | "none";
  /** Whether the wire's schema lists the node as required. */
  readonly required: boolean;
  /**
   * `exact`: the wire's schema says all that zod asks for. `folded`: what it cannot express is told in the description.
   * `refused`: the plugin is not defined before this is changed.
   */
  readonly verdict: "exact" | "folded" | "refused";
  /** What is told, in fixed wordings; of a refused node the reason. "" when there is nothing to tell. */
  readonly wording: string;
  /** Of a refused node: what to write instead. */
  readonly hint?: string;
  /** The characters that the wording takes in the description, for a model to read with every turn. */
  readonly cost: number;
}

/** One schema of an operation, node by node. */
export interface SchemaReport {
  /**
   * In the order of the declaration, from the root inwards. What stands under undeclared keys is no node of its own: it is
   * told where the keys are.
   */
  readonly nodes: readonly SchemaNode[];
  /** The characters that all wordings take together. */
  readonly cost: number;
}

/**
 * Tells what becomes of each node of a schema that was lowered. The faults are those that `definePlugin` throws, word
 * for word.
 *
 * @param tell Whether the operation tells constraints in descriptions.
 */
export function explain({ shape, faults }: Omit<Lowered, "schema">, tell: boolean): SchemaReport {
  const nodes: SchemaNode[] = [];
  const open = new Map<string, Fault[]>();
  for (const fault of faults) open.set(fault.path, [...(open.get(fault.path) ?? []), fault]);
  collect({ nodes, open, tell }, shape, "", true);
  // What is wrong with a place that is no node: a key that cannot be sent, the values of a record.
  for (const fault of [...open.values()].flat()) nodes.push(refused(fault, "none", false));
  return { nodes, cost: nodes.reduce((sum, node) => sum + node.cost, 0) };
}

interface Collecting {
  readonly nodes: SchemaNode[];
  /** The faults that are not told yet, by path. */
  readonly open: Map<string, Fault[]>;
  readonly tell: boolean;
}

function collect(collecting: Collecting, shape: Shape, path: string, required: boolean): void {
  const found = collecting.open.get(path) ?? [];
  collecting.open.delete(path);
  const type = typeOf(shape);
  for (const fault of found) collecting.nodes.push(refused(fault, type, required));
  if (found.length === 0) collecting.nodes.push(described(collecting, shape, path, required));
  switch (shape.kind) {
    case "array":
      collect(collecting, shape.items, itemsPath(path), false);
      break;
    case "object":
      for (const { key, shape: member, required: listed } of shape.fields) {
        collect(collecting, member, memberPath(path, key), listed);
      }
  }
}

function described({ tell }: Collecting, shape: Shape, path: string, required: boolean): SchemaNode {
  const folds = foldsOf(shape);
  const whole = joinDescription(shape.description, tell ? folds : []);
  return {
    path,
    type: typeOf(shape),
    required,
    verdict: isExact(shape) ? "exact" : "folded",
    wording: folds.join("; "),
    // What is left out has no description.
    cost: shape.kind === "never" ? 0 : whole.length - shape.description.length,
  };
}

function refused({ path, reason, hint }: Fault, type: SchemaNode["type"], required: boolean): SchemaNode {
  return { path, type, required, verdict: "refused", wording: reason, hint, cost: 0 };
}

function typeOf(shape: Shape): SchemaNode["type"] {
  switch (shape.kind) {
    case "string":
      return "STRING";
    case "number":
      return "NUMBER";
    case "boolean":
      return "BOOLEAN";
    case "array":
      return "ARRAY";
    case "object":
    case "record":
      return "OBJECT";
    case "any":
    case "never":
    case "refused":
      return "none";
  }
}
