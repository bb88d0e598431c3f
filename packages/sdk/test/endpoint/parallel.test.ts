import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { clientKinds, terminal } from "../support/clients.js";
import type { PluginProcess } from "../support/process.js";
import { startOutputPlugin, stop, toolsAt } from "./support.js";

jest.setTimeout(60_000);

let plugin: PluginProcess;
beforeAll(async () => {
  plugin = await startOutputPlugin("--no-token");
});
afterAll(async () => {
  expect(await stop(plugin)).toBe(0);
  // Node warns of what it takes for a leak, such as more than ten listeners on one signal.
  expect(plugin.stderr()).toBe("");
});

test.each(Object.entries(clientKinds))("50 calls at once leave no warning: %s", async (_, open) => {
  const client = open(plugin.url);
  const caller = toolsAt(client.transport);
  const calls = Array.from({ length: 50 }, () => terminal(caller.invoke("rest", { ms: 500 })));
  for (const { name } of await Promise.all(calls)) expect(name).toBe("result");
  client.vanish();
});
