import type { Emits } from "./call.js";
import { ToolError } from "./errors.js";
import type { Outbox } from "./outbox.js";
import { type PayloadLimits, partialPayload } from "./payload.js";

/** What the author's side of a stream needs. */
export interface EmitsOptions {
  readonly outbox: Outbox;
  readonly limits: PayloadLimits;
  /** Whether the terminal event is on its way: what comes now is too late. */
  readonly ended: () => boolean;
  /** Told of what came too late. */
  readonly late: (event: string) => void;
  /** Ends the call with an error of its handler. */
  readonly fail: (error: unknown) => void;
}

/** The methods a streaming handler is given, and what takes a generator's events. */
export interface Emitter {
  readonly emits: Emits;
  /** Takes one yielded event. Rejects when it is none. */
  readonly send: (event: unknown) => Promise<void>;
}

const encoder = new TextEncoder();

export function createEmits({ outbox, limits, ended, late, fail }: EmitsOptions): Emitter {
  /** What an unawaited send cannot tell its author, the call's end does. */
  const attempt = (event: string, send: () => Promise<void>): Promise<void> => {
    if (ended()) return lateSend(event);
    try {
      return send();
    } catch (error) {
      fail(error);
      const refused = Promise.reject(error);
      refused.catch(() => undefined);
      return refused;
    }
  };
  /** Whoever does not await hears of it as well: as of a rejection that nobody caught. */
  const lateSend = async (event: string): Promise<void> => late(event);
  const emits: Emits = {
    progress(message, fraction) {
      if (ended()) late("progress");
      else outbox.progress(String(message), fraction);
    },
    output: (data, to = "stdout") => attempt("output_chunk", () => outbox.output(bytesOf(data), streamOf(to))),
    partial: (payload) =>
      attempt("partial_result", () => {
        const { value, bytes } = partialPayload(payload, limits);
        return outbox.partial(value, bytes);
      }),
  };
  const send = async (event: unknown): Promise<void> => {
    if (typeof event === "object" && event !== null && kinds.filter((kind) => kind in event).length === 1) {
      if ("progress" in event && typeof event.progress === "string") {
        const fraction = "fraction" in event ? event.fraction : undefined;
        return emits.progress(event.progress, typeof fraction === "number" ? fraction : undefined);
      }
      if ("partial" in event) return outbox.partial(...entries(partialPayload(event.partial, limits)));
      if ("output" in event)
        return outbox.output(bytesOf(event.output), streamOf("to" in event ? event.to : undefined));
    }
    throw new ToolError(
      "execution_failed",
      "the generator yielded something that is not one event: yield { progress, fraction? }, { partial } or { output, to? }",
    );
  };
  return { emits, send };
}

/** What a yielded event is named by. */
const kinds = ["progress", "partial", "output"];

const entries = ({ value, bytes }: ReturnType<typeof partialPayload>) => [value, bytes] as const;

/** By shape: bytes of another realm count as well. */
function bytesOf(data: unknown): Uint8Array {
  if (typeof data === "string") return encoder.encode(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw new ToolError("execution_failed", "output takes a string or bytes (a Uint8Array)");
}

function streamOf(to: unknown): "stdout" | "stderr" {
  if (to === undefined || to === "stdout") return "stdout";
  if (to === "stderr") return "stderr";
  throw new ToolError("execution_failed", 'output goes to "stdout" or "stderr"');
}
