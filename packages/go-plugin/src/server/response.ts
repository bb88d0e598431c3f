import type { OutgoingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { CallContext } from "./context.js";
import { type Status, statusTrailers } from "./status.js";

/** What is sent back on a stream. It does nothing once the client has gone. */
export interface Response {
  /** Whether somebody can still read it. */
  readonly isOpen: () => boolean;
  /** Whether it was ended. */
  readonly isOver: () => boolean;
  /** Sends the headers before the first message. */
  readonly begin: (context: CallContext) => void;
  /** Resolves when the client has room for more. */
  readonly write: (pieces: readonly Uint8Array[]) => Promise<void>;
  /** Says how the call has ended. What comes after the first time is not sent. */
  readonly end: (failure: Status | undefined, context?: CallContext) => void;
}

const head: OutgoingHttpHeaders = {
  ":status": 200,
  "content-type": "application/grpc",
  "grpc-accept-encoding": "identity,gzip",
};

export function responseOn(stream: ServerHttp2Stream): Response {
  let over = false;
  const isOpen = () => !stream.destroyed && !stream.closed;
  return {
    isOpen,
    isOver: () => over,
    begin(context) {
      if (isOpen() && !stream.headersSent)
        stream.respond({ ...context.own("header"), ...head }, { waitForTrailers: true });
    },
    async write(pieces) {
      if (!isOpen()) return;
      let hasRoom = true;
      // They go out together.
      stream.cork();
      for (const piece of pieces) hasRoom = stream.write(piece);
      stream.uncork();
      if (!hasRoom) await drained(stream);
    },
    end(failure, context) {
      if (over) return;
      over = true;
      // A client may send all of its request before it looks at the answer: what nobody waits for is read as well.
      stream.resume();
      if (!isOpen()) return;
      const trailers = { ...context?.own("trailer"), ...statusTrailers(failure) };
      if (!stream.headersSent) {
        // All in one, which gRPC calls "trailers only".
        stream.respond({ ...head, ...trailers }, { endStream: true });
        return;
      }
      stream.once("wantTrailers", () => {
        if (isOpen()) stream.sendTrailers(trailers);
      });
      stream.end();
    },
  };
}

function drained(stream: ServerHttp2Stream): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      stream.off("drain", settle);
      stream.off("close", settle);
      resolve();
    };
    stream.on("drain", settle);
    stream.on("close", settle);
  });
}
