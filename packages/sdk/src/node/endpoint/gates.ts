import { Code } from "@connectrpc/connect";

/** What the gates look at, as sent: every value of a header in its own string. */
export interface RequestFacts {
  readonly method: string;
  /** The request target: path and query. */
  readonly target: string;
  /** HTTP/2 only. */
  readonly authority: string | undefined;
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly authorizations: readonly string[];
  /** Whether there is an `access-control-request-method`: with OPTIONS and an origin this is a preflight. */
  readonly asksForMethod: boolean;
}

/** What the gates hold requests against. */
export interface GatePolicy {
  /** Called with a host name in lower case, without the port. */
  readonly isOwnHost: (hostname: string) => boolean;
  /** Origins whose scripts may call. */
  readonly allowOrigin: readonly string[];
  /** Checks an `authorization` header; `undefined` asks for none. */
  readonly isAuthorized: ((authorization: string) => boolean) | undefined;
  /** Whether a path is served without a token. */
  readonly isOpen: (path: string) => boolean;
}

/** Why a request is not served. The texts never show what was sent. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 415 | 503;
  readonly code: Code;
  readonly text: string;
}

/** `origin`, where set, is one of the allowed ones and wants CORS headers. */
export type Verdict =
  | { readonly kind: "serve"; readonly origin: string | undefined }
  | { readonly kind: "preflight"; readonly origin: string }
  | { readonly kind: "refuse"; readonly origin: string | undefined; readonly refusal: Refusal };

/**
 * Decides about a request before anything else sees it. In this order: is it addressed to us (a page that points its
 * own name at this machine is not), does it come from a page that may call, does it carry the token.
 * Browsers send preflights without credentials, so these need no token.
 */
export function judge(facts: RequestFacts, policy: GatePolicy): Verdict {
  if (!facts.target.startsWith("/")) return refuse(undefined, badRequest("the request target is not a path"));
  const addressed = judgeHost(facts, policy);
  if (addressed !== undefined) return refuse(undefined, addressed);

  // A header sent twice is in no list either: no browser does that.
  const origin = facts.origins.length === 0 ? undefined : facts.origins.join(", ");
  if (origin !== undefined && !policy.allowOrigin.includes(origin)) {
    return refuse(undefined, forbidden("requests from web pages of this origin are not allowed"));
  }
  if (origin !== undefined && facts.method === "OPTIONS" && facts.asksForMethod) return { kind: "preflight", origin };

  if (policy.isAuthorized !== undefined && !policy.isOpen(pathOf(facts.target))) {
    const [authorization, ...more] = facts.authorizations;
    if (authorization === undefined)
      return refuse(origin, unauthorized("send the token: authorization: Bearer <token>"));
    if (more.length > 0 || !policy.isAuthorized(authorization)) return refuse(origin, unauthorized("wrong token"));
  }
  return { kind: "serve", origin };
}

function judgeHost({ authority, hosts }: RequestFacts, policy: GatePolicy): Refusal | undefined {
  const named = authority ?? hosts[0];
  if (named === undefined || named === "") return badRequest("the request names no host");
  if (hosts.length > 1 || (hosts[0] ?? named) !== named) return badRequest("the request names more than one host");
  const hostname = hostnameOf(named);
  if (hostname === undefined) return badRequest("the request's host cannot be read");
  return policy.isOwnHost(hostname) ? undefined : forbidden("this host is not served here");
}

/** The name in `name:port`, in lower case, or undefined if it is malformed. IPv6 addresses keep their brackets. */
function hostnameOf(host: string): string | undefined {
  // URL alone is too kind: it decodes percent signs, folds Unicode and takes "user@host". What passes here it can parse
  // or throws on; connect-node builds a URL of the same text and must not be the one to throw.
  const [, name] = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?$/.exec(host) ?? [];
  return name !== undefined && URL.canParse(`http://${host}`) ? name.toLowerCase() : undefined;
}

/** The path as methods are found by it: what stands before the query, nothing decoded. */
export function pathOf(target: string): string {
  return target.split("?", 1)[0] ?? "";
}

function refuse(origin: string | undefined, refusal: Refusal): Verdict {
  return { kind: "refuse", origin, refusal };
}

function badRequest(text: string): Refusal {
  return { status: 400, code: Code.InvalidArgument, text };
}

function forbidden(text: string): Refusal {
  return { status: 403, code: Code.PermissionDenied, text };
}

function unauthorized(text: string): Refusal {
  return { status: 401, code: Code.Unauthenticated, text };
}
