import type { CommandDefinition } from "../command/definition.js";
import { type CompiledOperation, compileOperation } from "../operation/compile.js";
import { type Operation, operationKey } from "../operation/definition.js";
import { show } from "../operation/derived.js";
import { type Draft, draftKey } from "../operation/draft.js";
import type { ToolDefinition } from "../tool/definition.js";
import { type Collected, collect, type Entry, type Listed } from "./collect.js";

/** An operation as the author passed it, and compiled. */
export interface CollectedOperation<D> {
  readonly name: string;
  readonly definition: D;
  readonly compiled: CompiledOperation;
}

/** Reads and compiles a plugin's tools, listed and provided by classes. */
export function collectTools(
  list: unknown,
  provided: readonly Listed[],
): Collected<CollectedOperation<ToolDefinition>> {
  return collectOperations("tool", list, provided);
}

/** Reads and compiles a plugin's slash commands, listed and provided by classes. */
export function collectCommands(
  list: unknown,
  provided: readonly Listed[],
): Collected<CollectedOperation<CommandDefinition>> {
  return collectOperations("command", list, provided);
}

function collectOperations<D>(
  type: Operation["type"],
  list: unknown,
  provided: readonly Listed[],
): Collected<CollectedOperation<D>> {
  const ofClasses = new Set(provided.map(({ element }) => element));
  const read = (element: unknown, position: string): Entry<CollectedOperation<D>> => {
    const operation = under<Operation>(element, operationKey);
    const misplaced = operation?.provider !== undefined && !ofClasses.has(element);
    if (operation?.type !== type || misplaced) return refused(type, element, operation, position);
    const { compiled, faults } = compileOperation(operation);
    const subject = `${type} ${show(operation.name)}`;
    return {
      entry: { name: operation.name, definition: element as D, compiled },
      faults: faults.map((fault) => ({ subject, ...fault })),
    };
  };
  return collect(type, list, read, provided);
}

function refused(type: string, element: unknown, operation: Operation | undefined, position: string): Entry<never> {
  const fault = (reason: string, hint: string) => ({ faults: [{ subject: "plugin", path: position, reason, hint }] });
  if (operation !== undefined) {
    const { type: other, name, provider } = operation;
    if (provider !== undefined) {
      return fault(`the ${other} ${show(name)} is declared on a class`, `write providers: [${provider.name}]`);
    }
    return fault(`the ${other} ${show(name)} is no ${type}`, `list it under ${other}s`);
  }
  const draft = under<Draft>(element, draftKey);
  if (draft !== undefined) {
    return fault(`the ${draft.type} ${show(draft.name)} is not finished`, "end its chain with .run(...) or .asks()");
  }
  return fault(`${show(element)} is no ${type}`, `pass what ${type}("name")....run(...) returns`);
}

/** What an object carries under a symbol, which is shared by all copies of the SDK. */
function under<T>(value: unknown, key: symbol): T | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as Record<symbol, T | undefined>)[key];
}
