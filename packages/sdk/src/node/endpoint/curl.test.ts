import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Endpoint, openEndpoint } from "./endpoint.js";
import { clientKinds } from "./testing/clients.js";
import { Probe, ProbeServer } from "./testing/probe.js";

const curl = "/usr/bin/curl";
const path = `/${Probe.typeName}/Echo`;
let endpoint: Endpoint;
beforeAll(async () => {
  endpoint = await openEndpoint({ routes: new ProbeServer().routes });
});
afterAll(() => endpoint.close());

const ways = [
  ["without protocol flags", [], "1.1"],
  ["with --http2-prior-knowledge", ["--http2-prior-knowledge"], "2"],
  ["with --http2 (an upgrade that is not taken up)", ["--http2"], "1.1"],
] as const;

if (existsSync(curl)) {
  describe.each(ways)("curl %s", (_, flags, version) => {
    const call = async (path: string, body: string, ...args: string[]) => {
      const json = ["-H", "content-type: application/json", "-d", body];
      const quiet = ["-sS", "--max-time", "30", "-w", "\n%{http_version} %{http_code}"];
      const { stdout } = await promisify(execFile)(curl, [...quiet, ...flags, ...json, ...args, endpoint.url + path]);
      return stdout;
    };

    test("calls with the token", async () => {
      const answer = await call(path, '"aGk="', "-H", `Authorization: Bearer ${endpoint.token}`);
      expect(answer).toBe(`"aGk="\n${version} 200`);
    });

    test("is told what is missing without it", async () => {
      const missing = '{"code":"unauthenticated","message":"send the token: authorization: Bearer <token>"}';
      expect(await call(path, '"aGk="')).toBe(`${missing}\n${version} 401`);
      // More than fits into a window: it must get to read the answer all the same.
      expect(await call(path, `"${"a".repeat(100_000)}"`)).toBe(`${missing}\n${version} 401`);
    });

    test("checks health without it", async () => {
      expect(await call("/grpc.health.v1.Health/Check", "{}")).toBe(`{"status":"SERVING"}\n${version} 200`);
    });
  });
} else {
  console.warn(`NO CURL HERE: ${curl} is absent. Node's clients stand in for it, on HTTP/1.1 and HTTP/2.`);
  test.each(clientKinds)("instead of curl: $kind", async ({ connect }) => {
    await connect(endpoint).probe.echo({});
    const refusal = await connect({ url: endpoint.url })
      .probe.echo({})
      .catch((reason: unknown) => ConnectError.from(reason));
    expect(refusal).toHaveProperty("rawMessage", "send the token: authorization: Bearer <token>");
  });
}
