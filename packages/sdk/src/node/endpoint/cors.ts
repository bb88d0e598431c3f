import { cors } from "@connectrpc/connect";
import type { NodeServerResponse } from "./node-types.js";

/**
 * Reads the list of origins whose scripts may call.
 * @throws Error for what no browser would ever send, "*" and "null" among it.
 */
export function checkOrigins(origins: readonly string[]): readonly string[] {
  for (const origin of origins) {
    if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#\s,*]+$/.test(origin)) {
      throw new Error(
        `allowed origin ${JSON.stringify(origin)} is not an origin: write it as browsers do, scheme and host in lower case ` +
          'and a port if there is one, such as "https://app.example" or "http://localhost:5173".',
      );
    }
  }
  return [...origins];
}

/** Tells the browser that a page of this (allowed) origin may read the answer. */
export function allowReading(response: NodeServerResponse, origin: string): void {
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", cors.exposedHeaders.join(", "));
  response.setHeader("vary", "Origin");
}

/** Answers a browser that asks whether a page of this (allowed) origin may call at all. */
export function answerPreflight(response: NodeServerResponse, origin: string): void {
  response.statusCode = 204;
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-allow-methods", cors.allowedMethods.join(", "));
  response.setHeader("access-control-allow-headers", [...cors.allowedHeaders, "Authorization"].join(", "));
  // Browsers cap this at two hours or less. Without it they ask before every call.
  response.setHeader("access-control-max-age", "7200");
  response.setHeader("vary", "Origin");
  response.end();
}
