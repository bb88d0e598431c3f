// Prints the heap in use after 2,000 and after 10,000 calls, in bytes, each after a collection.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { definePlugin, tool } from "@plugwright/sdk";
import { startKernel } from "@plugwright/testkit";
import * as z from "zod";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const text = z.object({ text: z.string() });
const echo = tool("echo")
  .describe("Answers the same.")
  .input(text)
  .output(text)
  .mutates("low", { key: ["text"] })
  .streams()
  .run(async function* ({ text }) {
    yield { partial: { text } };
    return { text };
  });
const plugin = definePlugin({ name: "p", version: "1.0.0", source: "github.com/acme/p", tools: [echo] });
const kernel = await startKernel({ providers: [{ plugin }] });

const heaps: number[] = [];
for (let made = 1; made <= 10_000; made++) {
  await kernel.call(echo, { text: `text ${made}` });
  if (made !== 2000 && made !== 10_000) continue;
  await new Promise((resolve) => setTimeout(resolve, 100));
  collect();
  heaps.push(process.memoryUsage().heapUsed);
}
await kernel.close();
console.log(heaps.join(" "));
