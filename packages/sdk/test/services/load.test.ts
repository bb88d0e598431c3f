import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { afterEach, expect, test } from "@jest/globals";
import { ToolService } from "@plugwright/protocol/tool";
import { definePlugin, tool } from "@plugwright/sdk";
import { type Listening, type Load, listen } from "@plugwright/sdk/node";
import * as z from "zod";

const plugin = definePlugin({
  name: "loaded",
  version: "1.0.0",
  source: "github.com/plugwright/loaded",
  tools: [
    tool("look")
      .describe("looks")
      .input(z.object({}))
      .output(z.object({}))
      .reads()
      .run(async () => ({})),
  ],
});

let listening: Listening | undefined;
afterEach(() => listening?.close());

async function start(load: Load) {
  listening = await listen(load, { token: false });
  return createClient(ToolService, createConnectTransport({ baseUrl: listening.url, httpVersion: "2" }));
}

test("a plugin is loaded at the first call, and once", async () => {
  let loads = 0;
  const client = await start(async () => {
    loads++;
    return { plugin };
  });
  expect(loads).toBe(0);
  const answers = await Promise.all([client.getSchema({}), client.describe({}), client.getSchema({})]);
  expect(answers[0]).toEqual(answers[2]);
  expect(loads).toBe(1);
});

// @ts-expect-error: what it exports is called default
const exportsNothing: Load = async () => ({ default: plugin });

test.each<[string, Load, string]>([
  [
    "a module that throws",
    async () => {
      throw new Error("no database here");
    },
    "the plugin could not be loaded: no database here",
  ],
  [
    "a module that exports no plugin",
    exportsNothing,
    "the plugin could not be loaded: the module exports no plugin: write `export const plugin = definePlugin({ ... })` in it",
  ],
  [
    "a module whose decorators were not compiled",
    () => import(`data:text/javascript,${encodeURIComponent("class Files { @Tool() read() {} }")}`),
    "the plugin could not be loaded: Invalid or unexpected token; if it is the @ of a decorator, compile the file with tsc, esbuild, swc or Babel: no Node reads decorators",
  ],
])("%s makes every call fail with its reason", async (_what, load, text) => {
  const client = await start(load);
  const failures = [
    client.getSchema({}),
    client.configure({}),
    (async () => {
      for await (const event of client.invoke({ call: { id: "1", toolName: "look" } })) throw new Error(`got ${event}`);
    })(),
  ].map((answer) => answer.then(() => undefined, ConnectError.from));
  for (const failure of await Promise.all(failures)) {
    expect([failure?.code, failure?.rawMessage]).toEqual([Code.FailedPrecondition, text]);
  }
});
