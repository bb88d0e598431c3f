import { maxDepth, maxNodes } from "./limits.js";

/** Why a construct is refused and what to write instead. Fixed wordings, the same for every operation. */
export interface Refusal {
  readonly reason: string;
  readonly hint: string;
}

const listHint = "write z.array(...)";
const absentHint = "make the key .optional()";
const typeHint = 'state the type; for free-form JSON take a text: z.string().describe("JSON")';

const refusals: ReadonlyMap<string, Refusal> = new Map([
  ["date", { reason: "JSON carries no Date", hint: "write z.iso.datetime() and make the Date in the handler" }],
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
  [
    "union",
    {
      reason: "there are no unions on the wire",
      hint: "pick one type; for a choice of texts write z.enum([...]), for a choice of objects one object with optional keys",
    },
  ],
  [
    "intersection",
    {
      reason: "there are no intersections on the wire",
      hint: "write one object: z.object({ ...a.shape, ...b.shape })",
    },
  ],
  [
    "tuple",
    { reason: "there are no tuples on the wire", hint: "write an object with a key per position, or z.array(...)" },
  ],
  ["lazy", { reason: "there are no references on the wire", hint: "write the schema itself in place of z.lazy(...)" }],
  ["catch", { reason: ".catch() hides what is refused", hint: "write .optional() or .default(...)" }],
  ["template_literal", { reason: "z.templateLiteral() is not supported", hint: "write z.string().regex(...)" }],
  ["success", { reason: "z.success() is not supported", hint: "write z.boolean()" }],
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

export const refuseV3: Refusal = {
  reason: "zod 3 schemas are not supported yet",
  hint: 'use zod 4: import * as z from "zod"',
};

export const refuseForeign: Refusal = {
  reason: "this is not a zod schema",
  hint: "pass a zod schema with an object at its root: z.object({ ... })",
};

export const refuseTransform: Refusal = {
  reason: "what a transform makes has no declared type",
  hint: "take the plain type and convert it in the handler",
};

export const refusePreprocess: Refusal = {
  reason: "what z.preprocess() accepts has no declared type",
  hint: "state the type that is sent and convert it in the handler",
};

export const refusePipe: Refusal = {
  reason: "pipes and codecs are not supported",
  hint: "write the type that is sent and convert it in the handler",
};

export const refuseRecursion: Refusal = {
  reason: "the schema contains itself, and there are no references on the wire",
  hint: "write out as many levels as are needed, or a flat list whose items name their parent",
};

export const refuseOutputNull: Refusal = {
  reason: "a result cannot hold null: the kernel refuses it for every declared type",
  hint: "write .optional() and leave the key out",
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

export const refuseRecord: Refusal = {
  reason: "a record's keys must be any string",
  hint: "write z.record(z.string(), ...), or an object with the keys",
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
