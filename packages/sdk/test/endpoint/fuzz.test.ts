import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { clientHello, type Fields, frame, framesIn, headerBlock } from "../../src/node/endpoint/testing/frames.js";
import { openRaw } from "../../src/node/endpoint/testing/raw.js";
import { terminal } from "../support/clients.js";
import type { PluginProcess } from "../support/process.js";
import { type Mutant, mutants } from "./mutations.js";
import { type ProtocolName, protocolNames, protocols } from "./readers.js";
import { startOutputPlugin, stop, toolsAt, transportsTo } from "./support.js";

jest.setTimeout(240_000);

const seed = 20_240_229;
const rounds = 10_000;
const path = "/pluggableharness.tool.v1.ToolService/Invoke";
/** A call that has not ended by then never will. */
const patienceMs = 30_000;

let plugin: PluginProcess;
beforeAll(async () => {
  plugin = await startOutputPlugin("--no-token");
});
afterAll(async () => {
  expect(await stop(plugin)).toBe(0);
  // A mutant may name an argument that the tool does not have. That is all there is to tell.
  const unexpected = plugin.stderr().replaceAll(/^.*"arguments that length does not know were dropped: .*\n/gm, "");
  expect(unexpected).toBe("");
});

async function ended(what: string, end: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end: ${what}`)), patienceMs);
  });
  await Promise.race([end, late]).finally(() => clearTimeout(timer));
}

/** One connection for each: what a header breaks is the connection. */
async function sendHttp1(all: readonly Mutant[]): Promise<void> {
  for (const { fields, body } of all) {
    const raw = await openRaw(plugin.url);
    const lines = [`POST ${path} HTTP/1.1`, "Host: localhost", "Connection: close", `Content-Length: ${body.length}`];
    const head = [...lines, ...fields.map(([name, value]) => `${name}: ${value.toString("latin1")}`), "", ""];
    raw.socket.end(Buffer.concat([Buffer.from(head.join("\r\n"), "latin1"), body]));
    await ended(JSON.stringify({ head, body: body.toString("hex") }), raw.closed);
  }
}

const pseudoHeaders: Fields = [
  [":method", "POST"],
  [":scheme", "http"],
  [":path", path],
  [":authority", "localhost"],
];

/** All of them as streams of one connection, which each of them must leave to the others. */
async function sendHttp2(all: readonly Mutant[]): Promise<void> {
  const raw = await openRaw(plugin.url);
  raw.socket.write(
    Buffer.concat([
      clientHello,
      ...all.flatMap(({ fields, body }, index) => [
        frame(1, 0x4, 2 * index + 1, headerBlock([...pseudoHeaders, ...fields])),
        frame(0, 0x1, 2 * index + 1, body),
      ]),
    ]),
  );
  const done = (received: Buffer): boolean => {
    const frames = framesIn(received);
    const over = frames.filter(
      ({ type, endsStream }) => type === "RST_STREAM" || (endsStream && type !== "SETTINGS" && type !== "other"),
    );
    return frames.some(({ type }) => type === "GOAWAY") || new Set(over.map(({ stream }) => stream)).size >= all.length;
  };
  const end = raw.until(done);
  await ended(`a connection of ${all.length} streams`, end);
  expect(framesIn(await end).filter(({ type }) => type === "GOAWAY")).toEqual([]);
  raw.socket.destroy();
  await raw.closed;
}

async function fuzz(protocol: ProtocolName): Promise<void> {
  const { version, type } = protocols[protocol];
  const source = mutants(seed, type);
  const batches = Array.from({ length: rounds / 25 }, () => Array.from({ length: 25 }, () => source.next().value));
  const worker = async (): Promise<void> => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop())
      await (version === 1 ? sendHttp1(batch) : sendHttp2(batch));
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

// It takes most of a minute, and what it looks for is in connect and in our code.
if (process.version.startsWith("v20.")) {
  test.each(protocolNames)(
    "10,000 mutated requests leave the process alive, and every call ends: %s",
    async (protocol) => {
      const started = performance.now();
      await fuzz(protocol);
      process.stderr.write(`10,000 mutants, ${protocol}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
      expect(plugin.child.exitCode).toBeNull();
      expect(await terminal(toolsAt(transportsTo(plugin)[protocol]).invoke("length", { text: "four" }))).toMatchObject({
        payload: { length: 4 },
      });
    },
  );
} else {
  process.stderr.write(`\nSKIPPED on Node ${process.versions.node}: mutated requests are sent on Node 20 only\n\n`);
  test.skip("mutated requests are sent on Node 20 only", () => {});
}
