import type { Fault } from "../schema/fault.js";
import { show, stepFault } from "./derived.js";

/** What a name stands for. Tools are called by the model; commands and prompts are typed by a human after a `/`. */
export type Named = "tool" | "command" | "prompt";

/** The longest name that every model's API takes. */
export const longestName = 64;

/** Checks a name: 1 to 64 of `A-Za-z0-9_-`, which every model's API takes. A legal name gives `undefined`. */
export function nameFault(what: Named, name: unknown): Fault | undefined {
  if (typeof name !== "string") return stepFault("the name is no string", `write for example ${show(legal(what, ""))}`);
  if (name === "") return stepFault("the name is empty", "1 to 64 of A-Z a-z 0-9 _ -");
  if (name.startsWith("/") && what !== "tool") {
    const bare = show(legal(what, name));
    return stepFault("the name begins with a slash", `write ${bare}: whoever types it adds the slash`);
  }
  if (!/^[A-Za-z0-9_-]*$/.test(name)) {
    return stepFault(
      "the name has characters other than A-Z a-z 0-9 _ -",
      `write for example ${show(legal(what, name))}`,
    );
  }
  if (name.length > longestName) return stepFault(`the name has ${name.length} characters`, `at most ${longestName}`);
  return undefined;
}

/** What is unusual about a legal name: a model or a human is likely to write it differently. */
export function nameWarning(what: Named, name: string): string | undefined {
  const usual = what === "tool" ? /^[a-z0-9_]+$/ : /^[a-z0-9-]+$/;
  if (usual.test(name)) return undefined;
  const style = what === "tool" ? "a-z 0-9 _" : "a-z 0-9 -";
  return `${what} ${show(name)}: names of ${what}s usually keep to ${style}`;
}

/** A legal name near an illegal one, for hints only: nothing is ever renamed. */
function legal(what: Named, name: string): string {
  const near = name.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^_+|_+$/g, "");
  return near === "" ? `my_${what}` : near.slice(0, longestName);
}
