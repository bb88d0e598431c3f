import { show } from "../operation/derived.js";
import { type ProvidedOperation, providedOperations } from "../operation/provided.js";
import type { Provider } from "../operation/provider.js";
import type { Listed } from "./collect.js";
import type { PluginFault } from "./faults.js";

/** The classes of a plugin, and what was read from them. */
export interface CollectedProviders {
  readonly providers: readonly Provider[];
  readonly tools: readonly Listed[];
  readonly commands: readonly Listed[];
  readonly faults: readonly PluginFault[];
}

/** Reads the operations of a plugin's classes. No instance is made: the kernel asks for schemas before it configures. */
export function collectProviders(list: unknown = []): CollectedProviders {
  if (!Array.isArray(list)) return refused("providers", `is ${show(list)}`, "pass an array: providers: [Files]");
  const parts = list.map((element, index) => collectProvider(element, `providers[${index}]`));
  return {
    // A class that is listed twice is one provider; that its names are taken twice is told with its operations.
    providers: [...new Set(parts.flatMap(({ providers }) => providers))],
    tools: parts.flatMap(({ tools }) => tools),
    commands: parts.flatMap(({ commands }) => commands),
    faults: parts.flatMap(({ faults }) => faults),
  };
}

function collectProvider(element: unknown, position: string): CollectedProviders {
  if (!isClass(element)) {
    const hint = "pass the class itself, as in providers: [Files]: it is made when the plugin is configured";
    return refused(position, `${show(element)} is no class`, hint);
  }
  const { operations, faults } = providedOperations(element);
  if (operations.length + faults.length === 0) {
    return refused(position, `the class ${element.name} has no operation`, "put @Tool or @Command on its methods");
  }
  const listed = (type: "tool" | "command") =>
    operations.filter(({ definition }) => definition.type === type).map((operation) => listedAt(operation, position));
  return {
    providers: [element],
    tools: listed("tool"),
    commands: listed("command"),
    faults: faults.map(({ method, ...fault }) => ({ subject: "plugin", ...fault, path: `${position}.${method}` })),
  };
}

/** Arrow functions and methods have no prototype, so they cannot be classes. */
function isClass(value: unknown): value is Provider {
  return typeof value === "function" && typeof value.prototype === "object" && value.prototype !== null;
}

function listedAt({ method, definition }: ProvidedOperation, position: string): Listed {
  return { element: definition, position: `${position}.${method}` };
}

function refused(path: string, reason: string, hint: string): CollectedProviders {
  return { providers: [], tools: [], commands: [], faults: [{ subject: "plugin", path, reason, hint }] };
}
