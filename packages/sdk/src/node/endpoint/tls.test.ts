import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { type Endpoint, type EndpointOptions, openEndpoint } from "./endpoint.js";
import { selfSigned } from "./testing/certificate.js";
import { clientKinds, connectGrpc } from "./testing/clients.js";
import { ProbeServer, repeats } from "./testing/probe.js";
import { http1, openRaw, type RawConnection } from "./testing/raw.js";

const firstBytesMs = 250;
const tls = selfSigned(["localhost", "127.0.0.1", "tools.example", "*.wild.example"]);
const ca = tls.cert;
const server = new ProbeServer();
let endpoint: Endpoint;
/** The same, for clients that are to be dropped: a busy machine may need longer for the others. */
let hasty: Endpoint;
const opened: RawConnection[] = [];
beforeAll(async () => {
  endpoint = await openEndpoint({ host: "localhost", tls, routes: server.routes });
  hasty = await openEndpoint({ host: "localhost", tls, limits: { firstBytesMs }, routes: server.routes });
});
afterAll(() => Promise.all([endpoint.close(), hasty.close()]));
afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.destroy();
  // Whatever the test sent: the endpoint lives and serves.
  await connectGrpc({ ...endpoint, ca }).probe.echo({});
});

async function openPlain({ url }: Endpoint): Promise<RawConnection> {
  const raw = await openRaw(url.replace("https:", "http:"));
  opened.push(raw);
  return raw;
}

describe.each(clientKinds)("$kind over TLS", ({ connect }) => {
  test("gets answers and whole streams", async () => {
    expect(endpoint.url).toMatch(/^https:\/\/localhost:\d+$/);
    const { probe } = connect({ ...endpoint, ca });
    const value = new Uint8Array(64 * 1024).fill(7);
    expect((await probe.echo({ value })).value).toEqual(value);
    let received = 0;
    for await (const message of probe.repeat({ value })) received += message.value.length;
    expect(received).toBe(repeats * value.length);
  });

  test("needs the token, and none for health", async () => {
    const { probe, health } = connect({ url: endpoint.url, ca });
    const failure = await probe.echo({}).catch((reason: unknown) => ConnectError.from(reason));
    expect(failure).toMatchObject({ code: Code.Unauthenticated });
    await health.check({});
  });
});

describe("a handshake", () => {
  const shake = async ({ url }: Endpoint, options: object): Promise<TLSSocket> => {
    const socket = connectTls({ port: Number(new URL(url).port), host: "localhost", ca, ...options });
    socket.on("error", () => {});
    await once(socket, "secureConnect");
    return socket;
  };

  test.each([
    [["h2", "http/1.1"], "h2"],
    [["http/1.1", "h2"], "h2"],
    [["http/1.1"], "http/1.1"],
    [[], false],
  ])("with ALPN %j speaks %s", async (ALPNProtocols, spoken) => {
    const socket = await shake(endpoint, { ALPNProtocols });
    expect(socket.alpnProtocol).toBe(spoken);
    if (spoken !== "h2") {
      socket.write(http1(["GET /grpc.health.v1.Health/Check HTTP/1.1", "Host: localhost", ""]));
      const [answer]: Buffer[] = await once(socket, "data");
      expect(String(answer)).toMatch(/^HTTP\/1.1 405 /);
    }
    socket.destroy();
  });

  test.each([
    ["that offers no protocol of ours", { ALPNProtocols: ["spdy/1"] }],
    ["of TLS 1.1", { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" }],
  ])("%s fails", async (_, options) => {
    await expect(shake(endpoint, options)).rejects.toThrow();
  });

  test.each([
    ["is nothing but its first byte", "\x16"],
    ["stops half-way", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ])("that %s is dropped", async (_, bytes) => {
    const started = performance.now();
    const raw = await openPlain(hasty);
    raw.socket.write(Buffer.from(bytes, "latin1"));
    await raw.closed;
    expect(performance.now() - started).toBeLessThan(4 * 2 * firstBytesMs);
  });

  test("that is garbage ends at once", async () => {
    const raw = await openPlain(endpoint);
    raw.socket.write(Buffer.concat([Buffer.of(22), Buffer.alloc(600, 0x41)]));
    await raw.closed;
  });

  test.each([
    ["http/1.1", "nothing", ""],
    ["http/1.1", "half a request line", "POST /nowh"],
    ["http/1.1", "half a header", "POST /nowhere HTTP/1.1\r\nHost: local"],
    ["h2", "nothing", ""],
    ["h2", "half of the preface", "PRI * HTTP/2.0\r\n"],
    ["h2", "the preface and no more", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ])("for %s after which comes %s ends", async (alpn, _, bytes) => {
    const started = performance.now();
    const socket = await shake(hasty, { ALPNProtocols: [alpn] });
    socket.on("error", () => {});
    socket.write(bytes);
    socket.resume();
    await once(socket, "close");
    // It is looked at once per interval.
    expect(performance.now() - started).toBeLessThan(4 * 2 * firstBytesMs);
  });
});

test.each([
  ["HTTP/1.1", http1(["GET / HTTP/1.1", "Host: localhost", ""])],
  ["HTTP/2", Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")],
])("plain %s is told that this is TLS", async (_, bytes) => {
  const raw = await openPlain(endpoint);
  raw.socket.write(bytes);
  const received = String(await raw.until(() => false));
  expect(received).toMatch(/^HTTP\/1.1 400 Bad Request\r\n.*\r\n\r\nthis port speaks TLS: call it with https:\/\/\n$/s);
});

test("a plain client that says nothing is dropped", async () => {
  const raw = await openPlain(hasty);
  await raw.closed;
  expect(raw.received()).toHaveLength(0);
});

/** The status that a request over TLS gets which is addressed to `host`. */
async function statusFor(open: Endpoint, host: string, ca: string): Promise<string> {
  const url = `https://127.0.0.1:${new URL(open.url).port}`;
  const raw = await openRaw(url, { ca, alpn: "http/1.1", servername: "tools.example" });
  opened.push(raw);
  raw.socket.write(
    http1(["GET /nowhere HTTP/1.1", `Host: ${host}`, `Authorization: Bearer ${open.token}`, "Connection: close", ""]),
  );
  return String(await raw.until(() => false)).slice("HTTP/1.1 ".length, "HTTP/1.1 404".length);
}

test.each(["localhost", "127.0.0.1:1", "[::1]", "tools.example", "TOOLS.example:8443", "a.wild.example"])(
  "on a loopback address the host %s is served",
  async (host) => {
    expect(await statusFor(endpoint, host, ca)).toBe("404");
  },
);

test.each(["evil.example", "wild.example", "a.b.wild.example", ".example", "tools.example.", "x.tools.example"])(
  "on a loopback address the host %s is not",
  async (host) => {
    expect(await statusFor(endpoint, host, ca)).toBe("403");
  },
);

describe("on any other address", () => {
  const names = selfSigned(["tools.example", "192.0.2.7", "*.wild.example"]);
  const others: Endpoint[] = [];
  const openThere = async (options: Partial<EndpointOptions>): Promise<Endpoint> => {
    const open = await openEndpoint({ host: "0.0.0.0", tls: names, routes: () => {}, ...options });
    others.push(open);
    return open;
  };
  afterEach(async () => {
    for (const open of others.splice(0)) await open.close();
  });

  test("the certificate's names are served, and what --host-name adds", async () => {
    const open = await openThere({ hostNames: ["Other.example", "::ffff"] });
    expect(open.url).toMatch(/^https:\/\/other\.example:\d+$/);
    for (const host of ["tools.example", "192.0.2.7:1", "a.wild.example", "other.example", "[0::ffff]:2"])
      expect([host, await statusFor(open, host, names.cert)]).toEqual([host, "404"]);
    for (const host of ["localhost", "127.0.0.1", "[::1]", "0.0.0.0", "evil.example", "192.0.2.8"])
      expect([host, await statusFor(open, host, names.cert)]).toEqual([host, "403"]);
  });

  test("the address is shown if the certificate is made for it", async () => {
    const open = await openThere({ tls: selfSigned(["tools.example", "0.0.0.0"]) });
    expect(open.url).toMatch(/^https:\/\/0\.0\.0\.0:\d+$/);
  });

  test.each(["0.0.0.0", "::", "192.168.1.2", "example.com"])("%s needs TLS and a token", async (host) => {
    await expect(openEndpoint({ host, routes: () => {} })).rejects.toThrow(
      `cannot listen on ${host} without TLS: give a certificate and its key (tls, or --tls-cert and --tls-key). ` +
        "Only loopback addresses (127.0.0.1, ::1 or localhost), which no other machine can reach, go without.",
    );
    await expect(openEndpoint({ host, tls, token: false, routes: () => {} })).rejects.toThrow(
      `cannot listen on ${host} without a token: leave it out to have one generated, or give one.`,
    );
  });

  test("a certificate that names no host needs host names", async () => {
    const nameless = selfSigned([]);
    await expect(openEndpoint({ host: "0.0.0.0", tls: nameless, routes: () => {} })).rejects.toThrow(
      "cannot listen on 0.0.0.0: the certificate is made for no host (it has no subjectAltName). Say under which names " +
        "clients call: hostNames, or --host-name.",
    );
    expect((await openThere({ tls: nameless, hostNames: ["a.example"] })).url).toMatch(/^https:\/\/a\.example:/);
  });
});

describe("refused at the start, in a sentence that shows no secret", () => {
  const other = selfSigned(["localhost"]);

  test.each([
    ["no certificate", { cert: "nothing", key: tls.key }, /^the certificate cannot be read \(.+\)\.$/],
    [
      "no key",
      { cert: tls.cert, key: "geheim" },
      /^the private key cannot be read: it must be in PEM, without a passphrase \(/,
    ],
    ["a certificate for a key", { cert: tls.cert, key: tls.cert }, /^the private key cannot be read/],
    [
      "the key of another certificate",
      { cert: tls.cert, key: other.key },
      /^the private key does not belong to the certificate\.$/,
    ],
  ])("%s", async (_, given, text) => {
    const failure = await openEndpoint({ tls: given, routes: () => {} }).catch((reason: Error) => reason);
    expect(failure).toHaveProperty("message", expect.stringMatching(text));
    expect(failure).toHaveProperty("message", expect.not.stringContaining("geheim"));
  });

  test.each(["", "https://tools.example", "tools.example:443", "*.example", "-x.example", "a..b", "[::1", "a b"])(
    "the host name %j",
    async (name) => {
      await expect(openEndpoint({ hostNames: [name], routes: () => {} })).rejects.toThrow(
        `${JSON.stringify(name)} is no host name: write it without scheme, port and wildcard`,
      );
    },
  );
});
