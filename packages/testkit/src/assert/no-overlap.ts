import type { TestKernel } from "../kernel.js";
import type { CallReport } from "../report.js";
import { mayOverlap } from "../schedule/overlap.js";
import { failure } from "./fail.js";

/** What two calls may not touch at the same time; `undefined` for a call that touches nothing of the kind. */
export type Touched = (report: CallReport<unknown>) => string | undefined;

/**
 * Checks that no two calls ran at the same time which their specs exclude, or, with `touched`, which touched the same
 * thing: two tools on one file, say, which no spec can tell.
 * @throws AssertionError that names the calls.
 */
export function expectNoOverlap(
  kernel: Pick<TestKernel, "tools" | "commands">,
  reports: readonly CallReport<unknown>[],
  touched?: Touched,
): void {
  const met: string[] = [];
  for (const [index, a] of reports.entries()) {
    for (const b of reports.slice(index + 1)) {
      if (!overlap(a, b)) continue;
      const same = touched?.(a);
      if (same !== undefined && same === touched?.(b)) met.push(`${nameOf(a)} and ${nameOf(b)} both touched ${same}`);
      else if (!mayOverlap(request(kernel, a), request(kernel, b))) {
        met.push(`${nameOf(a)} and ${nameOf(b)} exclude each other`);
      }
    }
  }
  if (met.length > 0) throw failure(`calls ran at the same time:\n${met.join("\n")}`);
}

function overlap({ ran: a }: CallReport<unknown>, { ran: b }: CallReport<unknown>): boolean {
  return a !== undefined && b !== undefined && a.from < b.to && b.from < a.to;
}

const nameOf = ({ id, operation, args }: CallReport<unknown>): string =>
  `${operation.name} ${JSON.stringify(args)} (${id})`;

function request(
  { tools, commands }: Pick<TestKernel, "tools" | "commands">,
  { operation, args }: CallReport<unknown>,
) {
  const spec = [...tools, ...commands].find(
    ({ type, name, provider }) => type === operation.type && name === operation.name && provider === operation.provider,
  );
  const { provider, name } = operation;
  return { provider, operation: name, interactive: spec?.kind === "interactive", concurrency: spec?.concurrency, args };
}
