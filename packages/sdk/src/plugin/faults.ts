import type { OperationFault } from "../operation/compile.js";
import { show } from "../operation/derived.js";

/** A fault and what it was found in. */
export interface PluginFault extends OperationFault {
  /** As in `tool "read_file"`, `command "review"`, `prompt "todo"`, `config`, `plugin`. */
  readonly subject: string;
}

/** Thrown by `definePlugin`: everything that is wrong with the plugin, at once. */
export interface PluginDefinitionError extends Error {
  readonly name: "PluginDefinitionError";
  readonly faults: readonly PluginFault[];
}

/** Whether something thrown is a {@link PluginDefinitionError}, from whichever copy of the SDK. */
export function isPluginDefinitionError(thrown: unknown): thrown is PluginDefinitionError {
  if (typeof thrown !== "object" || thrown === null) return false;
  const { name, faults } = thrown as Partial<PluginDefinitionError>;
  return name === "PluginDefinitionError" && Array.isArray(faults);
}

/** Makes the error from at least one fault: a headline, then one line for each. */
export function pluginDefinitionError(name: unknown, faults: readonly PluginFault[]): PluginDefinitionError {
  const plugin = typeof name === "string" ? `plugin ${show(name)}` : "the plugin";
  const count = faults.length === 1 ? "1 fault" : `${faults.length} faults`;
  const error = new Error([`${plugin} has ${count}:`, ...faults.map(faultLine)].join("\n"));
  return Object.defineProperties(error, {
    name: { value: "PluginDefinitionError", enumerable: false },
    faults: { value: Object.freeze([...faults]), enumerable: true },
  }) as PluginDefinitionError;
}

function faultLine({ subject, part, path, reason, hint }: PluginFault): string {
  const where = [part === undefined ? subject : `${subject}, ${part}`, path].filter((word) => word !== "").join(" ");
  return `${where}: ${reason}. Hint: ${hint}`;
}
