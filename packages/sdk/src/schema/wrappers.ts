import { isMarked } from "./secret.js";
import type { Side, Slot } from "./shape.js";
import { checksOf, type Def, defOf, descriptionOf, typeOf } from "./structure.js";

/** A schema without its wrappers, and what the wrappers said. */
export interface Unwrapped {
  readonly def: Def;
  /** The outermost description. */
  readonly description: string;
  readonly nullable: boolean;
  readonly secret: boolean;
  /** The checks of the inner schema, then those of its wrappers, from the inside out. */
  readonly checks: readonly Def[];
  readonly presence: Omit<Slot, "shape">;
}

const wrapperTypes: ReadonlySet<string> = new Set([
  "optional",
  "nullable",
  "default",
  "prefault",
  "readonly",
  "nonoptional",
]);

/**
 * Takes the wrappers off a zod 4 schema. A loop, so that a chain of any length is no danger to the stack.
 * `undefined` when a wrapper holds something that is no zod 4 schema.
 */
export function unwrap(schema: unknown, side: Side): Unwrapped | undefined {
  const wrappers: Def[] = [];
  let description: string | undefined;
  let secret = false;
  let current = schema;
  for (;;) {
    const def = defOf(current);
    if (def === undefined) return undefined;
    description ??= descriptionOf(current);
    secret ||= isMarked(def);
    if (!wrapperTypes.has(typeOf(def))) {
      wrappers.reverse();
      return {
        def,
        description: description ?? "",
        nullable: wrappers.some((wrapper) => typeOf(wrapper) === "nullable"),
        secret,
        checks: wrappers.reduce((checks, wrapper) => joined(checks, checksOf(wrapper)), checksOf(def)),
        presence: presenceOf(def, wrappers, side),
      };
    }
    wrappers.push(def);
    current = def.innerType;
  }
}

function joined(first: readonly Def[], second: readonly Def[]): readonly Def[] {
  return second.length === 0 ? first : [...first, ...second];
}

/** Follows the wrappers from the inside out. */
function presenceOf(def: Def, wrappers: readonly Def[], side: Side): Omit<Slot, "shape"> {
  // Coercion makes a text or a boolean of undefined too, and some releases of zod 4 ask it before they miss the key.
  const coercesAbsence = side === "input" && def.coerce === true && typeOf(def) !== "number";
  let required = !coercesAbsence;
  let omittable = false;
  let readDefault: (() => unknown) | undefined;
  for (const wrapper of wrappers) {
    switch (typeOf(wrapper)) {
      case "optional":
        required = false;
        omittable = true;
        break;
      case "default":
      case "prefault":
        required = side === "output" && (required || typeOf(wrapper) === "default");
        omittable = true;
        readDefault = () => wrapper.defaultValue;
        break;
      case "nonoptional":
        // Over a default, releases of zod 4 differ on whether an absent key is refused.
        required = side === "output" || (readDefault === undefined && !coercesAbsence);
        omittable = false;
        readDefault = undefined;
        break;
    }
  }
  return side === "input"
    ? { required, omittable, readDefault }
    : { required, omittable: false, readDefault: undefined };
}

/** Whether a check of the schema or of its wrappers, or coercion, may hand on another value than was given. */
export function rewrites(unwrapped: Unwrapped): boolean {
  if (unwrapped.def.coerce === true || unwrapped.def.normalize === true) return true;
  return unwrapped.checks.some((check) => check.check === "overwrite");
}
