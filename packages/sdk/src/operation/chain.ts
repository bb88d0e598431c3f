import type { Fault } from "../schema/fault.js";
import type { Schema } from "../schema/types.js";
import type { Definition, PreviewHandler } from "./definition.js";
import { show, stepFault, textOf } from "./derived.js";
import { afterStep, type Declared, type Draft, draftKey, newDraft, type Step } from "./draft.js";
import { parseDuration } from "./duration.js";
import { asksEffect, mutatesEffect, readsEffect } from "./effect.js";
import { finish } from "./finish.js";
import { schemaOptions } from "./schema-options.js";

/**
 * The steps as they are at run time, for tools and commands alike. What the builders' types refuse is noted here as a
 * fault and reported by `definePlugin`: authors in JavaScript see all of their slips in one error.
 */
export interface Chain {
  readonly [draftKey]: Draft;
  describe(text: unknown): Chain;
  describeConstraints(on: unknown): Chain;
  input(schema: unknown, options?: unknown): Chain;
  output(schema: unknown, options?: unknown): Chain;
  reads(options?: unknown): Chain;
  mutates(risk: unknown, options?: unknown): Chain;
  streams(): Chain;
  spawns(): Chain;
  idempotent(): Chain;
  timeout(limit: unknown): Chain;
  terminatesTurn(): Chain;
  preview(make: unknown): Chain;
  asks(options?: unknown): Definition<Draft["type"]>;
  run(handler: unknown): Definition<Draft["type"]>;
}

/** Begins a chain, with what is wrong already. */
export function chain(type: Draft["type"], name: unknown, faults: readonly Fault[] = []): Chain {
  return chainFrom(newDraft(type, name, faults));
}

function chainFrom(draft: Draft): Chain {
  const step = (name: Step, declared: Declared = {}, faults: readonly Fault[] = []) =>
    chainFrom(afterStep(draft, name, declared, faults));
  return Object.freeze<Chain>({
    [draftKey]: draft,
    describe: (text) => step("describe", { description: textOf(text) }, describeFaults(text)),
    describeConstraints: (on) =>
      step(
        "describeConstraints",
        { describeConstraints: on !== false },
        typeFaults("describeConstraints", "boolean", on),
      ),
    // Whether it is a schema at all is judged with everything else about it, when the plugin is defined.
    input: (schema, options) => {
      const { value, faults } = schemaOptions("input", options);
      return step("input", { input: schema as Schema, inputOptions: value }, faults);
    },
    output: (schema, options) => {
      const { value, faults } = schemaOptions("output", options);
      return step("output", { output: schema as Schema, outputOptions: value }, faults);
    },
    reads: (options) => {
      const { value, faults } = readsEffect(options);
      return step("reads", { effect: value }, faults);
    },
    mutates: (risk, options) => {
      const { value, faults } = mutatesEffect(risk, options);
      return step("mutates", { effect: value }, faults);
    },
    streams: () => step("streams"),
    spawns: () => step("spawns"),
    idempotent: () => step("idempotent"),
    timeout: (limit) => {
      const { value, faults } = parseDuration(limit);
      return step("timeout", { timeoutMs: value }, faults);
    },
    terminatesTurn: () => step("terminatesTurn"),
    preview: (make) => step("preview", { preview: make as PreviewHandler }, typeFaults("preview", "function", make)),
    asks: (options) => finish(afterStep(draft, "asks", { effect: asksEffect }, asksFaults(options)), undefined),
    run: (handler) => finish(afterStep(draft, "run", {}, typeFaults("run", "function", handler)), handler),
  });
}

function describeFaults(text: unknown): Fault[] {
  if (textOf(text).trim() !== "") return [];
  return [stepFault("the description is empty", "say what the operation does: it is all that its caller sees")];
}

function typeFaults(step: Step, type: "function" | "boolean", given: unknown): Fault[] {
  if (typeof given === type) return [];
  return [stepFault(`.${step}() got ${show(given)}`, `pass a ${type}`)];
}

function asksFaults(options: unknown): Fault[] {
  if (options === undefined) return [];
  return [stepFault(".asks() takes nothing", "the kernel asks one question after the other; nothing can be declared")];
}
