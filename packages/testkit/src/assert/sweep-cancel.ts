import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject } from "@plugwright/sdk";
import type { AnyTool, ArgsOf, TestKernel } from "../kernel.js";
import type { CallReport } from "../report.js";
import type { VirtualClock } from "../virtual-clock.js";
import { failure } from "./fail.js";
import { type Plan, runPlanned, type Swept } from "./sweep-run.js";

/** When a call is cancelled. */
export type CancelPoint =
  | "before the handler"
  | "at an event"
  | "between turns"
  | "at a timer"
  | "while a write is blocked"
  | "in the terminal event"
  | "after the terminal event";

/** How a call is swept. */
export interface SweepOptions {
  /** The clock of the kernel, if it is a virtual one: then the call is cancelled at each of its timers as well. */
  readonly clock?: VirtualClock | undefined;
  /** Brings back what the call needs. Runs before each call. */
  readonly before?: (() => void | Promise<void>) | undefined;
  /** Checks what a call has left. Runs after each one; what it throws fails the sweep. */
  readonly after?: ((report: CallReport, point: CancelPoint) => void | Promise<void>) | undefined;
  /** How many turns of the microtask queue are tried at most. Defaults to 200. */
  readonly turns?: number | undefined;
}

/** What a sweep has tried. */
export interface SweepResult {
  /** How many calls were cancelled at each kind of point. */
  readonly points: ReadonlyMap<CancelPoint, number>;
  /** How long the slowest call took to end after its cancel, in milliseconds of the machine. */
  readonly slowestMs: number;
}

/** What is promised: a cancelled call is over within a second. A busy machine has four. */
const promisedMs = 1000;
const mostMs = 4 * promisedMs;
/** How long a blocked plugin has to notice that it is, in milliseconds of the machine. */
const blockedMs = 5;
/** How long late events are waited for, in milliseconds of the machine. */
const lateMs = 50;
/** And then, in milliseconds of a virtual clock. */
const lateVirtualMs = 60_000;

/**
 * Cancels a call at every point that there is, one call for each: before the handler, at every event, between turns of
 * the microtask queue, at every timer of a virtual clock, while a write is blocked, in and after the terminal event.
 * Every time the call must be over within a second, must not break the protocol, and must leave its locks.
 *
 * Without a virtual clock there are no timers to stop at. Between turns, a call is not cancelled any later than where it
 * first waits for something outside of this process.
 * @throws AssertionError that lists what went wrong, and at which point.
 */
export async function sweepCancel<D extends AnyTool>(
  kernel: TestKernel,
  tool: D,
  args: ArgsOf<D>,
  options: SweepOptions = {},
): Promise<SweepResult> {
  const { turns = 200, before } = options;
  // The arguments of a tool are JSON: they go on the wire.
  const swept: Swept = { kernel, name: tool.name, args: args as JsonObject, clock: options.clock };
  await before?.();
  const whole = await runPlanned(swept, mostMs, () => ({}));
  if (whole.report === undefined || whole.events === 0) {
    throw failure(`${tool.name} cannot be swept: it ends before it begins: ${whole.report?.text}`);
  }
  const sweep = createSweep(swept, options);
  await sweep.run("before the handler", 0, (stop) => ({ start: stop }));
  for (let event = 1; event < whole.events; event++) {
    await sweep.run("at an event", event, (stop) => ({ onEvent: (count) => count === event && stop() }));
  }
  for (let turn = 1; turn <= Math.min(turns, whole.turns); turn++) {
    await sweep.run("between turns", turn, (stop) => ({
      async start() {
        for (let passed = 0; passed < turn; passed++) await undefined;
        stop();
      },
    }));
  }
  for (let timer = 1; timer <= whole.timers; timer++) {
    await sweep.run("at a timer", timer, (stop) => ({ beforeTimer: (count) => count === timer && stop() }));
  }
  for (let event = 1; event < whole.events; event++) {
    await sweep.run("while a write is blocked", event, (stop) => ({
      onEvent: (count) => (count === event ? sleep(blockedMs).then(stop) : undefined),
    }));
  }
  await sweep.run("in the terminal event", 0, (stop) => ({ onEvent: (count) => count === whole.events && stop() }));
  await sweep.run("after the terminal event", 0, (stop) => ({ onEnd: stop }));
  return sweep.finish();
}

function createSweep(swept: Swept, { before, after }: SweepOptions) {
  const { kernel, name } = swept;
  const points = new Map<CancelPoint, number>();
  const problems: string[] = [];
  let slowestMs = 0;
  return {
    async run(point: CancelPoint, at: number, planOf: (stop: () => void) => Plan): Promise<void> {
      points.set(point, (points.get(point) ?? 0) + 1);
      const where = at === 0 ? point : `${point} ${at}`;
      await before?.();
      const { report, tookMs } = await runPlanned(swept, mostMs, planOf);
      slowestMs = Math.max(slowestMs, tookMs);
      if (report === undefined) {
        problems.push(`${where}: the call was not over ${mostMs} ms after its cancel; ${promisedMs} are promised`);
        return;
      }
      for (const { rule, message } of report.violations) problems.push(`${where}: ${message} [${rule}]`);
      if (report.waited.behind.length > 0) {
        problems.push(`${where}: it had to wait for the locks of an earlier call, which was over`);
      }
      try {
        await after?.(report, point);
      } catch (error) {
        problems.push(`${where}: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
    async finish(): Promise<SweepResult> {
      await sleep(lateMs);
      await swept.clock?.advance(lateVirtualMs);
      const late = kernel.violations.filter(({ rule }) => rule === "late_event").map(({ message }) => message);
      const all = [...problems, ...new Set(late)];
      if (all.length > 0) throw failure(`${name} does not take every cancel:\n${all.join("\n")}`);
      return { points, slowestMs };
    },
  };
}
