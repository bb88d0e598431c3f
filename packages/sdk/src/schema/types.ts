/**
 * A zod schema, seen by its structure: zod 4 (classic, mini, core) or zod 3. The SDK never imports
 * zod and never asks `instanceof`, so any number of zod copies may live in one tree.
 */
export type Schema<O = unknown, I = unknown> =
  | { readonly _zod: { readonly output: O; readonly input: I } }
  | { readonly _output: O; readonly _input: I; readonly _def: object };

/** What a handler gets for this schema: defaults and transforms applied. */
export type OutputOf<S> = S extends { _zod: { output: infer O } } ? O : S extends { _output: infer O } ? O : never;

/** What a caller sends for this schema; for an output schema, what a handler returns. */
export type InputOf<S> = S extends { _zod: { input: infer I } } ? I : S extends { _input: infer I } ? I : never;

/** A value that JSON can carry. */
export type JsonValue = string | number | boolean | null | JsonObject | JsonValue[];

/** A JSON object: what arguments, results and partial results are on the wire (`google.protobuf.Struct`). */
export interface JsonObject {
  [key: string]: JsonValue;
}
