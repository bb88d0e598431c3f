import type { Fault } from "../schema/fault.js";
import { type Definition, type Handler, type Operation, operationKey } from "./definition.js";
import { stepFault, textOf } from "./derived.js";
import type { Draft, Step } from "./draft.js";
import { type Effect, mutatesEffect } from "./effect.js";
import { nameFault } from "./names.js";

/** Turns a chain that has called its last step into a definition, and judges the steps as a whole. */
export function finish(draft: Draft, handler: unknown): Definition<Draft["type"]> {
  const { type, declared } = draft;
  const called = (step: Step) => draft.steps.includes(step);
  // Without an effect there is a fault too, so this one never reaches a kernel.
  const effect = declared.effect ?? mutatesEffect("critical").value;
  const operation: Operation = Object.freeze({
    type,
    name: textOf(draft.name),
    description: declared.description ?? "",
    effect,
    streaming: called("streams") || called("spawns"),
    spawns: called("spawns"),
    idempotent: effect.kind === "data_source" || (effect.kind === "resource" && called("idempotent")),
    timeoutMs: declared.timeoutMs,
    terminatesTurn: called("terminatesTurn"),
    describeConstraints: declared.describeConstraints ?? true,
    input: declared.input,
    inputOptions: declared.inputOptions ?? {},
    output: type === "tool" ? declared.output : undefined,
    outputOptions: declared.outputOptions ?? {},
    handler: typeof handler === "function" ? (handler as Handler) : undefined,
    preview: declared.preview,
    faults: Object.freeze([...nameFaults(draft), ...draft.faults, ...missing(draft), ...contradictions(draft, effect)]),
  });
  const { name, description } = operation;
  return Object.freeze({ type, name, description, kind: effect.kind, [operationKey]: operation });
}

function nameFaults(draft: Draft): Fault[] {
  const fault = nameFault(draft.type, draft.name);
  return fault === undefined ? [] : [fault];
}

/** Steps without which an operation is none (tool-data-types and slash-command-data-types: the MUST fields). */
function missing({ type, steps }: Draft): Fault[] {
  const faults: Fault[] = [];
  const need = (present: boolean, step: string, hint: string) => {
    if (!present) faults.push(stepFault(`${step} is missing`, hint));
  };
  need(steps.includes("describe"), ".describe()", "say what the operation does");
  if (type === "tool") {
    need(steps.includes("input"), ".input()", "a tool without arguments says .input(z.object({}))");
    need(steps.includes("output"), ".output()", "a tool without a result says .output(z.object({}))");
  }
  const effects = ["reads", "mutates", "asks"] satisfies Step[];
  need(
    effects.some((step) => steps.includes(step)),
    ".reads() or .mutates()",
    "say what the operation does to the world",
  );
  return faults;
}

/** Steps that exclude each other, in the words of the builders' types. */
function contradictions({ type, steps }: Draft, { kind }: Effect): Fault[] {
  const called = (step: Step) => steps.includes(step);
  const faults: Fault[] = [];
  const refuse = (wrong: boolean, reason: string, hint: string) => {
    if (wrong) faults.push(stepFault(reason, hint));
  };
  const effects = (["reads", "mutates", "asks"] satisfies Step[]).filter(called);
  refuse(
    effects.length > 1,
    `a ${type} has one effect`,
    `call one of ${effects.map((step) => `.${step}()`).join(", ")}`,
  );
  refuse(type === "command" && called("output"), "a command has no output schema", "leave .output() out");
  if (called("terminatesTurn")) {
    if (type === "command") refuse(true, "a command is no part of a turn", "leave .terminatesTurn() out");
    else refuse(kind !== "resource", "only a tool that .mutates() ends the turn", "leave .terminatesTurn() out");
  }
  refuse(
    called("preview") && kind !== "resource",
    `only a ${type} that .mutates() has a preview`,
    "leave .preview() out: the kernel asks for previews of what it may have to refuse",
  );
  refuse(
    called("streams") && called("spawns"),
    "streaming is already declared",
    "leave .streams() out: what .spawns() streams as well",
  );
  if (called("asks")) {
    const streaming = (["streams", "spawns"] satisfies Step[]).filter(called);
    for (const step of streaming) {
      refuse(true, `a ${type} that asks cannot stream`, `leave .${step}() out: no handler runs`);
    }
    refuse(called("idempotent"), `a ${type} that asks is never repeated`, "leave .idempotent() out");
    refuse(called("timeout"), `a ${type} that asks has no time limit`, "leave .timeout() out: a human answers");
  }
  return faults;
}
