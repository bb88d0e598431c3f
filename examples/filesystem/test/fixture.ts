import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";
import {
  type CallEvent,
  type Clients,
  connect,
  type Invocation,
  type InvokeOptions,
  invokeTool,
} from "@plugwright/example-support";
import { ToolErrorCategory } from "@plugwright/protocol/tool";
import type { Plugin } from "@plugwright/sdk";
import { type Listening, listen } from "@plugwright/sdk/node";
import { plugin as filesystem } from "../src/plugin.js";

/** A plugin with these tools behind a real endpoint, and for each test a working directory of its own. */
export function setUpFilesystem(plugin: Plugin = filesystem) {
  let listening: Listening;
  let clients: Clients;
  let parent: string;
  beforeAll(async () => {
    listening = await listen(plugin, { token: false });
    clients = connect(listening);
  });
  afterAll(() => listening.close());
  beforeEach(async () => {
    await clients.tools.configure({ config: {} });
    parent = await realpath(await mkdtemp(join(tmpdir(), "filesystem-")));
    await mkdir(join(parent, "work"));
  });
  afterEach(() => rm(parent, { recursive: true }));

  const at = (path: string) => join(parent, "work", path);
  return {
    clients: () => clients,
    /** Where a file of the working directory is; `../x` lies outside of it. */
    at,
    /** Writes files, given by their paths in the working directory. */
    async write(files: Readonly<Record<string, string | Uint8Array>>) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(at(path)), { recursive: true });
        await writeFile(at(path), content);
      }
    },
    /** Calls a tool in the working directory. */
    call: (name: string, args: Invocation["args"], options?: InvokeOptions) =>
      invokeTool(clients, { name, args, workingDirectory: at("") }, options),
    /** What a preview of it answers. */
    async preview(toolName: string, args: Invocation["args"]) {
      const callContext = { workingDirectory: at("") };
      const { preview } = await clients.tools.preview({ call: { toolName, arguments: { ...args }, callContext } });
      return preview?.root?.node;
    },
  };
}

/** All events of a call, in their order. */
export async function all(events: AsyncIterable<CallEvent>): Promise<CallEvent[]> {
  const seen: CallEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

/** The payload with which a call that must succeed ends. */
export async function result(events: AsyncIterable<CallEvent>): Promise<unknown> {
  const last = (await all(events)).at(-1);
  if (last?.case !== "result") throw new Error(`the call ended with ${JSON.stringify(last)}`);
  return last.value.payload;
}

/** Category and text of the error with which a call that must fail ends. */
export async function failure(events: AsyncIterable<CallEvent>): Promise<{ category: string; message: string }> {
  const last = (await all(events)).at(-1);
  if (last?.case !== "error") throw new Error(`the call ended with ${JSON.stringify(last)}`);
  return { category: ToolErrorCategory[last.value.category] ?? "", message: last.value.message };
}
