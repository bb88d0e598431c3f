import type { JsonValue } from "@plugwright/sdk";

/** What a text costs a model, as kernels estimate it: a quarter of its bytes in UTF-8, rounded up. */
export function tokensOf(value: JsonValue): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4);
}
