import { setMaxListeners } from "node:events";
import type { Calls, PreparedCall } from "./calls.js";
import { withEither } from "./either-signal.js";
import type { PlanItem } from "./gate/plan.js";
import type { MessageCall, MessageReport } from "./kernel.js";
import type { CallOptions } from "./options.js";
import type { CallReport } from "./report.js";

/**
 * Runs one message of an assistant. What only reads, or asks, begins at once; what changes something is collected into a
 * plan first and begins when all of it is decided, in the order of the message. Every call is answered before
 * this rejects with what a hook of the test has thrown.
 */
export async function runMessage(
  calls: Calls,
  requests: readonly MessageCall[],
  given: Pick<CallOptions, "signal">,
): Promise<MessageReport> {
  const turnId = calls.turnId();
  if (requests.length === 0) {
    calls.nextTurn();
    return { turnId, results: [], plan: [], done: { by: "no_tool_calls" } };
  }
  // One listener on the caller's signal, however many calls there are.
  return withEither([given.signal], (signal) => {
    setMaxListeners(0, signal);
    return runAll(calls, requests, turnId, signal);
  });
}

async function runAll(
  calls: Calls,
  requests: readonly MessageCall[],
  turnId: string,
  signal: AbortSignal,
): Promise<MessageReport> {
  const prepared = requests.map(({ tool, args = {}, provider }) =>
    calls.prepare({ type: "tool", named: tool, args, options: { signal, provider } }),
  );
  const planned = decidePlan(calls, prepared.filter(isPlanned));
  const settled = await Promise.allSettled(
    prepared.map(async (call) => (isPlanned(call) ? (await planned).run(call) : calls.run(call))),
  );
  const results = settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
  const { items } = await planned;
  const ending = prepared
    .map((call, index): [PreparedCall, CallReport | undefined] => [call, results[index]])
    .find(([{ requested }, report]) => requested?.operation.terminatesTurn && report?.result !== undefined);
  const result = ending?.[1]?.result;
  if (result === undefined) return { turnId, results, plan: items, done: undefined };
  calls.nextTurn();
  return { turnId, results, plan: items, done: { by: "terminates_turn", result } };
}

const isPlanned = ({ requested }: PreparedCall): boolean => requested?.operation.kind === "resource";

/** Decides on the calls that change something, one after the other. */
async function decidePlan(calls: Calls, planned: readonly PreparedCall[]) {
  const items: PlanItem[] = [];
  const admissions = new Map<string, Awaited<ReturnType<Calls["admit"]>>>();
  for (const call of planned) {
    if (call.requested === undefined) continue;
    const admission = await calls.admit(call, call.requested);
    if (admission.item !== undefined) items.push(admission.item);
    admissions.set(call.id, admission);
  }
  return {
    items,
    run(call: PreparedCall): Promise<CallReport> {
      const admission = admissions.get(call.id);
      return admission === undefined ? calls.run(call) : calls.perform(call, admission);
    },
  };
}
