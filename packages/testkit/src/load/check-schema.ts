import { type Schema, SchemaType } from "@plugwright/protocol/schema";

const known: ReadonlySet<SchemaType> = new Set([
  SchemaType.OBJECT,
  SchemaType.STRING,
  SchemaType.NUMBER,
  SchemaType.BOOLEAN,
  SchemaType.ARRAY,
]);

/** What of a schema lies outside of the subset that the protocol has, a sentence each. */
export function schemaFaults(schema: Schema, path = ""): string[] {
  const at = (text: string) => `${path === "" ? "the schema" : path} ${text}`;
  const faults: string[] = [];
  if (!known.has(schema.type)) faults.push(at(`has the type ${SchemaType[schema.type] ?? schema.type}`));
  if (path === "" && schema.type !== SchemaType.OBJECT) faults.push(at("is no object at its root"));
  const properties = Object.entries(schema.properties);
  if (schema.type !== SchemaType.OBJECT && (properties.length > 0 || schema.required.length > 0)) {
    faults.push(at("has properties and is no object"));
  }
  if (schema.type !== SchemaType.ARRAY && schema.items !== undefined) faults.push(at("has items and is no array"));
  if (schema.type !== SchemaType.STRING && schema.enumValues.length > 0) {
    faults.push(at("has enum values and is no string"));
  }
  for (const name of schema.required) {
    if (!Object.hasOwn(schema.properties, name))
      faults.push(at(`requires ${JSON.stringify(name)}, which it does not declare`));
  }
  const nested = (name: string) => (path === "" ? name : `${path}.${name}`);
  for (const [name, property] of properties) faults.push(...schemaFaults(property, nested(name)));
  if (schema.items !== undefined) faults.push(...schemaFaults(schema.items, `${path}[]`));
  return faults;
}
