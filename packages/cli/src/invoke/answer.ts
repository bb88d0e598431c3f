import { SchemaType } from "@plugwright/protocol/schema";
import type { JsonObject } from "@plugwright/sdk";
import type { KernelOptions } from "@plugwright/testkit";
import type { Io } from "../command.js";
import type { Offered } from "../describe/offered.js";
import { usageError } from "../problem.js";
import { jsonArguments } from "./arguments.js";

/**
 * Who answers an interactive operation: the command line, else the person at the terminal.
 * @throws CommandError (wrong usage) for an answer that is none, and if somebody has to and there is nobody
 */
export function answerer(
  operation: Offered,
  given: string | undefined,
  { ask }: Pick<Io, "ask">,
): KernelOptions["answer"] {
  const read = (text: string) => answerOf(operation, text);
  if (given !== undefined) {
    const answer = read(given);
    return () => answer;
  }
  if (operation.kind !== "interactive") return undefined;
  if (ask === undefined) {
    throw usageError(`${operation.name} asks a person, and there is no terminal`, "answer it with --answer");
  }
  return async ({ args, signal }) => read(await ask(`${operation.name} ${JSON.stringify(args)}\n> `, signal));
}

/** A text where that is all that is asked for, else JSON. */
function answerOf({ output }: Offered, text: string): JsonObject {
  const [only, ...more] = Object.entries(output?.properties ?? {});
  const isText = only !== undefined && more.length === 0 && only[1].type === SchemaType.STRING;
  return isText && !text.trimStart().startsWith("{") ? { [only[0]]: text } : jsonArguments("the answer", text);
}
