import { isLenient } from "./lenient.js";
import { maxDepth } from "./limits.js";
import { isRecord } from "./plain.js";
import { type Refusal, refuseDeep, refuseForeign, refuseRecursion, refuseTransform, unreadable } from "./refusals.js";
import { isMarked } from "./secret.js";
import type { Side } from "./shape.js";
import { checksOf, type Def, defOf, descriptionOf, internalsOf, typeOf } from "./structure.js";

/** A schema without its wrappers and pipes, and what these said. */
export interface Unwrapped {
  readonly schema: unknown;
  readonly def: Def;
  /** The outermost description. */
  readonly description: string;
  readonly secret: boolean;
  /** Whether `lenient()` is said on the way. */
  readonly lenient: boolean;
  /** The wrappers and pipes, from the inside out. */
  readonly layers: readonly Layer[];
  readonly said: Said;
}

/** What wrappers and pipes come to. */
export interface Said {
  readonly nullable: boolean;
  readonly defaulted: boolean;
  /** Whether the author's code sees the value before the schema does: `z.preprocess()`. */
  readonly prepared: boolean;
  /** Whether an unfit value is replaced: `.catch()`. */
  readonly replaced: boolean;
  /** Whether a pipe, a default or a fallback may change the value. Checks and coercion are not looked at. */
  readonly changed: boolean;
  /** Output: whether the value comes out of a codec. */
  readonly decoded: boolean;
  /** Input: what the unchanged value must be as well: `z.string().pipe(z.enum(["a"]))`. */
  readonly also: readonly unknown[];
  /** The pipe from a text to a boolean that `z.stringbool()` is. `undefined` for all others. */
  readonly stringbool: unknown;
}

/** One wrapper or pipe on the way in. */
export interface Layer {
  readonly kind: "wrapper" | "pipe" | "preprocess";
  readonly schema: unknown;
  readonly def: Def;
}

const wrapperTypes: ReadonlySet<string> = new Set([
  "optional",
  "nullable",
  "default",
  "prefault",
  "catch",
  "readonly",
  "nonoptional",
]);

/**
 * Takes wrappers, pipes and `z.lazy()` off a schema. Of a pipe the input side is what goes in, the output side what
 * comes out. A loop, so that a chain of any length is no danger to the stack.
 */
export function unwrap(schema: unknown, side: Side): Unwrapped | Refusal {
  const layers: Layer[] = [];
  let lazies: Set<unknown> | undefined;
  let description: string | undefined;
  let secret = false;
  let lenient = false;
  let current = schema;
  for (;;) {
    const def = defOf(current);
    if (def === undefined) return refuseForeign;
    description ??= descriptionOf(current);
    secret ||= isMarked(def);
    lenient ||= isLenient(def);
    const type = typeOf(def);
    if (type === "lazy") {
      lazies ??= new Set();
      if (lazies.has(def.getter)) return refuseRecursion;
      if (lazies.size >= maxDepth) return refuseDeep;
      lazies.add(def.getter);
      const inner = innerOf(current, def);
      if (isRefusal(inner)) return inner;
      layers.push({ kind: "wrapper", schema: current, def });
      current = inner.schema;
    } else if (type === "pipe") {
      const first = typeIn(def.in) === "transform";
      if (side === "output" && typeIn(def.out) === "transform") return refuseTransform;
      layers.push({ kind: first ? "preprocess" : "pipe", schema: current, def });
      current = side === "output" || first ? def.out : def.in;
    } else if (wrapperTypes.has(type)) {
      layers.push({ kind: "wrapper", schema: current, def });
      current = def.innerType;
    } else {
      layers.reverse();
      const said = saidBy(layers, side);
      return { schema: current, def, description: description ?? "", secret, lenient, layers, said };
    }
  }
}

/** Whether the answer is a refusal. */
export function isRefusal(answer: object): answer is Refusal {
  return "reason" in answer;
}

const nothing: Said = {
  nullable: false,
  defaulted: false,
  prepared: false,
  replaced: false,
  changed: false,
  decoded: false,
  also: [],
  stringbool: undefined,
};

/** @param layers From the inside out. */
function saidBy(layers: readonly Layer[], side: Side): Said {
  if (layers.length === 0) return nothing;
  const types = new Set(layers.map((layer) => (layer.kind === "wrapper" ? typeOf(layer.def) : layer.kind)));
  const pipes = layers.filter((layer) => layer.kind === "pipe");
  const prepared = types.has("preprocess");
  const replaced = types.has("catch");
  const filled = types.has("default") || types.has("prefault");
  const also = side === "input" ? untouched(layers) : [];
  const selects = pipes.length > 0 && also.length === pipes.length && also.every(selectsOnly);
  return {
    nullable: types.has("nullable"),
    // Also below .nonoptional(): releases of zod differ on which of the two is asked first.
    defaulted: side === "input" && filled,
    prepared,
    replaced,
    changed: prepared || replaced || filled || (pipes.length > 0 && !selects),
    decoded: side === "output" && pipes.some((layer) => typeof layer.def.transform === "function"),
    also,
    // Unlike a pipe of the author's, its definition has a place for an error.
    stringbool: pipes.find((layer) => "error" in layer.def && typeIn(layer.def.out) === "boolean")?.schema,
  };
}

/**
 * The checks of the inner schema, then those of its wrappers, from the inside out. On the input side, what a check outside a
 * pipe asks for is asked of what comes out of the pipe, so that no more is known than that there is one.
 */
export function checksWith({ def, layers }: Unwrapped, side: Side): readonly Def[] {
  let checks = checksOf(def);
  let outside = false;
  for (const layer of layers) {
    outside ||= side === "input" && layer.kind !== "wrapper";
    const more = checksOf(layer.def);
    if (more.length > 0) checks = [...checks, ...(outside ? [{ check: "custom" }] : more)];
  }
  return checks;
}

/** The second halves of the pipes which a value reaches as it was sent. */
function untouched(layers: readonly Layer[]): readonly unknown[] {
  const also: unknown[] = [];
  for (const { kind, def } of layers) {
    if (kind === "wrapper") {
      if (typeOf(def) === "catch") return also;
    } else if (kind === "preprocess" || typeof def.transform === "function" || typeIn(def.out) === "transform") {
      return also;
    } else {
      also.push(def.out);
    }
  }
  return also;
}

function selectsOnly(schema: unknown): boolean {
  const type = typeIn(schema);
  return type === "enum" || type === "literal";
}

function typeIn(schema: unknown): string | undefined {
  const def = defOf(schema);
  return def === undefined ? undefined : typeOf(def);
}

/** What each `z.lazy()` stands for. Its getter is part of the declaration, like a shape's; it is run once. */
const resolved = new WeakMap<object, { readonly schema: unknown }>();

function innerOf(schema: unknown, def: Def): { readonly schema: unknown } | Refusal {
  const { getter } = def;
  if (typeof getter !== "function") return refuseForeign;
  const known = resolved.get(getter);
  if (known !== undefined) return known;
  try {
    // zod 4 keeps what its getter returned; that of zod 3 has to be called.
    const internals = internalsOf(schema);
    const inner: unknown = internals === undefined ? Reflect.apply(getter, def, []) : internals["innerType"];
    const found = { schema: inner };
    if (isRecord(inner)) resolved.set(getter, found);
    return found;
  } catch (error) {
    return unreadable("the schema in z.lazy()", error);
  }
}
