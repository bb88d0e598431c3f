import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type GatePolicy, judge, type RequestFacts } from "./gates.js";
import { isLoopbackHost } from "./loopback.js";

const policy: GatePolicy = {
  isOwnHost: isLoopbackHost,
  allowOrigin: ["https://app.example"],
  isAuthorized: (authorization) => authorization === "Bearer right",
  isOpen: (path) => path.startsWith("/open/"),
};

const good: RequestFacts = {
  method: "POST",
  target: "/some.Service/Method",
  authority: undefined,
  hosts: ["localhost:8080"],
  origins: [],
  authorizations: ["Bearer right"],
  asksForMethod: false,
};

function outcome(change: Partial<RequestFacts>): number | string {
  const verdict = judge({ ...good, ...change }, policy);
  return verdict.kind === "refuse" ? verdict.refusal.status : verdict.kind;
}

describe("host", () => {
  test.each(["localhost", "LocalHost:1", "127.0.0.1", "127.0.0.1:65535", "127.255.3.4:80", "[::1]", "[::1]:8080"])(
    "%s is served, as Host and as :authority",
    (host) => {
      expect(outcome({ hosts: [host] })).toBe("serve");
      expect(outcome({ hosts: [], authority: host })).toBe("serve");
      expect(outcome({ hosts: [host], authority: host })).toBe("serve");
    },
  );

  test.each([
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "0.0.0.0",
    "192.168.0.1:8080",
    "[::]",
    "[::ffff:8.8.8.8]",
    "2130706433",
    "localhost.",
  ])("%s is forbidden", (host) => {
    expect(outcome({ hosts: [host] })).toBe(403);
    expect(outcome({ hosts: [], authority: host })).toBe(403);
  });

  test.each([
    "",
    " ",
    "localhost:",
    "localhost:99999",
    "localhost:port",
    "user@localhost",
    "localhost/",
    "localhost,localhost",
    "%2Ftmp%2Fp.sock",
    "local%68ost",
    "/tmp/p.sock",
    "[::1",
    "[1]",
    "::1",
    "lоcalhost", // a Cyrillic letter
    "ｌocalhost", // a wide one, which URL folds
    "l".repeat(8192),
    "a".repeat(300).concat(":x"),
  ])("%j cannot be read or is not ours", (host) => {
    expect([400, 403]).toContain(outcome({ hosts: [host] }));
    expect([400, 403]).toContain(outcome({ hosts: [], authority: host }));
  });

  test("none, two, and two that differ are refused", () => {
    expect(outcome({ hosts: [] })).toBe(400);
    expect(outcome({ hosts: ["localhost", "localhost"] })).toBe(400);
    expect(outcome({ hosts: ["localhost"], authority: "127.0.0.1" })).toBe(400);
    expect(outcome({ hosts: ["evil.example"], authority: "localhost" })).toBe(400);
  });
});

test.each(["http://evil.example/some.Service/Method", "*", "", "some.Service/Method"])(
  "the target %j is refused",
  (target) => {
    expect(outcome({ target })).toBe(400);
  },
);

test("an origin must be in the list, letter for letter", () => {
  expect(outcome({ origins: ["https://app.example"] })).toBe("serve");
  for (const origin of ["https://evil.example", "https://app.example:8443", "http://app.example", "null", "*", ""]) {
    expect(outcome({ origins: [origin] })).toBe(403);
  }
  expect(outcome({ origins: ["https://app.example", "https://app.example"] })).toBe(403);
});

test("a preflight of an allowed origin needs no token, any other OPTIONS does", () => {
  const preflight = { method: "OPTIONS", authorizations: [], asksForMethod: true };
  expect(outcome({ ...preflight, origins: ["https://app.example"] })).toBe("preflight");
  expect(outcome({ ...preflight, origins: ["https://evil.example"] })).toBe(403);
  expect(outcome({ ...preflight, origins: [] })).toBe(401);
  expect(outcome({ ...preflight, origins: ["https://app.example"], asksForMethod: false })).toBe(401);
  expect(outcome({ ...preflight, origins: ["https://app.example"], hosts: ["evil.example"] })).toBe(403);
});

test("the token is asked for everywhere but on open paths, and there the host still counts", () => {
  expect(outcome({ authorizations: [] })).toBe(401);
  expect(outcome({ authorizations: ["Bearer wrong"] })).toBe(401);
  expect(outcome({ authorizations: ["Bearer right", "Bearer right"] })).toBe(401);
  expect(outcome({ authorizations: [], target: "/open/Check" })).toBe("serve");
  expect(outcome({ authorizations: [], target: "/open/Check", hosts: ["evil.example"] })).toBe(403);
  expect(outcome({ authorizations: [], target: "/OPEN/Check" })).toBe(401);
  expect(outcome({ authorizations: [], target: "/%6fpen/Check" })).toBe(401);
  expect(outcome({ authorizations: [], target: "/some.Service/Method?/open/" })).toBe(401);
});

test("whatever is sent gets a verdict and does not come back in the text", () => {
  const wild = fc.string({ unit: "binary", minLength: 4 });
  fc.assert(
    fc.property(
      fc.record({ method: wild, target: wild, authority: fc.option(wild, { nil: undefined }), hosts: fc.array(wild) }),
      fc.array(wild),
      fc.array(wild),
      (facts, origins, authorizations) => {
        const verdict = judge({ ...good, ...facts, origins, authorizations }, policy);
        if (verdict.kind !== "refuse") return;
        for (const sent of [...facts.hosts, ...origins, ...authorizations])
          expect(verdict.refusal.text).not.toContain(sent);
      },
    ),
  );
});
