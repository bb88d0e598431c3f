import { OutputStream } from "@plugwright/protocol/tool";
import type { WireEvent } from "../connect/service.js";
import type { CallEvent } from "../report.js";
import { callError } from "./errors.js";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** An event as a test reads it; `undefined` for one that says nothing. */
export function readEvent(event: WireEvent | undefined): CallEvent | undefined {
  switch (event?.case) {
    case "outputChunk": {
      const { stream, data } = event.value;
      return { output: textOrBytes(data), to: stream === OutputStream.STDERR ? "stderr" : "stdout" };
    }
    case "progress": {
      const { message, fractionComplete } = event.value;
      return { progress: message, ...(fractionComplete !== undefined && { fraction: fractionComplete }) };
    }
    case "partialResult":
      return { partial: event.value.payload ?? {} };
    case "exitStatus": {
      const { exitCode, signal } = event.value;
      return { exit: { code: exitCode, ...(signal !== undefined && { signal }) } };
    }
    case "result":
      return { result: event.value.payload ?? {} };
    case "error":
      return { error: callError(event.value) };
    default:
      return undefined;
  }
}

function textOrBytes(data: Uint8Array): string | Uint8Array {
  try {
    return decoder.decode(data);
  } catch {
    return data;
  }
}
