import type { Presence, Side } from "./shape.js";
import { typeOf } from "./structure.js";
import type { Layer } from "./unwrap.js";

/** What a schema without its wrappers makes of absence. */
export type Inner = Pick<Presence, "required" | "omittable">;

/**
 * What the wrappers around a schema make of absence, followed from the inside out.
 *
 * Input: a value is required as long as nothing but structure stands between its absence and the refusal. Once the
 * author's code decides (a transform over an optional, `z.preprocess()`, `.catch()`), or releases of zod differ (coercion
 * to a text or a boolean, `.nonoptional()` over a default), it is not.
 */
export function presenceOf(layers: readonly Layer[], inner: Inner, side: Side): Presence {
  return side === "input" ? sent(layers, inner) : made(layers, inner);
}

function sent(layers: readonly Layer[], inner: Inner): Presence {
  let { required, omittable } = inner;
  let readDefault: (() => unknown) | undefined;
  // Whether .nonoptional() can still be relied on to refuse absence.
  let plain = required;
  for (const { kind, def } of layers) {
    switch (kind === "wrapper" ? typeOf(def) : kind) {
      case "optional":
        required = false;
        omittable = true;
        break;
      case "default":
      case "prefault":
        required = false;
        omittable = true;
        plain = false;
        readDefault = () => def.defaultValue;
        // zod 4 hands a default out as it is: outside a pipe it is a value of the output's type.
        if (typeOf(def) === "default" && def.parsesDefault !== true && piped(layers, def)) readDefault = undefined;
        break;
      case "nonoptional":
        required = plain;
        omittable = false;
        readDefault = undefined;
        break;
      case "pipe":
        plain &&= required;
        break;
      case "catch":
      case "preprocess":
        required = false;
        plain = false;
        break;
    }
  }
  return { required, omittable, readDefault };
}

function made(layers: readonly Layer[], inner: Inner): Presence {
  let { required } = inner;
  for (const { kind, def } of layers) {
    if (kind !== "wrapper") continue;
    const type = typeOf(def);
    if (type === "optional") required = false;
    if (type === "default" || type === "nonoptional") required = true;
  }
  return { required, omittable: false, readDefault: undefined };
}

/** Whether a pipe lies inside the wrapper. */
function piped(layers: readonly Layer[], def: Layer["def"]): boolean {
  const at = layers.findIndex((layer) => layer.def === def);
  return layers.slice(0, at).some((layer) => layer.kind !== "wrapper");
}
