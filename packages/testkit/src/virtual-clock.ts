import type { Clock } from "./clock.js";

/** A clock that stands still until it is told to move. */
export interface VirtualClock extends Clock {
  /**
   * Moves on by so many milliseconds. Timers fire in the order of their times; what each sets off has settled before the
   * next one fires, so that timers which are set meanwhile fire as well if they are due. Told again while it moves, it
   * moves on after that. What a timer throws ends the move and is thrown by it.
   * @throws RangeError for anything but a finite number of 0 or more.
   */
  advance(ms: number): Promise<void>;
  /** Milliseconds until the next timer fires; `undefined` when there is none. */
  next(): number | undefined;
  /** How many timers have fired so far. */
  readonly fired: () => number;
  /** Lets run what is ready to run: promises, and what is between them and the next turn of the event loop. */
  settle(): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly fn: () => void;
}

/** Turns of the event loop in which something may still be passed on. */
const turns = 8;

/** @param start Milliseconds since the epoch at which it stands. Defaults to the beginning of the year 2000. */
export function virtualClock({
  start = Date.UTC(2000, 0, 1),
}: {
  readonly start?: number | undefined;
} = {}): VirtualClock {
  let now = start;
  let fired = 0;
  const timers = new Set<Timer>();
  const earliest = (): Timer | undefined => {
    let found: Timer | undefined;
    // Of two for the same time the one that was set first: a set keeps the order.
    for (const timer of timers) if (found === undefined || timer.at < found.at) found = timer;
    return found;
  };
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const move = async (ms: number): Promise<void> => {
    const end = now + ms;
    await settle();
    for (let timer = earliest(); timer !== undefined && timer.at <= end; timer = earliest()) {
      timers.delete(timer);
      now = Math.max(now, timer.at);
      fired++;
      timer.fn();
      await settle();
    }
    now = end;
  };
  /** The last move that was asked for. It never rejects. */
  let moving = Promise.resolve();
  return {
    now: () => now,
    after(ms, fn) {
      const timer = { at: now + Math.max(0, ms), fn };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      if (!Number.isFinite(ms) || ms < 0) {
        throw new RangeError(`a virtual clock cannot move by ${ms}: give advance() milliseconds, 0 or more`);
      }
      const moved = moving.then(() => move(ms));
      moving = moved.catch(() => undefined);
      await moved;
    },
    next() {
      const timer = earliest();
      return timer === undefined ? undefined : timer.at - now;
    },
    fired: () => fired,
    settle,
  };
}
