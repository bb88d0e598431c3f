import { readFileSync } from "node:fs";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@plugwright/sdk";
import { type Caller, services } from "../support/clients.js";
import { type PluginProcess, startPlugin } from "../support/process.js";

const context = { workingDirectory: "/" };
let plugin: PluginProcess;
let to: Caller;
beforeAll(async () => {
  plugin = await startPlugin(new URL("./program-plugin.ts", import.meta.url), ["--no-token"]);
  const caller = services["ToolService"]?.(createGrpcTransport({ baseUrl: plugin.url }));
  if (caller === undefined) throw new Error("no such service");
  to = caller;
  // What is loaded, compiled and pooled once is no growth.
  await read({ command: `head -c ${32 * mib} /dev/zero` }, () => 0);
}, 60_000);
afterAll(async () => {
  plugin.child.kill("SIGTERM");
  await plugin.exited;
});

const mib = 1024 * 1024;

/** The resident memory of the plugin's process, in MiB. */
function resident(): number {
  const status = readFileSync(`/proc/${plugin.child.pid}/status`, "latin1");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Takes a call's events as slowly as `pause` says. */
async function read(args: JsonObject, pause: (events: number) => number, signal?: AbortSignal) {
  const before = resident();
  let [growth, bytes, events] = [0, 0, 0];
  let result: JsonObject | undefined;
  const options = { context, ...(signal && { signal }) };
  try {
    for await (const { data, payload } of to.invoke("shell", args, options)) {
      events++;
      bytes += data?.length ?? 0;
      result = payload;
      growth = Math.max(growth, resident() - before);
      // The client itself holds back megabytes, which it would hand out for a long time after the cancel.
      if (signal?.aborted === true) break;
      const ms = pause(events);
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    }
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
  return { bytes, events, result, growth: Math.round(growth) };
}

describe("the memory of a plugin whose program writes faster than its caller reads", () => {
  test("stays bounded: the program waits, and still does when the call is cancelled", async () => {
    const { growth, bytes } = await read({ command: "yes" }, () => 50, AbortSignal.timeout(5000));
    console.info(`a program that never stops: ${Math.round(bytes / mib)} MiB read, ${growth} MiB more (promised: 60)`);
    expect(growth).toBeLessThan(60);
  }, 60_000);

  test("stays bounded over hundreds of mebibytes, of which every byte arrives", async () => {
    const written = 300 * mib;
    const command = `head -c ${written} /dev/zero | tr '\\0' x`;
    const { bytes, growth, events, result } = await read({ command }, (events) => (events % 500 === 0 ? 300 : 0));
    console.info(`300 MiB in ${events} events, ${growth} MiB more (promised: 60)`);
    expect(bytes).toBe(written);
    expect(result?.["dropped"]).toEqual({ stdout: written - mib, stderr: 0 });
    expect(growth).toBeLessThan(60);
  }, 120_000);
});
