import { isRecord } from "./plain.js";
import type { Def } from "./structure.js";

/** Tells the checks of a zod 3 schema in the words of zod 4. An unknown one keeps its name, and is refused by it. */
export function checksV3(of: "string" | "number" | "date" | "array", checks: unknown): readonly Def[] {
  if (!Array.isArray(checks)) return [];
  return checks.filter(isRecord).flatMap((check) => {
    if (of === "number") return boundV3(check);
    // Kept as a number of milliseconds.
    if (of === "date") return boundV3({ ...check, value: new Date(Number(check["value"])) });
    return lengthV3(check) ?? stringV3(check);
  });
}

function boundV3({ kind, value, inclusive }: Record<PropertyKey, unknown>): readonly Def[] {
  switch (kind) {
    case "min":
      return [{ check: "greater_than", value, inclusive: inclusive !== false }];
    case "max":
      return [{ check: "less_than", value, inclusive: inclusive !== false }];
    case "multipleOf":
      return [{ check: "multiple_of", value }];
    case "int":
      return [{ check: "number_format", format: "int" }];
    case "finite":
      // What is sent is JSON, whose numbers are finite.
      return [];
    default:
      return [{ check: String(kind) }];
  }
}

function lengthV3({ kind, value }: Record<PropertyKey, unknown>): readonly Def[] | undefined {
  switch (kind) {
    case "min":
      return [{ check: "min_length", minimum: value }];
    case "max":
      return [{ check: "max_length", maximum: value }];
    case "length":
      return [{ check: "length_equals", length: value }];
    default:
      return undefined;
  }
}

function stringV3(check: Record<PropertyKey, unknown>): readonly Def[] {
  const { kind, value, position, regex, version, alg, precision } = check;
  switch (kind) {
    case "regex":
      return [{ check: "string_format", format: "regex", pattern: regex }];
    case "includes":
      return [{ check: "string_format", format: "includes", includes: value, position }];
    case "startsWith":
      return [{ check: "string_format", format: "starts_with", prefix: value }];
    case "endsWith":
      return [{ check: "string_format", format: "ends_with", suffix: value }];
    case "trim":
    case "toLowerCase":
    case "toUpperCase":
      return [{ check: "overwrite" }];
    case "ip":
    case "cidr":
      return [{ check: "string_format", format: typeof version === "string" ? `${kind}${version}` : kind }];
    default:
      // The rest are formats by their names: "email", "datetime", …
      return [{ check: "string_format", format: String(kind), alg, precision: precision ?? undefined }];
  }
}
