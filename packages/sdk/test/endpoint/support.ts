import type { Interceptor, Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { type Caller, services } from "../support/clients.js";
import { type PluginProcess, startPlugin } from "../support/process.js";

/** Calls the tools of a plugin. */
export function toolsAt(transport: Transport): Caller {
  const caller = services["ToolService"]?.(transport);
  if (caller === undefined) throw new Error("no such service");
  return caller;
}

/** Every way to call a plugin, with its token. */
export function transportsTo(
  { url, token }: Pick<PluginProcess, "url" | "token">,
  nodeOptions: { readonly ca?: string; readonly maxSessionMemory?: number } = {},
) {
  const addToken: Interceptor = (next) => (request) => {
    if (token !== undefined) request.header.set("authorization", `Bearer ${token}`);
    return next(request);
  };
  const options = { baseUrl: url, interceptors: [addToken], nodeOptions };
  return {
    "Connect over HTTP/1.1": createConnectTransport({ ...options, httpVersion: "1.1" }),
    "Connect over HTTP/2": createConnectTransport({ ...options, httpVersion: "2" }),
    gRPC: createGrpcTransport(options),
    "gRPC-Web": createGrpcWebTransport({ ...options, httpVersion: "1.1" }),
  };
}

/** Starts output-plugin.ts. */
export const startOutputPlugin = (...args: string[]): Promise<PluginProcess> =>
  startPlugin(new URL("./output-plugin.ts", import.meta.url), args);

/** Ends a plugin as whoever started it does. */
export async function stop(plugin: PluginProcess): Promise<number | string> {
  plugin.child.kill("SIGTERM");
  return plugin.exited;
}
