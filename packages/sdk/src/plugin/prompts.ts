import { show, stepFault } from "../operation/derived.js";
import { nameFault } from "../operation/names.js";
import type { PromptExpansion } from "../tool/spec.js";
import { type Collected, collect } from "./collect.js";

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

function readPrompt(element: unknown, position: string) {
  const { name, description, template } = (element ?? {}) as { [field in keyof PromptExpansion]?: unknown };
  const subject = typeof name === "string" ? `prompt ${show(name)}` : `prompt ${position}`;
  const found = [nameFault("prompt", name)];
  if (!isText(description)) found.push(stepFault("the description is empty", "say what the prompt is for"));
  if (!isText(template)) found.push(stepFault("the template is empty", 'write its text, as in "Review {file}"'));
  const prompt = { name: String(name), description: String(description), template: String(template) };
  return {
    ...(typeof name === "string" && { entry: Object.freeze(prompt) }),
    faults: found.filter((fault) => fault !== undefined).map((fault) => ({ subject, ...fault })),
  };
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}
