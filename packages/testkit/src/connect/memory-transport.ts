import {
  create,
  type DescMessage,
  type DescMethod,
  fromBinary,
  type MessageInitShape,
  toBinary,
} from "@bufbuild/protobuf";
import { Code, ConnectError, createContextValues, type HandlerContext, type Transport } from "@connectrpc/connect";
import type { Router } from "@plugwright/go-plugin";
import type { Clock } from "../clock.js";

/**
 * Leads to services in this process. Messages are encoded and decoded, deadlines go by the clock. Whoever cancels a
 * stream is not cut off, as over a socket: what the handler still says can be read.
 */
export function memoryTransport(routes: (router: Router) => void, clock: Clock): Transport {
  const methods = methodsOf(routes);
  return {
    async unary(method, signal, timeoutMs, _header, input) {
      const { handle, context, close } = open(methods, method, { signal, timeoutMs, clock });
      try {
        const handled = Promise.resolve(handle(copy(method.input, input), context));
        const message = copy(method.output, await Promise.race([handled, rejection(context.signal)]));
        return { stream: false, service: method.parent, method, ...noHeaders(), message };
      } catch (error) {
        throw statusOf(error);
      } finally {
        close();
      }
    },
    async stream(method, signal, timeoutMs, _header, input) {
      const { handle, context, close } = open(methods, method, { signal, timeoutMs, clock });
      async function* responses() {
        try {
          const request = await onlyMessage(input);
          // What the handler returns follows from the kind of its method.
          for await (const response of handle(copy(method.input, request), context) as AsyncIterable<object>) {
            yield copy(method.output, response);
          }
        } catch (error) {
          throw statusOf(error);
        } finally {
          close();
        }
      }
      return { stream: true, service: method.parent, method, ...noHeaders(), message: responses() };
    },
  };
}

type Handle = (request: unknown, context: HandlerContext) => unknown;

function methodsOf(routes: (router: Router) => void): ReadonlyMap<string, Handle> {
  const methods = new Map<string, Handle>();
  routes({
    service(service, implementation) {
      for (const method of service.methods) {
        const handle: unknown = Reflect.get(implementation, method.localName);
        if (typeof handle === "function") methods.set(pathOf(method), handle.bind(implementation));
      }
    },
  });
  return methods;
}

interface Opening {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;
  readonly clock: Clock;
}

/** The handler of a method and the context of a call of it. */
function open(methods: ReadonlyMap<string, Handle>, method: DescMethod, { signal, timeoutMs, clock }: Opening) {
  const handle = methods.get(pathOf(method));
  if (handle === undefined) throw new ConnectError(`${pathOf(method)} is not served`, Code.Unimplemented);
  const controller = new AbortController();
  const cancel = () => controller.abort(new ConnectError("the caller cancelled", Code.Canceled));
  if (signal?.aborted) cancel();
  else signal?.addEventListener("abort", cancel, { once: true });
  const dueAt = timeoutMs === undefined ? undefined : clock.now() + timeoutMs;
  const expire = () => controller.abort(new ConnectError("the deadline has passed", Code.DeadlineExceeded));
  const undo = timeoutMs === undefined ? undefined : clock.after(timeoutMs, expire);
  const context: HandlerContext = {
    service: method.parent,
    method,
    requestMethod: "POST",
    protocolName: "memory",
    url: `http://localhost${pathOf(method)}`,
    signal: controller.signal,
    timeoutMs: () => (dueAt === undefined ? undefined : Math.max(0, dueAt - clock.now())),
    values: createContextValues(),
    requestHeader: new Headers(),
    responseHeader: new Headers(),
    responseTrailer: new Headers(),
  };
  const close = (): void => {
    undo?.();
    signal?.removeEventListener("abort", cancel);
  };
  return { handle, context, close };
}

const pathOf = (method: DescMethod): string => `/${method.parent.typeName}/${method.name}`;

const noHeaders = () => ({ header: new Headers(), trailer: new Headers() });

/** As the other side sees a message: nothing is shared with it. */
function copy<Desc extends DescMessage>(desc: Desc, message: unknown) {
  // A message, or what one is made of; the types of caller and handler have seen to it.
  return fromBinary(desc, toBinary(desc, create(desc, message as MessageInitShape<Desc>)));
}

async function onlyMessage(input: AsyncIterable<unknown>): Promise<unknown> {
  for await (const message of input) return message;
  throw new ConnectError("the request has no message", Code.Unimplemented);
}

/** Rejects with the signal's reason when it aborts. */
function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** What a handler throws besides a status does not leave it. */
function statusOf(error: unknown): ConnectError {
  return error instanceof ConnectError
    ? error
    : new ConnectError("internal error", Code.Internal, undefined, [], error);
}
