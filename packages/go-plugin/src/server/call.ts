import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { CallContext } from "./context.js";
import { frameOf } from "./messages.js";
import { messagesOf, onlyMessageOf } from "./requests.js";
import { type Response, responseOn } from "./response.js";
import type { ServedMethod } from "./router.js";
import { cancelled } from "./status.js";
import { timeoutOf } from "./timeout.js";

/** The largest messages, in bytes. */
export interface Limits {
  readonly read: number;
  readonly write: number;
}

/** A call that is being answered. */
export interface RunningCall {
  /** Aborts the signal of its handler. */
  readonly abort: (reason: unknown) => void;
}

/**
 * Answers a call on its stream, and ends it whatever happens. The signal of the handler aborts at the deadline, and when
 * the client has gone.
 */
export function answerCall(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  served: ServedMethod,
  limits: Limits,
): RunningCall {
  const response = responseOn(stream);
  let timeoutMs: number | undefined;
  try {
    timeoutMs = timeoutOf(textOf(headers["grpc-timeout"]));
  } catch (error) {
    response.end(errorOf(error));
    return { abort: () => {} };
  }
  const context = new CallContext(served.method, headers, timeoutMs);
  let timer: NodeJS.Timeout | undefined;
  if (timeoutMs !== undefined) {
    timer = setTimeout(
      () => context.abort(new ConnectError("the deadline has passed", Code.DeadlineExceeded)),
      timeoutMs,
    );
  }
  stream.once("close", () => {
    clearTimeout(timer);
    if (!response.isOver()) context.abort(cancelled());
  });
  run(stream, headers, { served, context, response, limits }).then(
    () => response.end(undefined, context),
    (error: unknown) => response.end(errorOf(error), context),
  );
  return context;
}

interface Call {
  readonly served: ServedMethod;
  readonly context: CallContext;
  readonly response: Response;
  readonly limits: Limits;
}

/** Calls the handler with what its kind of method takes, and sends what it returns. */
async function run(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, call: Call): Promise<void> {
  const { served, context, response, limits } = call;
  const { methodKind, input, output } = served.method;
  const takesMany = methodKind === "client_streaming" || methodKind === "bidi_streaming";
  const read = takesMany ? messagesOf : onlyMessageOf;
  const request = await read(stream, headers["grpc-encoding"], input, limits.read);
  const send = async (message: unknown): Promise<void> => {
    if (!response.isOpen()) throw context.aborted?.reason ?? cancelled();
    // A message, or what one is made of; the types of the handler have seen to it.
    const bytes = toBinary(output, create(output, message as MessageInitShape<DescMessage>));
    response.begin(context);
    await response.write(frameOf(bytes, limits.write));
  };
  // Likewise.
  const answer = served.handle(request as never, context);
  if (methodKind === "unary" || methodKind === "client_streaming") return send(await answer);
  // Left early, the iterator of a generator runs its `finally`.
  for await (const message of answer as AsyncIterable<unknown>) await send(message);
}

/** What a handler throws besides is its own affair: it may be secret. */
function errorOf(error: unknown): ConnectError {
  return error instanceof ConnectError ? error : new ConnectError("internal error", Code.Internal);
}

/** Node makes a list of some headers that came twice. */
function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join() : header;
}
