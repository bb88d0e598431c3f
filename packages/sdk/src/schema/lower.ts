import { create } from "@bufbuild/protobuf";
import { SchemaSchema, SchemaType, type Schema as WireSchema } from "@plugwright/protocol/schema";
import { describeShape } from "./describe.js";
import type { Fault } from "./fault.js";
import { itemsPath, memberPath, othersPath } from "./path.js";
import { setOwn } from "./plain.js";
import { type ReadOptions, readSchema } from "./read.js";
import type { ObjectShape, Shape, Side } from "./shape.js";
import type { Schema } from "./types.js";

/** One side of a zod schema in the wire's terms. */
export interface Lowered {
  /** Always an OBJECT, every node typed. To be advertised only when there are no faults: what is at fault is left out. */
  readonly schema: WireSchema;
  /** What was read, for `prepareArguments`, `keyFault` and reports. */
  readonly shape: Shape;
  /** All that cannot be described, in the order of the declaration. */
  readonly faults: readonly Fault[];
}

export interface LowerOptions extends ReadOptions {
  /** Whether descriptions tell the constraints that the wire cannot express. Default true. */
  readonly describeConstraints?: boolean;
}

/**
 * Lowers one side of a zod schema into the five types of `schema.v1`. Deterministic. Never throws, and runs none of the
 * author's defaults, refinements and transforms.
 */
export function lowerSchema(schema: Schema, side: Side, options: LowerOptions = {}): Lowered {
  const { root, faults: readFaults } = readSchema(schema, side, options);
  const faults = [...readFaults];
  const { shape } = root;
  const lowering: Lowering = { tell: options.describeConstraints ?? true, faults };
  if (shape.kind === "object" || shape.kind === "record") {
    return { schema: lowerNode(lowering, shape, "") ?? emptyObject(), shape, faults };
  }
  if (shape.kind !== "refused") {
    const inner = shape.kind === "array" ? "items: z.array(...)" : "value: ...";
    faults.push({ path: "", reason: "the root must be an object", hint: `z.object({ ${inner} })` });
  }
  return { schema: emptyObject(), shape, faults };
}

interface Lowering {
  readonly tell: boolean;
  readonly faults: Fault[];
}

/** `undefined` for what has a fault, and for what is left out. */
function lowerNode(lowering: Lowering, shape: Shape, path: string): WireSchema | undefined {
  if (shape.secret) lowering.faults.push({ path, ...refuseSecret });
  const description = describeShape(shape, lowering.tell);
  switch (shape.kind) {
    case "string":
      return create(SchemaSchema, { type: SchemaType.STRING, description, enumValues: [...(shape.values ?? [])] });
    case "number":
      return create(SchemaSchema, { type: SchemaType.NUMBER, description });
    case "boolean":
      return create(SchemaSchema, { type: SchemaType.BOOLEAN, description });
    case "array": {
      const items = lowerNode(lowering, shape.items, itemsPath(path));
      return items === undefined ? undefined : create(SchemaSchema, { type: SchemaType.ARRAY, description, items });
    }
    case "object":
      return lowerObject(lowering, shape, description, path);
    case "record":
      // What its values are is told, not described.
      lowerNode(lowering, shape.items, othersPath(path));
      return create(SchemaSchema, { type: SchemaType.OBJECT, description });
    case "any":
    case "never":
    case "refused":
      return undefined;
  }
}

function lowerObject(lowering: Lowering, shape: ObjectShape, description: string, path: string): WireSchema {
  const properties = new Map<string, WireSchema>();
  const required: string[] = [];
  for (const field of shape.fields) {
    const property = lowerNode(lowering, field.shape, memberPath(path, field.key));
    if (property === undefined) continue;
    properties.set(field.key, property);
    if (field.required) required.push(field.key);
  }
  if (shape.rest !== undefined) lowerNode(lowering, shape.rest, othersPath(path));
  const lowered = create(SchemaSchema, { type: SchemaType.OBJECT, description, required });
  // Set one by one afterwards: `create` copies a map by assignment, and would take `__proto__` for the prototype.
  for (const [key, property] of [...properties].sort(byKey)) setOwn(lowered.properties, key, property);
  return lowered;
}

// By UTF-16 units, in every locale alike.
function byKey([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

function emptyObject(): WireSchema {
  return create(SchemaSchema, { type: SchemaType.OBJECT });
}

const refuseSecret = {
  reason: "secret() is for the plugin's configuration: arguments and results pass through the model",
  hint: "declare the secret in the config schema and read it from call.config",
};
