import { didYouMean, fieldsOf, show } from "../operation/derived.js";
import type { PluginFault } from "./faults.js";
import type { PluginOptions } from "./options.js";

const known: { readonly [field in keyof Required<PluginOptions<never, never>>]: true } = {
  name: true,
  version: true,
  source: true,
  config: true,
  tools: true,
  commands: true,
  providers: true,
  prompts: true,
  setup: true,
  close: true,
  render: true,
};

/** Checks what else stands in a plugin's options, for authors in JavaScript: handlers that are none, misspelt fields. */
export function fieldFaults(given: Readonly<Record<string, unknown>>): PluginFault[] {
  const faults: PluginFault[] = [];
  const refuse = (path: string, reason: string, hint: string) => faults.push({ subject: "plugin", path, reason, hint });
  const names = Object.keys(known);
  for (const field of Object.keys(given).filter((name) => !names.includes(name))) {
    refuse(field, "is no field of a plugin", didYouMean(field, names) ?? `the fields are ${names.join(", ")}`);
  }
  const { setup, close, render } = given;
  for (const [field, handler] of Object.entries({ setup, close })) {
    if (handler !== undefined && typeof handler !== "function") refuse(field, `is ${show(handler)}`, "pass a function");
  }
  if (render === undefined) return faults;
  const handlers = fieldsOf(render);
  const words = 'pass functions by schema version: render: { "1": (payload) => tree }';
  if (handlers === undefined) refuse("render", `is ${show(render)}`, words);
  for (const [version, handler] of Object.entries(handlers ?? {})) {
    if (typeof handler !== "function") refuse(`render.${version}`, `is ${show(handler)}`, words);
  }
  return faults;
}
