import { maxDepth, maxNodes, maxUnrolled } from "./limits.js";
import { memberOf } from "./plain.js";
import { oneLine } from "./text.js";

/** Why a construct is refused and what to write instead. Fixed wordings, the same for every operation. */
export interface Refusal {
  readonly reason: string;
  readonly hint: string;
}

const listHint = "write z.array(...)";
const absentHint = "make the key .optional()";
const typeHint = 'state the type; for free-form JSON take a text: z.string().describe("JSON")';

const refusals: ReadonlyMap<string, Refusal> = new Map([
  [
    "date",
    {
      reason: "JSON carries no Date",
      hint: "take ISO text, z.iso.datetime() or z.string().datetime(), and make the Date in the handler",
    },
  ],
  ["bigint", { reason: "JSON carries no bigint", hint: "write z.int(), or z.string() for the digits" }],
  ["nan", { reason: "JSON carries no NaN", hint: "write z.number().optional() and leave the key out" }],
  ["symbol", { reason: "JSON carries no symbol", hint: "write z.string()" }],
  ["map", { reason: "JSON carries no Map", hint: "write z.array(z.object({ key: ..., value: ... }))" }],
  ["set", { reason: "JSON carries no Set", hint: listHint }],
  ["file", { reason: "JSON carries no File", hint: "write z.string() for a path, or z.base64() for the bytes" }],
  ["function", { reason: "JSON carries no function", hint: "leave the key out" }],
  [
    "promise",
    { reason: "JSON carries no Promise", hint: "write the schema of the value, and await it in the handler" },
  ],
  ["undefined", { reason: "JSON carries no undefined", hint: absentHint }],
  ["void", { reason: "JSON carries no undefined", hint: "write z.object({}) for an operation without result" }],
  ["null", { reason: "there is no null type on the wire", hint: absentHint }],
  [
    "never",
    { reason: "no value is acceptable", hint: "leave the key out, and make the object z.strictObject({ ... })" },
  ],
  ["any", { reason: "any value has no type on the wire", hint: typeHint }],
  ["unknown", { reason: "an unknown value has no type on the wire", hint: typeHint }],
  [
    "custom",
    { reason: "z.custom() and z.instanceof() have no type on the wire", hint: "state the type and add .refine(...)" },
  ],
  ["success", { reason: "z.success() is not supported", hint: "write z.boolean()" }],
  [
    "transform",
    { reason: "what a bare transform takes has no declared type", hint: "write z.string().transform(...)" },
  ],
]);

/** The refusal of a zod type that cannot be described. */
export function refusalOf(type: string): Refusal {
  const refusal = refusals.get(type);
  return (
    refusal ?? {
      reason: `the zod type "${type}" is not supported`,
      hint: "write it with objects, arrays, strings, numbers and booleans",
    }
  );
}

export const refuseForeign: Refusal = {
  reason: "this is not a zod schema",
  hint: "pass a zod schema with an object at its root: z.object({ ... })",
};

export const refuseTransform: Refusal = {
  reason: "what a transform makes has no declared type",
  hint: "declare it, as in .transform(Number).pipe(z.number()), or convert it in the handler",
};

export const refuseDecoded: Refusal = {
  reason: "a codec is used in its decode direction, which ends in what JSON cannot carry",
  hint: "invert the codec: z.codec(z.date(), z.iso.datetime(), ...) takes the Date from the handler and sends text",
};

export const refuseRecursion: Refusal = {
  reason: "the schema contains itself, and there are no references on the wire",
  hint: `say how often to write it out, as in .input(schema, { depth: 2 }), at most ${maxUnrolled}; or take a flat list`,
};

export const refuseUnrolled: Refusal = {
  reason: "the schema contains itself other than as an object",
  hint: "put what repeats into an object: z.object({ items: z.array(...) })",
};

export const refuseOutputNull: Refusal = {
  reason: "a result cannot hold null: the kernel refuses it for every declared type",
  hint: 'write .optional() and leave the key out, or .output(schema, { nulls: "drop" })',
};

export const refuseOutputNullItem: Refusal = {
  reason: "a result and its lists cannot hold null in place of a value: the kernel refuses it",
  hint: "leave such items out; for a result that may be missing write z.object({ found: ... }) with an optional key",
};

export const refuseOutputItem: Refusal = {
  reason: "an item may be undefined, which a list cannot hold",
  hint: "drop .optional() from the items and leave such items out",
};

export const refuseRootUndefined: Refusal = {
  reason: "the result may be undefined",
  hint: "drop .optional() from the root",
};

export const refuseRewrittenOutput: Refusal = {
  reason: "an .overwrite() may make something else of the result than is declared",
  hint: "do it in the handler",
};

export const refuseRecordKeys: Refusal = {
  reason: "a record's keys must be strings",
  hint: "write z.record(z.string(), ...), or an object with the keys",
};

export const refuseLooseRecord: Refusal = {
  reason: "z.looseRecord() asks nothing of some keys, which cannot be told",
  hint: "write z.record(z.string(), ...)",
};

export const refuseLongRule: Refusal = {
  reason: "what the values under undeclared keys must be is too much for a description",
  hint: "take a list: z.array(z.object({ key: z.string(), ... }))",
};

export const refuseTuple: Refusal = {
  reason: "there are no tuples on the wire",
  hint: "write an object with a key per position, or z.array(...)",
};

export const refuseForms: Refusal = {
  reason: "the forms of a union give this key different types, and the wire has one type per key",
  hint: "give the key one type, or another name in each form",
};

export const refuseOpenForm: Refusal = {
  reason: "a form that keeps undeclared keys may hold anything under the keys of the others",
  hint: "drop .loose() or .catchall() from the forms, or declare the same keys in all of them",
};

export const refuseUnsatisfiable: Refusal = {
  reason: "no value fits both sides of the intersection",
  hint: "write one object: z.object({ ...a.shape, ...b.shape })",
};

export const refuseIntersection: Refusal = {
  reason: "an intersection is described for objects with declared keys, and for values of one type",
  hint: "write one object: z.object({ ...a.shape, ...b.shape })",
};

export const refuseStrictIntersection: Refusal = {
  reason: "a strict object in an intersection refuses the other side's keys in this version of zod",
  hint: "write one strict object: z.strictObject({ ...a.shape, ...b.shape })",
};

export const refuseKey: Refusal = { reason: "such a key cannot be sent", hint: "name it with a plain string" };

export const refuseDeep: Refusal = {
  reason: `nested deeper than ${maxDepth} levels`,
  hint: "flatten the schema",
};

export const refuseLarge: Refusal = {
  reason: `more than ${maxNodes} parts, once shared ones are written out`,
  hint: "make the schema smaller: there are no references on the wire",
};

export const refuseLenient: Refusal = {
  reason: "lenient() is for arguments: results and configuration are taken as they are",
  hint: "drop lenient(), or convert the text with .transform(...).pipe(...)",
};

/** The refusal of a union whose members have more than one type on the wire. */
export function refuseUnion(kinds: readonly string[]): Refusal {
  const anything = kinds.length > 3;
  return {
    reason: `the wire has one type per value, and this union has ${kinds.length}: ${kinds.join(", ")}`,
    hint: anything ? typeHint : "pick one type; or write an object with an optional key for each",
  };
}

/** The refusal of a check of a later zod, which might do anything. */
export function refuseCheck(name: string): Refusal {
  return { reason: `the check "${oneLine(name)}" is not supported`, hint: "write .refine(...)" };
}

/** The refusal of a declaration whose getter threw. */
export function unreadable(what: string, error: unknown): Refusal {
  const message = memberOf(error, "message");
  return {
    reason: `${what} cannot be read: ${oneLine(typeof message === "string" ? message : String(error))}`,
    hint: "declare the schemas that its getters use before it",
  };
}
