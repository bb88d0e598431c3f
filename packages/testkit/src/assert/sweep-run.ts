import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject } from "@plugwright/sdk";
import type { TestKernel } from "../kernel.js";
import type { CallReport } from "../report.js";
import type { VirtualClock } from "../virtual-clock.js";

/** What is done in the course of a call. Counts begin with 1. */
export interface Plan {
  /** Runs as soon as the call has been made. */
  readonly start?: () => unknown;
  /** Runs when an event has come; the next one is not read before it is done. */
  readonly onEvent?: (count: number) => unknown;
  /** Runs before a timer of the virtual clock fires. */
  readonly beforeTimer?: (count: number) => unknown;
  /** Runs when the call is over. */
  readonly onEnd?: () => unknown;
}

/** What is called. */
export interface Swept {
  readonly kernel: TestKernel;
  readonly name: string;
  readonly args: JsonObject;
  readonly clock: VirtualClock | undefined;
}

/** How a call went. */
export interface Run {
  /** Absent where the call did not end in time after its cancel. */
  readonly report: CallReport | undefined;
  readonly events: number;
  /** How many timers of the virtual clock fired. */
  readonly timers: number;
  /** How many turns of the microtask queue it took; at most 10,000 are counted. */
  readonly turns: number;
  /** From the cancel to the end, in milliseconds of the machine; 0 where it was not cancelled before. */
  readonly tookMs: number;
}

/** So far away that no timer of a call itself is later, in milliseconds of a virtual clock. */
const farAway = 24 * 3600 * 1000;
const mostTurns = 10_000;

/** Makes one call, during which a plan is carried out: `stop` cancels it. A virtual clock moves from timer to timer. */
export async function runPlanned(
  { kernel, name, args, clock }: Swept,
  mostMs: number,
  planOf: (stop: () => void) => Plan,
): Promise<Run> {
  const controller = new AbortController();
  let stoppedAt: number | undefined;
  let endedAt: number | undefined;
  let [events, timers, turns] = [0, 0, 0];
  const plan = planOf(() => {
    stoppedAt ??= performance.now();
    controller.abort();
  });
  const running = kernel
    .call(name, args, {
      signal: controller.signal,
      timeoutMs: 2 * farAway,
      async onEvent() {
        events++;
        await plan.onEvent?.(events);
      },
    })
    .finally(() => {
      endedAt = performance.now();
    });
  const started = plan.start?.();
  for (; endedAt === undefined && turns < mostTurns; turns++) await undefined;
  while (endedAt === undefined) {
    await Promise.race([running, sleep(1)]);
    if (stoppedAt !== undefined && performance.now() - stoppedAt > mostMs) break;
    const next = clock?.next();
    // A timer that is far away is the limit of the call.
    if (clock === undefined || next === undefined || next >= farAway || endedAt !== undefined) continue;
    timers++;
    plan.beforeTimer?.(timers);
    await clock.advance(next);
  }
  const report = endedAt === undefined ? undefined : await running;
  const tookMs = stoppedAt === undefined || endedAt === undefined ? 0 : endedAt - stoppedAt;
  await started;
  await plan.onEnd?.();
  return { report, events, timers, turns, tookMs };
}
