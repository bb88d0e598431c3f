// What a call costs under the test kernel, in this process: 10,000 of them, one at a time and 32 at once.
import { createClient, createRouterTransport } from "@connectrpc/connect";
import { ToolService } from "@plugwright/protocol/tool";
import { definePlugin, tool } from "@plugwright/sdk";
import { embed } from "@plugwright/sdk/host";
import { startKernel } from "@plugwright/testkit";
import * as z from "zod";
import { alternate, isQuick } from "./support/rounds.js";
import { digits, printTable, range, ratios, spread } from "./support/table.js";

const calls = isQuick ? 1000 : 10_000;
const rounds = isQuick ? 2 : 5;

const echo = tool("echo")
  .describe("Answers the same.")
  .input(z.object({ text: z.string() }))
  .output(z.object({ text: z.string() }))
  .reads()
  .run(({ text }) => ({ text }));
const plugin = definePlugin({ name: "p", version: "1.0.0", source: "github.com/acme/p", tools: [echo] });
const kernel = await startKernel({ providers: [{ plugin }] });
const embedded = embed(plugin);
const client = createClient(ToolService, createRouterTransport(embedded.routes));

async function inMemory(text: string): Promise<void> {
  for await (const { event } of client.invoke({ call: { toolName: "echo", arguments: { text } } })) {
    if (event?.event.case !== "result") throw new Error("no result");
  }
}

async function underKernel(text: string): Promise<void> {
  const { result } = await kernel.call(echo, { text });
  if (result?.text !== text) throw new Error("another result");
}

const row = (name: string, call: (text: string) => Promise<void>, atOnce: number) => ({
  name,
  async measure() {
    const before = performance.now();
    let made = 0;
    const work = async (): Promise<void> => {
      while (made < calls) await call(`text ${made++}`);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return calls / ((performance.now() - before) / 1000);
  },
});

const base = "connect's transport in memory";
const measured = await alternate(
  [row(base, inMemory, 1), row("the test kernel", underKernel, 1), row("the test kernel, 32 at once", underKernel, 32)],
  rounds,
);
printTable(
  [`${calls} calls`, "calls/s", "ratio to connect's"],
  [...measured].map(([name, values]) => [
    name,
    digits(spread(values).median),
    range(ratios(values, measured.get(base) ?? [])),
  ]),
);
await kernel.close();
await embedded.close();
