import { usageError } from "./problem.js";

/** Name and value of an option's `NAME=VALUE`. @throws CommandError (wrong usage) unless there are both. */
export function assignment(option: string, text: string): [name: string, value: string] {
  const equals = text.indexOf("=");
  if (equals < 1) throw usageError(`--${option} ${text} has no value`, `write --${option} NAME=VALUE`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}
