import { type Schema, SchemaType } from "@plugwright/protocol/schema";
import { type JsonObject, type JsonValue, suggest } from "@plugwright/sdk";
import { listText } from "../text.js";
import { convert } from "./convert.js";
import { splitWords, type Word } from "./words.js";

/** The arguments that a text gives, or where and why it gives none. */
export type ParsedText =
  | { readonly ok: true; readonly args: JsonObject; readonly raw: string }
  | { readonly ok: false; readonly message: string; readonly position: number; readonly raw: string };

/**
 * Reads what a person typed after a command's name (docs/testing.md has the grammar). A command with one argument gets
 * the whole text; with several, words fill the required ones in their order and options give the others. Whether the
 * values conform to the schema is for the kernel to say.
 */
export function parseCommandText(raw: string, input: Schema): ParsedText {
  const fields = Object.entries(input.properties);
  const [only] = fields;
  try {
    if (only !== undefined && fields.length === 1 && only[1].type !== SchemaType.ARRAY) {
      return { ok: true, args: wholeText(raw, only, input.required.includes(only[0])), raw };
    }
    const split = splitWords(raw);
    if ("fault" in split) throw new TextError(split.fault.at, split.fault.reason);
    return { ok: true, args: fromWords(split.words, input), raw };
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    const { at, message } = error;
    return { ok: false, message: `column ${at + 1}: ${message}\n${pointAt(raw, at)}`, position: at + 1, raw };
  }
}

/** Not seen outside of this file. */
class TextError extends Error {
  constructor(
    readonly at: number,
    reason: string,
  ) {
    super(reason);
  }
}

function wholeText(raw: string, [name, schema]: [string, Schema], required: boolean): JsonObject {
  // A text is taken as it stands; of everything else the surrounding space is no part.
  const isText = schema.type === SchemaType.STRING && schema.enumValues.length === 0;
  const text = isText ? raw : raw.trim();
  if (text === "" && !(required && (isText || schema.enumValues.includes("")))) return {};
  return { [name]: converted({ text, at: raw.indexOf(text), quoted: false }, name, schema) };
}

function fromWords(words: readonly Word[], input: Schema): JsonObject {
  const args: JsonObject = {};
  const positional: Word[] = [];
  let optionsEnded = false;
  const give = (name: string, schema: Schema, value: JsonValue, at: number): void => {
    const before = Object.hasOwn(args, name) ? args[name] : undefined;
    if (schema.type === SchemaType.ARRAY) args[name] = [...(Array.isArray(before) ? before : []), value];
    else if (before !== undefined) throw new TextError(at, `${name} is given twice`);
    else args[name] = value;
  };

  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (word === undefined) break;
    if (optionsEnded || word.quoted || !word.text.startsWith("--")) {
      positional.push(word);
    } else if (word.text === "--") {
      optionsEnded = true;
    } else {
      const [name, given] = splitOption(word.text);
      const option = findOption(name, input, word.at);
      const value = { at: word.at, quoted: true };
      if (given !== undefined && option.negated) {
        const flag = `--${option.name}`;
        throw new TextError(word.at, `--${name} takes no value; write ${flag}=true or ${flag}=false`);
      }
      if (given !== undefined) {
        give(option.name, option.schema, itemOf({ ...value, text: given }, option.name, option.schema), word.at);
      } else if (option.schema.type === SchemaType.BOOLEAN) {
        give(option.name, option.schema, !option.negated, word.at);
      } else {
        const next = words[++index];
        if (next === undefined) throw new TextError(word.at, `--${name} needs a value`);
        give(option.name, option.schema, itemOf(next, option.name, option.schema), word.at);
      }
    }
  }

  const open = positionalFields(input, args);
  for (const word of positional) {
    const [name] = open;
    const schema = name === undefined ? undefined : input.properties[name];
    if (name === undefined || schema === undefined)
      throw new TextError(word.at, `${word.text} is one word too many; ${takes(input)}`);
    give(name, schema, itemOf(word, name, schema), word.at);
    // The last one takes all that is left, if it is a list.
    if (schema.type !== SchemaType.ARRAY || open.length > 1) open.shift();
  }
  return args;
}

/** The fields that words may fill: the required ones in their order, then an optional one if it is the only one and no list takes all. */
function positionalFields({ properties, required }: Schema, args: JsonObject): string[] {
  const isOpen = (name: string) => Object.hasOwn(properties, name) && !Object.hasOwn(args, name);
  const optional = Object.keys(properties).filter((name) => !required.includes(name) && isOpen(name));
  const takesAll = required.some((name) => properties[name]?.type === SchemaType.ARRAY);
  return [...required.filter(isOpen), ...(optional.length === 1 && !takesAll ? optional : [])];
}

function splitOption(text: string): [name: string, value: string | undefined] {
  const equals = text.indexOf("=");
  return equals < 0 ? [text.slice(2), undefined] : [text.slice(2, equals), text.slice(equals + 1)];
}

function findOption(name: string, input: Schema, at: number) {
  const negated = name.startsWith("no-") ? name.slice(3) : undefined;
  for (const [candidate, isNegated] of [[name, false] as const, [negated, true] as const]) {
    const schema =
      candidate !== undefined && Object.hasOwn(input.properties, candidate) ? input.properties[candidate] : undefined;
    if (candidate === undefined || schema === undefined) continue;
    if (!isNegated || schema.type === SchemaType.BOOLEAN) return { name: candidate, schema, negated: isNegated };
  }
  // Whoever negates what is no boolean has made no mistake in the name.
  const isNamed = negated !== undefined && Object.hasOwn(input.properties, negated);
  const meant = isNamed ? undefined : suggest(name, optionNames(input));
  const hint = meant === undefined ? takes(input) : `did you mean --${meant}?`;
  throw new TextError(at, `there is no option --${name}; ${hint}`);
}

function optionNames({ properties }: Schema): string[] {
  return Object.entries(properties).flatMap(([name, { type }]) =>
    type === SchemaType.BOOLEAN ? [name, `no-${name}`] : [name],
  );
}

function itemOf(word: Word, name: string, schema: Schema): JsonValue {
  return converted(word, name, (schema.type === SchemaType.ARRAY ? schema.items : undefined) ?? schema);
}

function converted(word: Word, name: string, schema: Schema): JsonValue {
  const found = convert(word.text, schema);
  if ("value" in found) return found.value;
  throw new TextError(word.at, `${name} is ${found.expected}, and not ${JSON.stringify(word.text)}`);
}

function takes({ properties, required }: Schema): string {
  const optional = Object.keys(properties)
    .filter((name) => !required.includes(name))
    .sort()
    .map((name) => `--${name}`);
  const all = [...required, ...optional];
  return all.length === 0 ? "the command takes no arguments" : `the command takes ${listText(all)}`;
}

/** The line of the text that holds the place, and a mark below it. */
function pointAt(text: string, at: number): string {
  const begin = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  // A tab is as wide as the one above it.
  const indent = text.slice(begin, at).replace(/[^\t]/g, " ");
  return `${text.slice(begin, end < 0 ? undefined : end)}\n${indent}^`;
}
