import { Code } from "@connectrpc/connect";
import { answerCall } from "./answer-call.js";
import { judgeCall, type ServedMethod } from "./callable.js";
import { allowReading, answerPreflight } from "./cors.js";
import { discardRest } from "./discard-rest.js";
import { factsOf } from "./facts.js";
import { type GatePolicy, judge, pathOf, type Refusal } from "./gates.js";
import type { RequestListener } from "./node-types.js";
import { answerRefusal } from "./refuse.js";
import { clampTimeouts, limitSending } from "./time-limits.js";

const closingDown: Refusal = { status: 503, code: Code.Unavailable, text: "the endpoint is closing" };
const unreadable: Refusal = { status: 400, code: Code.InvalidArgument, text: "the request cannot be read" };
const unknown: Refusal = { status: 404, code: Code.Unimplemented, text: "this endpoint has no such method" };

/** Puts the gates before the methods, and an answer behind whatever throws. */
export function guard(options: {
  readonly policy: GatePolicy;
  readonly methodOf: (path: string) => ServedMethod | undefined;
  /** How long a request may take that is not a stream, in milliseconds. */
  readonly requestMs: number;
  readonly isClosing: () => boolean;
}): RequestListener {
  const { policy, methodOf, requestMs, isClosing } = options;

  const serve: RequestListener = (request, response) => {
    const facts = factsOf(request);
    const verdict = judge(facts, policy);
    if (verdict.kind === "preflight") return answerPreflight(response, verdict.origin);
    if (verdict.origin !== undefined) allowReading(response, verdict.origin);
    if (verdict.kind === "refuse") return answerRefusal(request, response, verdict.refusal);
    if (isClosing()) return answerRefusal(request, response, closingDown);
    const served = methodOf(pathOf(facts.target));
    if (served === undefined) return answerRefusal(request, response, unknown);
    const refusal = judgeCall(served, facts.method, request.headers["content-type"] ?? "");
    if (refusal !== undefined) return answerRefusal(request, response, refusal);
    clampTimeouts(request.headers);
    discardRest(request, response);
    if (!/^(client|bidi)_streaming$/.test(served.method.methodKind)) limitSending(request, requestMs);
    answerCall(served, request, response);
  };

  return (request, response) => {
    for (const emitter of [request, response]) emitter.on("error", () => {});
    try {
      serve(request, response);
    } catch {
      // No URL or no Headers can be made of it. The gates leave little of that.
      if (response.headersSent) response.destroy();
      else answerRefusal(request, response, unreadable);
    }
  };
}
