import { once } from "node:events";
import { connect } from "node:http2";
import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { InvokeRequestSchema, ToolErrorCategory } from "@plugwright/protocol/tool";
import { terminal } from "../support/clients.js";
import type { PluginProcess } from "../support/process.js";
import { startOutputPlugin, stop, toolsAt, transportsTo } from "./support.js";

jest.setTimeout(60_000);

const MiB = 1024 * 1024;
/** Node's client, too, refuses answers while it holds over 10 MB to send. */
const clientMemory = { maxSessionMemory: 1024 };
let plugin: PluginProcess;
beforeAll(async () => {
  plugin = await startOutputPlugin("--no-token");
});
afterAll(async () => {
  expect(await stop(plugin)).toBe(0);
  expect(plugin.stderr()).toBe("");
});

describe.each(["Connect over HTTP/1.1", "Connect over HTTP/2", "gRPC", "gRPC-Web"] as const)("%s", (kind) => {
  const caller = () => toolsAt(transportsTo(plugin, clientMemory)[kind]);

  test("a message over the limit is refused, one of 64 MiB too, and calls work", async () => {
    for (const bytes of [5 * MiB, 64 * MiB]) {
      const failure = await terminal(caller().invoke("length", { text: "x".repeat(bytes) })).catch((reason: unknown) =>
        ConnectError.from(reason),
      );
      expect(failure).toMatchObject({ code: Code.ResourceExhausted });
    }
    const text = "y".repeat(3 * MiB);
    expect(await terminal(caller().invoke("length", { text }))).toMatchObject({ payload: { length: text.length } });
  });

  test("a result over the limit ends its call with an error that says so", async () => {
    const last = await terminal(caller().invoke("repeat", { length: 5 * MiB }));
    expect(last).toMatchObject({ name: "error", category: ToolErrorCategory.EXECUTION_FAILED });
    expect(last.text).toMatch(/5242\d{3} bytes.*4194304/);
    const whole = await terminal(caller().invoke("repeat", { length: 4 * MiB - 1024 }));
    expect(whole.payload?.["text"]).toHaveLength(4 * MiB - 1024);
  });
});

test("on one HTTP/2 connection four rejected messages of 64 MiB leave room for calls", async () => {
  const session = connect(plugin.url, clientMemory);
  const path = "/pluggableharness.tool.v1.ToolService/Invoke";
  const head = { ":method": "POST", ":path": path, "content-type": "application/grpc", te: "trailers" };
  const call = async (text: string): Promise<string> => {
    const message = toBinary(
      InvokeRequestSchema,
      create(InvokeRequestSchema, { call: { toolName: "length", arguments: { text } } }),
    );
    const stream = session.request(head);
    stream.on("error", () => {});
    let status = "";
    for (const event of ["response", "trailers"] as const)
      stream.on(event, (headers) => {
        status = String(headers["grpc-status"] ?? status);
      });
    const frame = Buffer.alloc(5);
    frame.writeUInt32BE(message.length, 1);
    stream.write(frame);
    stream.end(message);
    stream.resume();
    await once(stream, "close");
    return status;
  };
  const large = "x".repeat(64 * MiB);
  for (let round = 0; round < 4; round++) expect(await call(large)).toBe(String(Code.ResourceExhausted));
  for (let round = 0; round < 4; round++) expect(await call("small")).toBe("0");
  session.destroy();
});
