import type { RequestFacts } from "./gates.js";
import type { NodeServerRequest } from "./node-types.js";

/** Reads what the gates look at, for HTTP/1.1 and HTTP/2 alike. Node joins or drops repeated headers, so from the raw list. */
export function factsOf(request: NodeServerRequest): RequestFacts {
  const all = (name: string) => valuesOf(request.rawHeaders, name);
  return {
    method: request.method ?? "",
    target: request.url ?? "",
    authority: all(":authority")[0],
    hosts: all("host"),
    origins: all("origin"),
    authorizations: all("authorization"),
    asksForMethod: all("access-control-request-method").length > 0,
  };
}

/** All values of a header in a list of names and values in turn. */
function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
