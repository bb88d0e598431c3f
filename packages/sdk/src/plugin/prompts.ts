import { show, stepFault, textOf } from "../operation/derived.js";
import { nameFault } from "../operation/names.js";
import type { PromptExpansion } from "../tool/spec.js";
import { type Collected, collect, type Entry } from "./collect.js";

/**
 * Reads a plugin's prompts. Their names are a namespace of their own, but a human types prompts and commands alike, so
 * a name that is both gives a warning.
 */
export function collectPrompts(list: unknown, commands: ReadonlySet<string>): Collected<PromptExpansion> {
  const { entries, faults, warnings } = collect("prompt", list, readPrompt);
  const shared = entries.filter(({ name }) => commands.has(name));
  return {
    entries,
    faults,
    warnings: [...warnings, ...shared.map(({ name }) => `prompt ${show(name)}: a command has this name too`)],
  };
}

function readPrompt(element: unknown, position: string): Entry<PromptExpansion> {
  const { name, description, template } = (element ?? {}) as { [field in keyof PromptExpansion]?: unknown };
  const subject = typeof name === "string" ? `prompt ${show(name)}` : `prompt ${position}`;
  const prompt = { name: textOf(name), description: textOf(description), template: textOf(template) };
  const faults = [nameFault("prompt", name)];
  if (prompt.description.trim() === "")
    faults.push(stepFault("the description is empty", "say what the prompt is for"));
  if (prompt.template.trim() === "") {
    faults.push(stepFault("the template is empty", 'write its text, as in "Review {file}"'));
  }
  return {
    entry: Object.freeze(prompt),
    faults: faults.filter((fault) => fault !== undefined).map((fault) => ({ subject, ...fault })),
  };
}
