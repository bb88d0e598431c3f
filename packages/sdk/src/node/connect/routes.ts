import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import type { Router } from "@plugwright/go-plugin";
import { SlashCommandService } from "@plugwright/protocol/slashcommand";
import { ToolService } from "@plugwright/protocol/tool";
import { thrownText } from "../../operation/classify.js";
import { abortReason } from "../../operation/errors.js";
import type { Caller } from "../../operation/rpc.js";
import { boundText } from "../../operation/text.js";
import type { Runtime } from "../../plugin/runtime.js";
import { eventStream, type Write } from "./event-stream.js";
import { unwrap } from "./status.js";

const toolDomain = "tool.pluggableharness.dev";
const commandDomain = "slashcommand.pluggableharness.dev";

/** The services of a plugin, by the category whose they are. */
export type Category = "tool" | "slashcommand";

/** How a plugin's services are served. */
export interface RouteOptions {
  /** Both are served unless one is named. */
  readonly category?: Category | undefined;
  /** The clock that deadlines are kept by. */
  readonly now?: (() => number) | undefined;
  /**
   * Whether the server has encoded a message of a stream when it asks for the next: the bytes of output are overwritten
   * then. Absent where it may keep messages, or hand them on as they are.
   */
  readonly encodesAtOnce?: boolean | undefined;
}

/**
 * Serves a plugin's services: both, or that of one category. One that the plugin lacks answers UNIMPLEMENTED once it
 * is loaded; where the plugin cannot be loaded, every RPC gets FAILED_PRECONDITION with the reason.
 */
export function pluginRoutes(load: () => Promise<Runtime>, options: RouteOptions = {}): (router: Router) => void {
  const { category, now = Date.now, encodesAtOnce: keepsNothing = false } = options;
  const runtime = () =>
    load().catch((error: unknown) => {
      throw new ConnectError(
        `the plugin could not be loaded: ${boundText(thrownText(error))}`,
        Code.FailedPrecondition,
      );
    });
  const tools = async () => present((await runtime()).tools, "this plugin has no tools");
  const commands = async () => present((await runtime()).commands, "this plugin has no slash commands");
  const toolRoutes = (router: Router) =>
    router.service(ToolService, {
      getSchema: async () => (await tools()).getSchema(),
      configure: async (request, context) =>
        unwrap(await (await tools()).configure(request, callerOf(context, now).signal), toolDomain),
      invoke: (request, context) =>
        stream(context, { now, keepsNothing }, async (caller) => (await tools()).invoke(request, caller)),
      preview: async (request, context) =>
        unwrap(await (await tools()).preview(request, callerOf(context, now)), toolDomain),
      render: async (request) => unwrap(await (await tools()).render(request), toolDomain),
      describe: async () => (await tools()).describe(),
    });
  const commandRoutes = (router: Router) =>
    router.service(SlashCommandService, {
      getCapabilities: async () => (await commands()).getCapabilities(),
      configure: async (request, context) =>
        unwrap(await (await commands()).configure(request, callerOf(context, now).signal), commandDomain),
      invoke: (request, context) =>
        stream(context, { now, keepsNothing }, async (caller) => (await commands()).invoke(request, caller)),
      preview: async (request, context) =>
        unwrap(await (await commands()).preview(request, callerOf(context, now)), commandDomain),
      render: async (request) => unwrap(await (await commands()).render(request), commandDomain),
      describe: async () => (await commands()).describe(),
    });
  return (router) => {
    if (category !== "slashcommand") toolRoutes(router);
    if (category !== "tool") commandRoutes(router);
  };
}

function present<T>(service: T | undefined, why: string): T {
  if (service === undefined) throw new ConnectError(why, Code.Unimplemented);
  return service;
}

function stream<T>(
  context: HandlerContext,
  { now, keepsNothing }: { readonly now: () => number; readonly keepsNothing: boolean },
  invoke: (caller: Caller<T>) => Promise<void>,
): AsyncIterable<T> {
  const caller = callerOf(context, now);
  return eventStream(context.signal, (write: Write<T>) => invoke({ ...caller, write, keepsNothing }));
}

/** A client's reset arrives a little before the deadline at which the client sent it. */
const tolerance = 25;

/** The SDK's own reasons in place of connect's. */
function callerOf(context: HandlerContext, now: () => number): Omit<Caller<never>, "write"> {
  const timeoutMs = context.timeoutMs();
  const dueAt = timeoutMs === undefined ? undefined : now() + timeoutMs;
  const controller = new AbortController();
  const reason = () => {
    const { code } = ConnectError.from(context.signal.reason);
    if (code === Code.Unavailable) return abortReason("shutdown");
    // At the deadline the client's reset and the server's timer race: whichever is first, it was the deadline.
    const isDue = dueAt !== undefined && now() >= dueAt - tolerance;
    return isDue || code === Code.DeadlineExceeded ? abortReason("deadline", timeoutMs) : abortReason("cancelled");
  };
  const abort = () => controller.abort(reason());
  if (context.signal.aborted) abort();
  else context.signal.addEventListener("abort", abort, { once: true });
  return { signal: controller.signal, dueAt };
}
