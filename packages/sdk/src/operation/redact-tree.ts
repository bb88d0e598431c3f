import { noSecrets, type Redactor } from "./redact.js";

/** Deeper than any tree that a frontend could show, and than what its wire form may nest. */
const deepest = 100;

/**
 * A copy of a message (a RenderTree) whose texts and keys hold no secret, at any depth.
 * @throws RangeError when it nests more than a hundred levels, or contains itself.
 */
export function redactTree<T>(message: T, redactor: Redactor): T;
export function redactTree(message: unknown, redactor: Redactor): unknown {
  return redactor === noSecrets ? message : redacted(message, redactor, 0);
}

function redacted(value: unknown, redactor: Redactor, depth: number): unknown {
  if (depth > deepest) throw new RangeError("the tree nests too deeply, or contains itself");
  if (typeof value === "string") return redactor.text(value);
  if (Array.isArray(value)) return value.map((item: unknown) => redacted(item, redactor, depth + 1));
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === "$typeName" ? [key, inner] : [redactor.text(key), redacted(inner, redactor, depth + 1)],
    ),
  );
}
