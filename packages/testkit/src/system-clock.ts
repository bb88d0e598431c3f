import type { Clock } from "./clock.js";

/** The longest delay that a timer of Node takes; beyond it, it would fire at once. */
const longestDelay = 2 ** 31 - 1;

/** The clock of this machine. Its timers do not keep the process alive: whoever awaits a call does. */
export const systemClock: Clock = {
  now: Date.now,
  after(ms, fn) {
    let timer: NodeJS.Timeout;
    const arm = (left: number): void => {
      const fire = () => (left > longestDelay ? arm(left - longestDelay) : fn());
      timer = setTimeout(fire, Math.min(left, longestDelay));
      timer.unref();
    };
    arm(ms);
    return () => clearTimeout(timer);
  },
};
