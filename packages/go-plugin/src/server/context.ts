import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http2";
import { type ContextValues, createContextValues, type HandlerContext } from "@connectrpc/connect";
import type { ServedMethod } from "./router.js";

/** What a handler may ask of its call. Most ask for little, so each part is made when it is asked for. */
export class CallContext implements HandlerContext {
  readonly requestMethod = "POST";
  readonly protocolName = "grpc";
  readonly #method: ServedMethod["method"];
  readonly #headers: IncomingHttpHeaders;
  readonly #dueAt: number | undefined;
  #aborted: { readonly reason: unknown } | undefined;
  #controller: AbortController | undefined;
  #values: ContextValues | undefined;
  #requestHeader: Headers | undefined;
  #responseHeader: Headers | undefined;
  #responseTrailer: Headers | undefined;

  constructor(method: ServedMethod["method"], headers: IncomingHttpHeaders, timeoutMs: number | undefined) {
    this.#method = method;
    this.#headers = headers;
    this.#dueAt = timeoutMs === undefined ? undefined : performance.now() + timeoutMs;
  }

  get method() {
    return this.#method;
  }

  get service() {
    return this.#method.parent;
  }

  get url(): string {
    return `http://localhost${this.#headers[":path"] ?? ""}`;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted.reason);
    }
    return this.#controller.signal;
  }

  readonly timeoutMs = (): number | undefined =>
    this.#dueAt === undefined ? undefined : Math.max(0, this.#dueAt - performance.now());

  get values(): ContextValues {
    this.#values ??= createContextValues();
    return this.#values;
  }

  get requestHeader(): Headers {
    this.#requestHeader ??= new Headers(
      Object.entries(this.#headers).flatMap(([name, value]): [string, string][] =>
        name.startsWith(":") || value === undefined ? [] : [[name, String(value)]],
      ),
    );
    return this.#requestHeader;
  }

  get responseHeader(): Headers {
    this.#responseHeader ??= new Headers();
    return this.#responseHeader;
  }

  get responseTrailer(): Headers {
    this.#responseTrailer ??= new Headers();
    return this.#responseTrailer;
  }

  /** What the handler has set, for either end of the response. */
  own(part: "header" | "trailer"): OutgoingHttpHeaders {
    const set = part === "header" ? this.#responseHeader : this.#responseTrailer;
    return set === undefined ? {} : Object.fromEntries(set);
  }

  /** Why the call is over before its time; `undefined` as long as it is not. */
  get aborted(): { readonly reason: unknown } | undefined {
    return this.#aborted;
  }

  abort(reason: unknown): void {
    if (this.#aborted !== undefined) return;
    this.#aborted = { reason };
    this.#controller?.abort(reason);
  }
}
