import { type Schema, SchemaType } from "@plugwright/protocol/schema";

/** A schema as one would write its type: `{ path: string, from?: number }`. */
export function schemaText(schema: Schema | undefined): string {
  switch (schema?.type) {
    case SchemaType.OBJECT:
      return objectText(schema);
    case SchemaType.ARRAY:
      return `${schemaText(schema.items)}[]`;
    case SchemaType.STRING:
      return schema.enumValues.length === 0
        ? "string"
        : schema.enumValues.map((value) => JSON.stringify(value)).join(" | ");
    case SchemaType.NUMBER:
      return "number";
    case SchemaType.BOOLEAN:
      return "boolean";
    default:
      return "unknown";
  }
}

function objectText({ properties, required }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? "" : "?"}: ${schemaText(schema)}`,
  );
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}
