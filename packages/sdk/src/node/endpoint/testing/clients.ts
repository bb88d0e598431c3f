import { createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { Health } from "@plugwright/protocol/health";
import { ServerReflection, ServerReflectionV1Alpha } from "@plugwright/protocol/reflection";
import { Probe, Unserved } from "./probe.js";

/** Where and how to call. */
export interface Target {
  readonly url: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The certificate to trust. */
  readonly ca?: string | undefined;
}

type OpenTransport = (options: {
  baseUrl: string;
  interceptors: Interceptor[];
  nodeOptions: { ca?: string };
}) => Transport;

const transports: readonly (readonly [string, OpenTransport])[] = [
  ["Connect over HTTP/1.1", (options) => createConnectTransport({ ...options, httpVersion: "1.1" })],
  ["Connect over HTTP/2", (options) => createConnectTransport({ ...options, httpVersion: "2" })],
  ["gRPC over HTTP/2", (options) => createGrpcTransport(options)],
  ["gRPC-Web over HTTP/1.1", (options) => createGrpcWebTransport({ ...options, httpVersion: "1.1" })],
  ["gRPC-Web over HTTP/2", (options) => createGrpcWebTransport({ ...options, httpVersion: "2" })],
];

/** Every kind of client, for `test.each`. */
export const clientKinds = transports.map(([kind, open]) => ({
  kind,
  connect: (target: Target) => connect(open, target),
}));

/** Clients of the kind that needs the most of HTTP/2. */
export const connectGrpc = (target: Target) => connect((options) => createGrpcTransport(options), target);

function connect(open: OpenTransport, { url, token, headers = {}, ca }: Target) {
  const addHeaders: Interceptor = (next) => (request) => {
    if (token !== undefined) request.header.set("authorization", `Bearer ${token}`);
    for (const [name, value] of Object.entries(headers)) request.header.set(name, value);
    return next(request);
  };
  const transport = open({ baseUrl: url, interceptors: [addHeaders], nodeOptions: ca === undefined ? {} : { ca } });
  return {
    probe: createClient(Probe, transport),
    health: createClient(Health, transport),
    reflection: createClient(ServerReflection, transport),
    olderReflection: createClient(ServerReflectionV1Alpha, transport),
    other: createClient(Unserved, transport),
  };
}
