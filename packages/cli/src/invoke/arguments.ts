import { type Schema, SchemaType } from "@plugwright/protocol/schema";
import type { JsonObject, JsonValue } from "@plugwright/sdk";
import { convertArgument } from "@plugwright/testkit";
import { assignment } from "../assignment.js";
import { messageOf, usageError } from "../problem.js";
import { hintFor } from "../suggest.js";

/**
 * The arguments of a call, from `NAME=VALUE` of the command line: as a text, a number, a boolean or JSON, whatever the
 * schema asks for. What is given several times becomes a list, where that is what is asked for. Whether they conform is
 * for the kernel to say.
 * @throws CommandError (wrong usage) naming the argument.
 */
export function namedArguments(input: Schema, given: readonly string[]): JsonObject {
  const args: JsonObject = {};
  for (const text of given) {
    const [name, value] = assignment("arg", text);
    const schema = Object.hasOwn(input.properties, name) ? input.properties[name] : undefined;
    if (schema === undefined) throw unknown(name, input);
    const before = Object.hasOwn(args, name) ? args[name] : undefined;
    if (schema.type === SchemaType.ARRAY) {
      const item = convert(name, value, schema.items ?? schema);
      args[name] = [...(Array.isArray(before) ? before : []), item];
    } else if (before !== undefined) {
      throw usageError(`--arg ${name} is given twice`, "it is no list: give it once");
    } else {
      args[name] = convert(name, value, schema);
    }
  }
  return args;
}

function convert(name: string, text: string, schema: Schema): JsonValue {
  const found = convertArgument(text, schema);
  if ("value" in found) return found.value;
  throw usageError(`--arg ${name} is ${found.expected}, and not ${JSON.stringify(text)}`, `write --arg ${name}=VALUE`);
}

function unknown(name: string, { properties }: Schema) {
  const names = Object.keys(properties).sort();
  const hint = hintFor(name, names, `it takes ${names.join(", ") || "none"}`);
  return usageError(`--arg: there is no argument ${name}`, hint);
}

/** Arguments in JSON. @throws CommandError (wrong usage) unless they are an object. */
export function jsonArguments(origin: string, text: string): JsonObject {
  try {
    // What JSON.parse returns is JSON.
    const value = JSON.parse(text) as JsonValue;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    throw usageError(`${origin} is no JSON: ${messageOf(error)}`, 'write an object, such as {"path": "a.txt"}');
  }
  throw usageError(`${origin} is JSON, and no object`, 'write an object, such as {"path": "a.txt"}');
}
