import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Endpoint, openEndpoint } from "./endpoint.js";
import { Probe, ProbeServer } from "./testing/probe.js";

const server = new ProbeServer();
let endpoint: Endpoint;
beforeAll(async () => {
  endpoint = await openEndpoint({ token: false, routes: server.routes });
});
afterAll(() => endpoint.close());

const post = (method: string, type: string | undefined, body = "{}") =>
  fetch(`${endpoint.url}/${Probe.typeName}/${method}`, {
    method: "POST",
    body: Buffer.from(body),
    headers: type === undefined ? {} : { "content-type": type },
  });

describe("a streaming RPC that is called like one with a single answer", () => {
  test.each(["json", "proto"])("is told how to call it: application/%s", async (format) => {
    const answer = await post("Repeat", `application/${format}`);
    expect(answer.status).toBe(415);
    expect(await answer.json()).toEqual({
      code: "invalid_argument",
      message:
        `Repeat streams: send content-type application/connect+${format} and each message in an envelope (a zero byte and ` +
        "four bytes of its length before it), or use a Connect, gRPC or gRPC-Web client",
    });
    expect(server.runs).toBe(0);
  });

  test.each([undefined, "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])(
    "is told in plain text, too: %s",
    async (type) => {
      const answer = await post("Repeat", type);
      expect(answer.status).toBe(415);
      expect(await answer.text()).toMatch(/^Repeat streams: send content-type application\/connect\+json and .+\n$/);
    },
  );
});

describe("an RPC with a single answer", () => {
  test("that is called like a stream is told how to call it", async () => {
    const answer = await post("Echo", "application/connect+json");
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({
      message:
        "Echo takes one message: send it with content-type application/json, or use a Connect, gRPC or gRPC-Web client",
    });
  });

  test.each(["application/json; charset=utf-8", "Application/JSON", "application/json;charset=UTF-8"])(
    "takes %s",
    async (type) => {
      const answer = await post("Echo", type, '"aGk="');
      expect([answer.status, await answer.text()]).toEqual([200, '"aGk="']);
    },
  );

  test.each(["GET", "PUT", "DELETE"])("is not called with %s", async (method) => {
    const answer = await fetch(`${endpoint.url}/${Probe.typeName}/Echo`, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    expect(await answer.text()).toBe("Echo is called with POST\n");
  });
});
