import type { CommandDefinition } from "../command/definition.js";
import { type CompiledOperation, compileOperation } from "../operation/compile.js";
import { type Operation, operationKey } from "../operation/definition.js";
import { show } from "../operation/derived.js";
import { type Draft, draftKey } from "../operation/draft.js";
import type { ToolDefinition } from "../tool/definition.js";
import { type Collected, collect, type Entry } from "./collect.js";

/** An operation as the author passed it, and compiled. */
export interface CollectedOperation<D> {
  readonly name: string;
  readonly definition: D;
  readonly compiled: CompiledOperation;
}

/** Reads and compiles a plugin's tools. */
export function collectTools(list: unknown): Collected<CollectedOperation<ToolDefinition>> {
  return collectOperations("tool", list);
}

/** Reads and compiles a plugin's slash commands. */
export function collectCommands(list: unknown): Collected<CollectedOperation<CommandDefinition>> {
  return collectOperations("command", list);
}

function collectOperations<D>(type: Operation["type"], list: unknown): Collected<CollectedOperation<D>> {
  return collect(type, list, (element, position) => {
    const operation = under<Operation>(element, operationKey);
    if (operation?.type !== type) return refused(type, element, operation, position);
    const { compiled, faults } = compileOperation(operation);
    const subject = `${type} ${show(operation.name)}`;
    return {
      entry: { name: operation.name, definition: element as D, compiled },
      faults: faults.map((fault) => ({ subject, ...fault })),
    };
  });
}

function refused(type: string, element: unknown, operation: Operation | undefined, position: string): Entry<never> {
  const fault = (reason: string, hint: string) => ({ faults: [{ subject: "plugin", path: position, reason, hint }] });
  if (operation !== undefined) {
    const { type: other, name } = operation;
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
