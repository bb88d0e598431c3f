import type { JsonObject, JsonValue } from "../schema/types.js";
import { secretForms } from "./secret-forms.js";

/** A configured secret. */
export interface Secret {
  /** The attribute's name, shown in its place. */
  readonly name: string;
  readonly value: string;
}

/** Secrets shorter than this many characters are not replaced: they would match by chance. */
export const shortestSecret = 6;

/** Replaces the bytes of one output stream, also where a secret lies across two chunks. */
export interface StreamRedactor {
  /** What may go out now; the end of the chunk is held back while it could be the start of a secret. */
  push(chunk: Uint8Array): Uint8Array;
  /** What was held back. */
  flush(): Uint8Array;
}

/** Takes the values of secrets out of whatever leaves the process. */
export interface Redactor {
  /** Whether there is anything to take out. */
  readonly active: boolean;
  text(text: string): string;
  /** Strings and keys, at any depth. */
  json(value: JsonObject): JsonObject;
  /** `undefined` when there are no secrets, so that nothing is scanned. */
  stream(): StreamRedactor | undefined;
}

/** A redactor without secrets. */
export const noSecrets: Redactor = Object.freeze({
  active: false,
  text: (text: string) => text,
  json: (value: JsonObject) => value,
  stream: () => undefined,
});

/** Replaces each secret of at least {@link shortestSecret} characters by `[secret:name]`. */
export function createRedactor(secrets: readonly Secret[], shortest: number = shortestSecret): Redactor {
  const forms = secrets.filter(({ value }) => value.length >= shortest).flatMap(secretForms);
  if (forms.length === 0) return noSecrets;
  const ofText = matcher(forms.map(({ text, name }) => [text, name]));
  const ofBytes = matcher(forms.map(({ text, name }) => [byteString(encoder.encode(text)), name]));
  const text = (value: string) => value.replace(ofText.pattern, (found) => label(ofText, found));
  const json = (value: JsonValue): JsonValue => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(json);
    return value !== null && typeof value === "object" ? jsonObject(value) : value;
  };
  const jsonObject = (value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [text(key), json(inner)]));
  return { active: true, text, json: jsonObject, stream: () => streamRedactor(ofBytes) };
}

interface Matcher {
  readonly pattern: RegExp;
  readonly names: ReadonlyMap<string, string>;
  readonly longest: number;
}

const encoder = new TextEncoder();
// One character for each byte, so that positions in the text are positions in the bytes.
const bytesDecoder = new TextDecoder("latin1");
const byteString = (bytes: Uint8Array): string => bytesDecoder.decode(bytes);

function matcher(forms: readonly (readonly [string, string])[]): Matcher {
  const names = new Map<string, string>();
  for (const [form, name] of forms) if (!names.has(form)) names.set(form, name);
  // Longest first: where one form begins another, all of it goes.
  const sorted = [...names.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const pattern = new RegExp(sorted.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "g");
  return { pattern, names, longest: sorted[0]?.length ?? 0 };
}

const label = (matcher: Matcher, found: string): string => `[secret:${matcher.names.get(found) ?? ""}]`;

function streamRedactor(matcher: Matcher): StreamRedactor {
  let held = new Uint8Array(0);
  const take = (bytes: Uint8Array, last: boolean): Uint8Array => {
    const text = byteString(bytes);
    let end = last ? bytes.length : holdFrom(matcher, text);
    const parts: Uint8Array[] = [];
    let from = 0;
    for (const match of text.matchAll(matcher.pattern)) {
      if (match.index >= end) break;
      parts.push(bytes.subarray(from, match.index), encoder.encode(label(matcher, match[0])));
      from = match.index + match[0].length;
      end = Math.max(end, from);
    }
    parts.push(bytes.subarray(from, end));
    held = bytes.slice(end);
    return join(parts);
  };
  return {
    push: (chunk) => take(join([held, chunk]), false),
    flush: () => take(held, true),
  };
}

/** Where the longest ending begins that could still grow into a secret. */
function holdFrom(matcher: Matcher, text: string): number {
  for (let from = Math.max(0, text.length - matcher.longest + 1); from < text.length; from++) {
    const ending = text.slice(from);
    for (const form of matcher.names.keys()) if (form.length > ending.length && form.startsWith(ending)) return from;
  }
  return text.length;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
