import type { CallRequest, Calls } from "./calls.js";
import { withEither } from "./either-signal.js";
import type { RunningCall } from "./kernel.js";
import type { CallEvent } from "./report.js";

/** Starts a call whose events can be looked at as they come. */
export function startCall(calls: Calls, request: CallRequest): RunningCall {
  const { options } = request;
  const stop = new AbortController();
  const seen: CallEvent[] = [];
  let waiting: (() => void)[] = [];
  let ended = false;
  const wake = (): void => {
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const call = calls.prepare({
    ...request,
    options: {
      ...options,
      async onEvent(event) {
        seen.push(event);
        wake();
        await options.onEvent?.(event);
      },
    },
  });
  const report = withEither([options.signal, stop.signal], (signal) =>
    calls.run({ ...call, options: { ...call.options, signal } }),
  ).finally(() => {
    ended = true;
    wake();
  });
  // What a hook throws is for whoever awaits the report.
  report.catch(() => undefined);
  return {
    id: call.id,
    report,
    cancel: (reason) => stop.abort(reason),
    async *events() {
      for (let at = 0; ; at++) {
        while (at >= seen.length && !ended) await new Promise<void>((resolve) => waiting.push(resolve));
        const event = seen[at];
        if (event === undefined) return;
        yield event;
      }
    },
  };
}
