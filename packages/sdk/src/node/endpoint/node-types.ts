import type { connectNodeAdapter } from "@connectrpc/connect-node";

/** Serves one request of node:http, or of node:http2 through its compatibility layer. */
export type RequestListener = ReturnType<typeof connectNodeAdapter>;

/** What it is given. */
export type NodeServerRequest = Parameters<RequestListener>[0];

/** What it answers with. */
export type NodeServerResponse = Parameters<RequestListener>[1];
