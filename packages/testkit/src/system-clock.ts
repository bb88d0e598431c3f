import { systemClock as clockOfSdk } from "@plugwright/sdk/host";
import type { Clock } from "./clock.js";

/** The clock of this machine. Its timers do not keep the process alive: whoever awaits a call does. */
export const systemClock: Clock = clockOfSdk;
