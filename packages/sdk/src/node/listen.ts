import { SlashCommandService } from "@plugwright/protocol/slashcommand";
import { ToolService } from "@plugwright/protocol/tool";
import type { LogEntry } from "../kernel/client.js";
import type { Plugin } from "../plugin/definition.js";
import { pluginRoutes } from "./connect/routes.js";
import type { TlsOptions } from "./endpoint/certificate.js";
import { openEndpoint } from "./endpoint/endpoint.js";
import { healthRoutes } from "./endpoint/health.js";
import { createHosting, type Hosting } from "./hosting.js";
import type { Load } from "./load.js";
import { type ListenLimits, messageLimit } from "./message-limit.js";

/** How a plugin is served. */
export interface ListenOptions {
  /** Defaults to 127.0.0.1. Any address but a loopback one needs `tls` and a token. */
  readonly host?: string | undefined;
  /** Defaults to 0: any free port. */
  readonly port?: number | undefined;
  /** What clients send as `authorization: Bearer ...`. Generated unless given; `false`: none is asked for. */
  readonly token?: string | false | undefined;
  /** A certificate and its key. With it the endpoint speaks TLS and nothing else. */
  readonly tls?: TlsOptions | undefined;
  /**
   * Names and addresses under which clients call, without a port. Besides them: those that the certificate is made for,
   * and on a loopback address those of this machine. What is addressed to any other host is refused.
   */
  readonly hostNames?: readonly string[] | undefined;
  /** Origins whose web pages may call, such as `http://localhost:5173`. Defaults to none. */
  readonly allowOrigin?: readonly string[] | undefined;
  readonly limits?: ListenLimits | undefined;
  /** Takes the plugin's log. Defaults to JSON lines on stderr. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

/** An endpoint that serves a plugin. */
export interface Listening {
  /** `http://host:port`, or `https://` with a name that the certificate is made for. */
  readonly url: string;
  /** The token clients must send; `undefined` when none is asked for. */
  readonly token: string | undefined;
  /** Ends running calls, closes what `setup` made and every connection. Resolves within seconds, whoever is connected. */
  close(): Promise<void>;
}

/**
 * Serves a plugin's tools and slash commands over Connect, gRPC and gRPC-Web on one port, HTTP/1.1 and HTTP/2 alike,
 * and tells clients about them by server reflection. Looks at no command line, handles no signal and never ends the
 * process.
 * @throws Error in a sentence when an option makes no sense, when others could reach the address without TLS or without
 * a token, and when it cannot be listened on.
 */
export async function listen(plugin: Plugin | Load, options: ListenOptions = {}): Promise<Listening> {
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
  // Connect serialises a message, in Protobuf or JSON, before it pulls the next one; what compresses gets the copy.
  const plugin = pluginRoutes(hosting.runtime, { encodesAtOnce: true });
  const endpoint = await openEndpoint({
    ...address,
    limits: { readMaxBytes: message + envelope },
    routes(router) {
      health(router);
      plugin(router);
    },
    // Calls end first, with their events; what they used is closed when nobody can call any more.
    beforeClose: hosting.end,
  }).catch(async (error: unknown) => {
    await hosting.close();
    throw error;
  });
  const { url, token } = endpoint;
  let closing: Promise<void> | undefined;
  return {
    url,
    token,
    close() {
      closing ??= endpoint.close().finally(hosting.close);
      return closing;
    },
  };
}

/** What a message has around its payload: ids, context, tags. */
const envelope = 64 * 1024;
