import { maxUnrolled } from "../schema/limits.js";
import { type Derived, didYouMean, fieldsOf, show, stepFault } from "./derived.js";

/** How an input schema is described. */
export interface InputOptions {
  /**
   * How often a schema that contains itself is written out; deeper levels are described as objects with anything in
   * them. Without it such a schema is refused: the wire has no references.
   */
  readonly depth?: 1 | 2 | 3 | 4 | undefined;
}

/** How an output schema is described. */
export interface OutputOptions extends InputOptions {
  /** `"drop"`: keys that may be null are optional on the wire, and are left out of a result where they are null. */
  readonly nulls?: "drop" | undefined;
}

/** Reads what `.input()` or `.output()` was given beside the schema. */
export function schemaOptions(step: "input" | "output", options: unknown): Derived<OutputOptions> {
  if (options === undefined) return { value: {}, faults: [] };
  const fields = fieldsOf(options);
  if (fields === undefined) {
    return { value: {}, faults: [stepFault(`the options of .${step}() are ${show(options)}`, "pass an object")] };
  }
  const known = step === "input" ? ["depth"] : ["depth", "nulls"];
  const faults = Object.keys(fields)
    .filter((name) => !known.includes(name))
    .map((name) =>
      stepFault(`${show(name)} is no option of .${step}()`, didYouMean(name, known) ?? `write ${known.join(", ")}`),
    );
  const { depth, nulls } = fields;
  if (depth !== undefined && !isDepth(depth)) {
    const given = typeof depth === "number" ? `${depth}` : show(depth);
    faults.push(stepFault(`the depth of .${step}() is ${given}`, `pass a whole number from 1 to ${maxUnrolled}`));
  }
  if (step === "output" && nulls !== undefined && nulls !== "drop") {
    faults.push(stepFault(`nulls of .${step}() is ${show(nulls)}`, 'write nulls: "drop", or leave it out'));
  }
  const dropped = step === "output" && nulls === "drop";
  return { value: { ...(isDepth(depth) && { depth }), ...(dropped && { nulls: "drop" }) }, faults };
}

function isDepth(value: unknown): value is 1 | 2 | 3 | 4 {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxUnrolled;
}
