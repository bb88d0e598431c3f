import { once } from "node:events";
import { createServer, type ServerHttp2Session } from "node:http2";
import { createClient } from "@connectrpc/connect";
import { expect, test } from "@jest/globals";
import { Health } from "./gen/grpc/health/v1/health_pb.js";
import { openConnection } from "./transport.js";

test("a server that says goodbye while it is called costs a connection and nothing else", async () => {
  const sessions: ServerHttp2Session[] = [];
  const server = createServer().listen(0, "127.0.0.1");
  server.on("session", (session) => sessions.push(session.on("error", () => {})));
  server.on("stream", (stream) => {
    stream.on("error", () => {});
    stream.respond({ ":status": 200, "content-type": "application/grpc", "grpc-status": "12" }, { endStream: true });
  });
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" ? bound?.port : undefined;
  const connection = openConnection({
    address: () => ({ network: "tcp", address: `127.0.0.1:${port}` }),
    tls: undefined,
  });
  const check = () => createClient(Health, connection.transport).check({});

  await expect(check()).rejects.toMatchObject({ code: 12 });
  for (let round = 0; round < 60; round++) {
    sessions.at(-1)?.goaway(0);
    // The session is destroyed first, and tells its error later: some of these calls come in between.
    for (let turn = 0; turn < round % 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    await check().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await expect(check()).rejects.toMatchObject({ code: 12 });
  expect(sessions.length).toBeGreaterThan(1);
  connection.close();
  server.close();
});
