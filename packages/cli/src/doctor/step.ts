import { ConnectError } from "@connectrpc/connect";
import { CommandError, messageOf, type Problem } from "../problem.js";

/** One thing that a kernel does with a plugin. */
export interface Step {
  readonly name: string;
  /** Milliseconds. */
  readonly ms: number;
  /** What came of it. */
  readonly found: string;
  /** Why it went wrong, where it did; nothing comes after that. */
  readonly problem?: Problem;
}

/**
 * Does a step and tells of it. `undefined` if it went wrong.
 * @param found what came of it, in words
 * @param hint what to do if it fails
 */
export type DoStep = <T>(
  name: string,
  work: () => Promise<T>,
  found: (value: T) => string,
  hint?: (error: unknown) => string,
) => Promise<{ readonly value: T } | undefined>;

/** @param steps takes each step that is done */
export function stepper(steps: Step[], shown: (step: Step) => void): DoStep {
  return async (name, work, found, hint) => {
    const started = performance.now();
    const tell = (rest: Omit<Step, "name" | "ms">): void => {
      const step = { name, ms: performance.now() - started, ...rest };
      steps.push(step);
      shown(step);
    };
    try {
      const value = await work();
      tell({ found: found(value) });
      return { value };
    } catch (error) {
      const problems = problemsOf(error, hint);
      const [first] = problems;
      const texts = problems.map(({ where, reason }) => (where === undefined ? reason : `${where}: ${reason}`));
      tell({ found: texts.join("; "), problem: { ...first, where: first.where ?? name } });
      return undefined;
    }
  };
}

function problemsOf(error: unknown, hint: ((error: unknown) => string) | undefined): [Problem, ...Problem[]] {
  const [first, ...more] = error instanceof CommandError ? error.problems : [];
  if (first !== undefined) return [first, ...more];
  return [{ reason: error instanceof ConnectError ? error.message : messageOf(error), hint: hint?.(error) }];
}
