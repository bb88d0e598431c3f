import { Code } from "@connectrpc/connect";
import { allowReading, answerPreflight } from "./cors.js";
import { factsOf } from "./facts.js";
import { type GatePolicy, judge, type Refusal } from "./gates.js";
import type { RequestListener } from "./node-types.js";
import { answerRefusal } from "./refuse.js";

const closingDown: Refusal = { status: 503, code: Code.Unavailable, text: "the endpoint is closing" };
const unreadable: Refusal = { status: 400, code: Code.InvalidArgument, text: "the request cannot be read" };
const unknown: Refusal = { status: 404, code: Code.Unimplemented, text: "this endpoint has no such method" };

/** Answers a request for a path that nothing is served under. */
export const answerUnknown: RequestListener = (request, response) => answerRefusal(request, response, unknown);

/** Puts the gates before the adapter, and an answer behind whatever throws. */
export function guard(options: {
  readonly policy: GatePolicy;
  readonly adapter: RequestListener;
  readonly isClosing: () => boolean;
}): RequestListener {
  const { policy, adapter, isClosing } = options;

  const serve: RequestListener = (request, response) => {
    const verdict = judge(factsOf(request), policy);
    if (verdict.kind === "preflight") return answerPreflight(response, verdict.origin);
    if (verdict.origin !== undefined) allowReading(response, verdict.origin);
    if (verdict.kind === "refuse") return answerRefusal(request, response, verdict.refusal);
    if (isClosing()) return answerRefusal(request, response, closingDown);
    adapter(request, response);
  };

  return (request, response) => {
    for (const emitter of [request, response]) emitter.on("error", () => {});
    try {
      serve(request, response);
    } catch {
      // The adapter throws for what it cannot make a URL or a Headers object of. The gates leave it little.
      if (response.headersSent) response.destroy();
      else answerRefusal(request, response, unreadable);
    }
  };
}
