import { SlashCommandService } from "@plugwright/protocol/slashcommand";
import { ToolService } from "@plugwright/protocol/tool";
import type { LogEntry } from "../kernel/client.js";
import type { Plugin } from "../plugin/definition.js";
import { pluginRoutes } from "./connect/routes.js";
import { openEndpoint } from "./endpoint/endpoint.js";
import { healthRoutes } from "./endpoint/health.js";
import { createHosting, type Hosting } from "./hosting.js";
import type { Load } from "./load.js";

/** How a plugin is served to clients of this machine. */
export interface ListenOptions {
  /** A loopback address. Defaults to 127.0.0.1. */
  readonly host?: string | undefined;
  /** Defaults to 0: any free port. */
  readonly port?: number | undefined;
  /** What clients send as `authorization: Bearer ...`. Generated unless given; `false`: none is asked for. */
  readonly token?: string | false | undefined;
  /** Origins whose web pages may call, such as `http://localhost:5173`. Defaults to none. */
  readonly allowOrigin?: readonly string[] | undefined;
  readonly limits?: ListenLimits | undefined;
  /** Takes the plugin's log. Defaults to JSON lines on stderr. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

/** Limits of an endpoint. */
export interface ListenLimits {
  /** The most bytes of one message, encoded, either way. Defaults to 4 MiB, at most 64 MiB. */
  readonly message?: number | undefined;
}

/** An endpoint that serves a plugin. */
export interface Listening {
  /** `http://host:port` */
  readonly url: string;
  /** The token clients must send; `undefined` when none is asked for. */
  readonly token: string | undefined;
  /** Ends running calls, closes what `setup` made and every connection. Resolves within seconds, whoever is connected. */
  close(): Promise<void>;
}

/**
 * Serves a plugin's tools and slash commands over Connect, gRPC and gRPC-Web on one loopback port, HTTP/1.1
 * and HTTP/2 alike. Looks at no command line, handles no signal and never ends the process.
 * @throws Error in a sentence when the address is not a loopback one or cannot be listened on.
 */
export function listen(plugin: Plugin | Load, options: ListenOptions = {}): Promise<Listening> {
  const hosting = createHosting(plugin, {
    strays: "own rejections",
    messageLimit: messageLimit(options),
    log: options.log,
  });
  return listenTo(hosting, options);
}

/** Opens the endpoint of a plugin that is loaded at the first call. */
export async function listenTo(hosting: Hosting, options: ListenOptions): Promise<Listening> {
  const { limits: _limits, log: _log, ...address } = options;
  const message = messageLimit(options);
  const health = healthRoutes([ToolService.typeName, SlashCommandService.typeName]);
  const plugin = pluginRoutes(hosting.runtime);
  return openEndpoint({
    ...address,
    limits: { readMaxBytes: message + envelope },
    routes(router) {
      health(router);
      plugin(router);
    },
    beforeClose: hosting.close,
  });
}

/** What a message has around its payload: ids, context, tags. */
const envelope = 64 * 1024;
const most = 64 * 1024 * 1024;

/** @throws RangeError in a sentence */
export function messageLimit({ limits }: ListenOptions): number {
  const { message = 4 * 1024 * 1024 } = limits ?? {};
  if (Number.isInteger(message) && message >= 1024 && message <= most) return message;
  throw new RangeError(`limits.message is ${message}: give a whole number of bytes from 1024 to ${most} (64 MiB)`);
}
