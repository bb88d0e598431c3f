import type { LogLevel } from "./hclog.js";

const levels = {
  debug: "debug",
  trace: "debug",
  log: "info",
  info: "info",
  warn: "warn",
  error: "error",
} as const;

/** The level of the function that is printing right now. */
let current: LogLevel | undefined;

/** Has the functions of the global console tell their level. They go on printing through the streams. */
export function guardConsole(): void {
  for (const name of namesOf(levels)) {
    const original = console[name];
    console[name] = (...args: unknown[]) => {
      const before = current;
      current = levels[name];
      try {
        original.apply(console, args);
      } finally {
        current = before;
      }
    };
  }
}

/** The level of what is being printed. */
export function levelOf(to: "stdout" | "stderr"): LogLevel {
  return current ?? (to === "stdout" ? "info" : "warn");
}

function namesOf<T extends object>(object: T): (keyof T)[] {
  const names: (keyof T)[] = [];
  for (const name in object) names.push(name);
  return names;
}
