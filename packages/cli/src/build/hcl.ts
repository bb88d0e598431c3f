import type { JsonValue } from "@plugwright/sdk";

/** A text as a literal of HCL, whatever is in it. */
export function hclString(text: string): string {
  const escaped = JSON.stringify(text)
    // Valid in JSON only.
    .replace(/\\([bf])/g, (_, letter: string) => (letter === "b" ? "\\u0008" : "\\u000c"))
    .replace(/([$%])\{/g, "$1$1{");
  return escaped;
}

/** A value of JSON as an expression of HCL, on one line. */
export function hclValue(value: JsonValue): string {
  if (typeof value === "string") return hclString(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(hclValue).join(", ")}]`;
  const members = Object.entries(value).map(([key, member]) => `${hclKey(key)} = ${hclValue(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function hclKey(key: string): string {
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key) ? key : hclString(key);
}

/** Lines of comments, one for each line of the text. */
export function hclComment(text: string): string[] {
  return text === "" ? [] : text.split(/\r?\n/).map((line) => `# ${line}`.trimEnd());
}

/** Moves lines to the right by one level. */
export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === "" ? "" : `  ${line}`));
}
