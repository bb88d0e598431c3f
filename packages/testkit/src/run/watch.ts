import { OutputStream, ToolErrorCategory } from "@plugwright/protocol/tool";
import type { WireEvent } from "../connect/service.js";
import { type LeakWatch, leakMessage } from "../leaks.js";
import type { LoadedOperation } from "../operation.js";
import type { CallRule } from "../rules.js";

/** Watches the events of one attempt for what the protocol does not allow. */
export interface EventWatch {
  /** Looks at the next event. `stopped`: the kernel had cancelled the call well before it came. */
  see(event: WireEvent | undefined, stopped: boolean): void;
  /** Nothing follows. `stopped`: the kernel itself has ended the call. */
  end(stopped: boolean): void;
  /** Whether a terminal event has come. */
  readonly ended: () => boolean;
}

/** @param found Told of each breach. */
export function watchEvents(
  operation: LoadedOperation,
  leaks: LeakWatch,
  found: (rule: CallRule, message: string) => void,
): EventWatch {
  let terminal: "result" | "error" | undefined;
  let exits = 0;
  const streams = { [OutputStream.STDOUT]: leaks.stream(), [OutputStream.STDERR]: leaks.stream() };
  const leaked = (name: string | undefined, where: string): void => {
    if (name !== undefined) found("secret_leaked", leakMessage(name, where));
  };

  return {
    ended: () => terminal !== undefined,
    see(event, stopped) {
      if (event?.case === undefined) {
        found("empty_event", "a message came without an event");
        return;
      }
      const isTerminal = event.case === "result" || event.case === "error";
      if (terminal !== undefined) {
        if (isTerminal)
          found("second_terminal", `${wireName(event)} came after the ${terminal} that had ended the stream`);
        else found("event_after_terminal", `${wireName(event)} came after the ${terminal} that had ended the stream`);
        return;
      }
      if (!isTerminal && !operation.streaming) {
        found("event_without_streaming", `${wireName(event)} came, and the operation does not declare streaming`);
      }
      switch (event.case) {
        case "outputChunk": {
          const { stream, data } = event.value;
          if (stream === OutputStream.STDOUT || stream === OutputStream.STDERR) leaked(streams[stream](data), "output");
          else found("zero_enum_value", `output_chunk names the stream ${stream}; it is 1 for stdout or 2 for stderr`);
          break;
        }
        case "progress":
          leaked(leaks.find(event.value.message), "a progress");
          break;
        case "partialResult":
          leaked(leaks.find(JSON.stringify(event.value.payload ?? {})), "a partial_result");
          break;
        case "exitStatus":
          exits++;
          if (exits > 1) found("second_exit_status", "exit_status came twice; a call has one at most");
          if (operation.spawns === false) {
            found("exit_status_without_process", "exit_status came from an operation that runs no process");
          }
          break;
        case "result":
          terminal = "result";
          leaked(leaks.find(JSON.stringify(event.value.payload ?? {})), "the result");
          if (stopped)
            found("result_after_cancel", "a result came after the call was cancelled; no success may be claimed then");
          if (operation.spawns === true && exits === 0) {
            found("process_without_exit_status", "the call ran a process and ended without an exit_status");
          }
          break;
        case "error": {
          terminal = "error";
          const { category, message, details } = event.value;
          leaked(leaks.find(`${message}\n${JSON.stringify(details ?? {})}`), "the error");
          if (ToolErrorCategory[category] === undefined || category === ToolErrorCategory.UNSPECIFIED) {
            found("zero_enum_value", `the error's category is ${category}; it is one of 1 to 9`);
          }
          if (category === ToolErrorCategory.PROCESS_CRASHED) {
            found("reported_process_crashed", "the error's category is process_crashed, which only the kernel reports");
          }
        }
      }
    },
    end(stopped) {
      if (terminal === undefined && !stopped) found("no_terminal", "the stream ended without a result or an error");
    },
  };
}

/** As the protocol names an event. */
function wireName({ case: name }: WireEvent): string {
  return (name ?? "nothing").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
