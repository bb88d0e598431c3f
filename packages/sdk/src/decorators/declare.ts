import { type Chain, chain } from "../operation/chain.js";
import { didYouMean, fieldsOf, show, stepFault } from "../operation/derived.js";
import type { MethodOperation } from "../operation/methods.js";
import type { Fault } from "../schema/fault.js";
import { noteMethod } from "./context.js";

type Options = Readonly<Record<string, unknown>>;

/**
 * Declares a method as an operation. Its options become the steps of a chain, so that a class and a builder obey the
 * same rules and produce the same definitions.
 * @param known The names of all options.
 */
export function declareMethod(
  type: "tool" | "command",
  options: unknown,
  known: readonly string[],
): (method: unknown, context: unknown) => void {
  const decorator = type === "tool" ? "@Tool" : "@Command";
  if (typeof options === "function") {
    throw new TypeError(`${decorator} takes what it declares: write ${decorator}({ description: "…", … })`);
  }
  const given = fieldsOf(options) ?? {};
  const faults = [
    ...(given === options ? [] : [stepFault(`${decorator} got ${show(options)}`, "pass an object of options")]),
    ...optionFaults(given, known),
  ];
  return (_, context) =>
    noteMethod(decorator, context, (method, own) => {
      const begun = chain(type, given["name"] ?? method, faults);
      own.operations.push({ type, method, chain: withSteps(begun, given), end: lastStep(given) });
    });
}

const flags: readonly string[] = ["reads", "asks", "streams", "spawns", "idempotent", "terminatesTurn"];

/** What options become, in the order in which the steps are taken. A command's chain refuses what is a tool's. */
const steps: Readonly<Record<string, (chain: Chain, given: Options) => Chain>> = {
  description: (chain, { description }) => chain.describe(description),
  describeConstraints: (chain, { describeConstraints }) => chain.describeConstraints(describeConstraints),
  input: (chain, { input }) => chain.input(input),
  output: (chain, { output }) => chain.output(output),
  reads: (chain, given) => chain.reads(concurrencyIn(given)),
  mutates: (chain, given) => chain.mutates(given["mutates"], concurrencyIn(given)),
  streams: (chain) => chain.streams(),
  spawns: (chain) => chain.spawns(),
  idempotent: (chain) => chain.idempotent(),
  timeout: (chain, { timeout }) => chain.timeout(timeout),
  terminatesTurn: (chain) => chain.terminatesTurn(),
};

function withSteps(begun: Chain, given: Options): Chain {
  const isTaken = (option: string) => (flags.includes(option) ? given[option] === true : given[option] !== undefined);
  return Object.entries(steps).reduce((chain, [option, step]) => (isTaken(option) ? step(chain, given) : chain), begun);
}

function lastStep(given: Options): MethodOperation["end"] {
  if (given["asks"] === true) return (chain) => chain.asks(concurrencyIn(given));
  return (chain, handler) => chain.run(handler);
}

/** The options that say how calls run beside others, as the steps of effects take them: nothing, or an object. */
function concurrencyIn({ key, exclusive, neverConflicts }: Options): object | undefined {
  const stated = Object.entries({ key, exclusive, neverConflicts }).filter(([, value]) => value !== undefined);
  return stated.length === 0 ? undefined : Object.fromEntries(stated);
}

/** What no step would notice. */
function optionFaults(given: Options, known: readonly string[]): Fault[] {
  return Object.entries(given).flatMap(([option, value]) => {
    if (!known.includes(option) && !Object.hasOwn(steps, option)) {
      return [stepFault(`${show(option)} is no option`, didYouMean(option, known) ?? `write ${known.join(", ")}`)];
    }
    if (!flags.includes(option) || value === undefined || typeof value === "boolean") return [];
    return [stepFault(`${option} is ${show(value)}`, `write ${option}: true, or leave it out`)];
  });
}
