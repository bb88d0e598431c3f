import type { Redactor } from "./redact.js";

/** A copy of a message (a RenderTree) whose texts hold no secret, at any depth. */
export function redactTree<T>(message: T, redactor: Redactor): T;
export function redactTree(message: unknown, redactor: Redactor): unknown {
  if (typeof message === "string") return redactor.text(message);
  if (Array.isArray(message)) return message.map((item: unknown) => redactTree(item, redactor));
  if (typeof message !== "object" || message === null || ArrayBuffer.isView(message)) return message;
  return Object.fromEntries(
    Object.entries(message).map(([key, value]) => [key, key === "$typeName" ? value : redactTree(value, redactor)]),
  );
}
