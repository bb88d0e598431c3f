import type { Fault } from "./fault.js";
import { memberPath } from "./path.js";
import { fieldOf, type Shape } from "./shape.js";
import { suggest } from "./suggest.js";

/**
 * Why a field of an input cannot be a concurrency key, or `undefined` when it can. The kernel takes the key from the raw
 * arguments, before zod sees them, so the field must be there in every call, and what is there must be what the handler
 * gets: a required string, number or boolean at the top level, changed by no default and no coercion.
 *
 * `shape` is the input's root as lowered. A field that was refused there has its fault already and gets none here.
 */
export function keyFault(shape: Shape, field: string): Fault | undefined {
  // A root of another kind has its fault already. A record has no fields that could be named.
  if (shape.kind !== "object" && shape.kind !== "record") return undefined;
  const path = memberPath("", field);
  const found = shape.kind === "object" ? fieldOf(shape, field) : undefined;
  if (found === undefined) {
    const keys = shape.kind === "object" ? shape.fields.map((candidate) => candidate.key) : [];
    const meant = suggest(field, keys);
    const names = keys.map((key) => `"${key}"`).join(", ");
    const choice = names === "" ? "declare it in .input()" : `write one of ${names}`;
    return {
      path,
      reason: "the key names no field of the input",
      hint: meant === undefined ? choice : `write "${meant}"`,
    };
  }
  const { kind, nullable, rewritten, defaulted, lenient } = found.shape;
  if (kind === "refused") return undefined;
  if (lenient) {
    return {
      path,
      reason: "a key cannot be lenient: the kernel sees it as it was sent",
      hint: `mark the other fields with lenient(), one by one, or ${useLock}`,
    };
  }
  if (kind !== "string" && kind !== "number" && kind !== "boolean") {
    return {
      path,
      reason: "a key must be a string, a number or a boolean",
      hint: `take a field inside it to the top level, or ${useLock}`,
    };
  }
  if (defaulted) {
    return {
      path,
      reason: "a key cannot have a default: the kernel would not see it",
      hint: `drop .default(), or ${useLock}`,
    };
  }
  if (rewritten) {
    return {
      path,
      reason: "a key cannot be changed by zod: the kernel sees it as it was sent",
      hint: `drop the coercion or rewriting, or ${useLock}`,
    };
  }
  if (nullable) {
    return {
      path,
      reason: "a key cannot be null: all such calls would share one key",
      hint: `drop .nullable(), or ${useLock}`,
    };
  }
  if (!found.required) {
    return {
      path,
      reason: "a key must be required: all calls without it would share one key",
      hint: `drop .optional(), or ${useLock}`,
    };
  }
  return undefined;
}

const useLock = "call.lock(...) in the handler";
