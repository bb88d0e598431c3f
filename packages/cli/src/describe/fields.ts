import { type Schema, SchemaType } from "@plugwright/protocol/schema";

/** A place in a schema. */
export interface Field {
  /** From the schema's root: `path.to.field`, `list[]` for the items of an array. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** The only values that it may have; empty where all are allowed. */
  readonly values: readonly string[];
}

const types: Readonly<Record<SchemaType, string>> = {
  [SchemaType.UNSPECIFIED]: "unspecified",
  [SchemaType.OBJECT]: "object",
  [SchemaType.STRING]: "string",
  [SchemaType.NUMBER]: "number",
  [SchemaType.BOOLEAN]: "boolean",
  [SchemaType.ARRAY]: "array",
};

/** All places below a schema's root, required ones first, then by name: a map has no order. */
export function fieldsOf(schema: Schema | undefined, path = ""): Field[] {
  if (schema === undefined) return [];
  const { items, properties, required } = schema;
  const names = Object.keys(properties).sort((a, b) => rank(a, required) - rank(b, required) || (a < b ? -1 : 1));
  return [
    ...names.flatMap((name) => {
      const member = properties[name];
      if (member === undefined) return [];
      const at = path === "" ? name : `${path}.${name}`;
      return [fieldOf(member, at, required.includes(name)), ...fieldsOf(member, at)];
    }),
    ...(items === undefined ? [] : [fieldOf(items, `${path}[]`, true), ...fieldsOf(items, `${path}[]`)]),
  ];
}

function rank(name: string, required: readonly string[]): number {
  const index = required.indexOf(name);
  return index < 0 ? required.length : index;
}

function fieldOf({ type, description, enumValues }: Schema, path: string, required: boolean): Field {
  return { path, type: types[type] ?? "unspecified", required, description, values: enumValues };
}
