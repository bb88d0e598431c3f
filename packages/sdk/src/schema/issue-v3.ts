import type { Issue } from "./issue.js";
import { isRecord, memberOf } from "./plain.js";

/**
 * Tells an issue of zod 3 in the words of zod 4. One of zod 4 is handed on: the codes that differ have different names, and
 * so do the keys of those that do not.
 */
export function modernIssue(issue: Record<PropertyKey, unknown>): Issue {
  switch (issue["code"]) {
    case "invalid_string":
      return { ...issue, code: "invalid_format", ...formatOf(issue["validation"]) };
    case "invalid_enum_value":
    case "invalid_union_discriminator":
      return { ...issue, code: "invalid_value", values: issue["options"] };
    case "invalid_literal":
      return { ...issue, code: "invalid_value", values: [issue["expected"]] };
    case "invalid_date":
      return { ...issue, code: "invalid_type", expected: "date" };
    case "not_finite":
      return { ...issue, code: "invalid_type", expected: "number" };
    case "invalid_type":
      return issue["expected"] === "integer" ? { ...issue, expected: "int" } : issue;
    case "too_small":
    case "too_big":
      return "type" in issue ? { ...issue, origin: issue["type"] } : issue;
    case "not_multiple_of":
      return "multipleOf" in issue ? { ...issue, divisor: issue["multipleOf"] } : issue;
    case "invalid_union":
      return Array.isArray(issue["unionErrors"]) ? unionIssue(issue, issue["unionErrors"]) : issue;
    default:
      return issue;
  }
}

function formatOf(validation: unknown): Issue {
  if (!isRecord(validation)) return { format: validation };
  const { startsWith, endsWith, includes } = validation;
  if (startsWith !== undefined) return { format: "starts_with", prefix: startsWith };
  return endsWith === undefined ? { format: "includes", includes } : { format: "ends_with", suffix: endsWith };
}

/** In zod 4 the paths of what the forms find wrong count from the union, in zod 3 from the root. */
function unionIssue(issue: Record<PropertyKey, unknown>, unionErrors: readonly unknown[]): Issue {
  const above = pathOf(issue).length;
  const errors = unionErrors.map((error) => {
    const issues = memberOf(error, "issues");
    if (!Array.isArray(issues)) return [];
    return issues.filter(isRecord).map((inner) => ({ ...modernIssue(inner), path: pathOf(inner).slice(above) }));
  });
  return { code: issue["code"], path: issue["path"], message: issue["message"], errors };
}

function pathOf(issue: Record<PropertyKey, unknown>): readonly unknown[] {
  return Array.isArray(issue["path"]) ? issue["path"] : [];
}
