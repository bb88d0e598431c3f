import { afterAll } from "@jest/globals";
import { OutputStream, ToolErrorCategory } from "@plugwright/protocol/tool";
import type { JsonObject } from "@plugwright/sdk";
import { type Direct, type DirectOptions, inProcess } from "../support/in-process.js";
import type { Lane, LaneCallOptions, ServedPlugin } from "../support/lanes.js";
import { programs } from "./fixture.js";

// What a transport aborts a call with; a transport is stood in for here, so that the stream stays open.
const { abortReason } = await import("../../src/operation/errors.js");

/** What a call that runs programs came to. */
export interface Ran {
  /** Its events but for output, by their letters: x exit_status, r result, e error, p progress, a partial_result. */
  readonly events: string;
  /** Whether all output came before everything else. */
  readonly outputFirst: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: { readonly code: number; readonly signal: string | undefined } | undefined;
  readonly result: JsonObject | undefined;
  readonly error: { readonly category: string; readonly message: string; readonly details?: JsonObject } | undefined;
  /** Milliseconds. */
  readonly took: number;
}

export function ranOf({ events, names, last }: Direct, took: number): Ran {
  const chunks = events.flatMap((event) => (event.case === "outputChunk" ? [event.value] : []));
  const text = (stream: OutputStream) =>
    Buffer.concat(chunks.filter((chunk) => chunk.stream === stream).map(({ data }) => data)).toString();
  const exit = events.find((event) => event.case === "exitStatus");
  return {
    events: names.replaceAll("o", ""),
    outputFirst: /^o*[^o]*$/.test(names),
    stdout: text(OutputStream.STDOUT),
    stderr: text(OutputStream.STDERR),
    exit: exit?.case === "exitStatus" ? { code: exit.value.exitCode, signal: exit.value.signal } : undefined,
    result: last?.case === "result" ? last.value.payload : undefined,
    error:
      last?.case === "error"
        ? {
            category: ToolErrorCategory[last.value.category] ?? "",
            message: last.value.message,
            ...(last.value.details === undefined ? {} : { details: last.value.details }),
          }
        : undefined,
    took,
  };
}

/** A signal as a caller's cancel gives it, after some milliseconds. */
export function cancelAfter(ms: number): { readonly signal: AbortSignal; readonly at: () => number } {
  const abort = new AbortController();
  let at = Number.NaN;
  setTimeout(() => {
    at = performance.now();
    abort.abort(abortReason("cancelled"));
  }, ms);
  return { signal: abort.signal, at: () => at };
}

/** The fixture in this process, called without a socket. */
export function setUpPrograms() {
  const { call, log, runtime } = inProcess(programs);
  afterAll(() => runtime.close());
  return {
    call,
    log,
    runtime,
    async run(name: string, args: JsonObject, options: DirectOptions = {}): Promise<Ran> {
      const start = performance.now();
      const direct = await call(name, args, { workingDirectory: "/", ...options });
      return ranOf(direct, performance.now() - start);
    },
  };
}

/** A way to run the fixture's tools. */
export interface Programs {
  run(name: string, args: JsonObject, options?: LaneCallOptions): Promise<Ran>;
}

/** The fixture, served over a lane. */
export function servePrograms(lane: Lane): Programs & Pick<ServedPlugin, "log"> {
  const { call, log } = lane.serve({ plugin: programs, module: new URL("fixture.ts", import.meta.url) });
  return {
    log,
    async run(name, args, options) {
      const start = performance.now();
      const direct = await call(name, args, { workingDirectory: "/", ...options });
      return ranOf(direct, performance.now() - start);
    },
  };
}
