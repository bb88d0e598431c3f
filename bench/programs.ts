// What a program's output costs on its way to a client, beside a handler that writes as much itself and a bare pipe.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { ToolService } from "@plugwright/protocol/tool";
import type { JsonObject } from "@plugwright/sdk";
import { memoryOf } from "./support/memory.js";
import { alternate, isQuick } from "./support/rounds.js";
import { digits, printTable, range, ratios, spread } from "./support/table.js";

const rounds = isQuick ? 2 : 6;
const mib = 1024 * 1024;
const total = (isQuick ? 128 : 1024) * mib;
const lines = isQuick ? 200_000 : 2_000_000;
const zeros = `head -c ${total} /dev/zero`;
/** Each line is a write of its own. */
const manyLines = `yes '' | head -n ${lines} | sed -u ''`;

/** One call, or its like without a plugin. */
interface Run {
  readonly seconds: number;
  readonly bytes: number;
  readonly events: number;
  /** Of the plugin's resident memory over what it was before, in MiB. */
  readonly growth: number;
}

const runs = new Map<string, Run[]>();
const row = (name: string, take: () => Promise<Run>) => ({
  name,
  async measure() {
    const run = await take();
    runs.set(name, [...(runs.get(name) ?? []), run]);
    return run.bytes / mib / run.seconds;
  },
});
const column = (name: string, of: (run: Run) => number) =>
  // The round that is not counted is the first.
  spread((runs.get(name) ?? []).slice(1).map(of));

const much = [
  row("a bare pipe", () => bare(zeros)),
  row("a handler", () => invoke("pour", { chunks: (total / mib) * 16 })),
  row("call.exec", () => invoke("run", { command: zeros })),
];
const measured = await alternate(much, rounds);
printTable(
  [`${total / mib} MiB of output by`, "MiB/s", "ratio to the handler", "events/s", "MiB of memory more"],
  [...measured].map(([name, values]) => [
    name,
    digits(spread(values).median),
    range(ratios(values, measured.get("a handler") ?? [])),
    ...rest(name),
  ]),
);

const small = await alternate(
  [
    row("the lines through a bare pipe", () => bare(manyLines)),
    row("the lines by call.exec", () => invoke("run", { command: manyLines })),
  ],
  rounds,
);
printTable(
  [`${lines} lines of one byte, a write each`, "MiB/s", "1000 lines/s", "events/s", "MiB of memory more"],
  [...small.keys()].map((name) => [
    name,
    digits(column(name, ({ bytes, seconds }) => bytes / mib / seconds).median),
    range(column(name, ({ seconds }) => lines / seconds / 1000)),
    ...rest(name),
  ]),
);

/** How many events, and how much memory: where there is a plugin. */
function rest(name: string): readonly string[] {
  if (name.includes("bare")) return ["", ""];
  return [range(column(name, ({ events, seconds }) => events / seconds)), range(column(name, ({ growth }) => growth))];
}

async function bare(command: string): Promise<Run> {
  const started = performance.now();
  const child = spawn("sh", ["-c", command], { stdio: ["ignore", "pipe", "inherit"] });
  let bytes = 0;
  child.stdout.on("data", (data: Buffer) => {
    bytes += data.length;
  });
  await once(child, "close");
  return { seconds: (performance.now() - started) / 1000, bytes, events: 0, growth: 0 };
}

/** Calls a tool of a plugin that was started for this call. */
async function invoke(toolName: string, given: JsonObject): Promise<Run> {
  const script = fileURLToPath(new URL("servers/programs.ts", import.meta.url));
  const args = ["--conditions=@plugwright/source", "--import", "tsx", script, "--listen", "127.0.0.1:0", "--no-token"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const baseUrl = /http:\/\/[^\s,]+/.exec(String(value))?.[0] ?? "";
  const tools = createClient(ToolService, createGrpcTransport({ baseUrl }));
  const call = async (name: string, of: JsonObject) => {
    let [bytes, events] = [0, 0];
    const callContext = { workingDirectory: "/" };
    for await (const { event } of tools.invoke({ call: { toolName: name, arguments: of, callContext } })) {
      if (event?.event.case === "error") throw new Error(event.event.value.message);
      if (event?.event.case === "outputChunk") bytes += event.event.value.data.length;
      events++;
    }
    return { bytes, events };
  };
  try {
    // What is loaded once is no growth.
    await call("run", { command: "true" });
    await call("pour", { chunks: 1 });
    const idle = memoryOf(child.pid).now;
    const started = performance.now();
    const { bytes, events } = await call(toolName, given);
    return { seconds: (performance.now() - started) / 1000, bytes, events, growth: memoryOf(child.pid).most - idle };
  } finally {
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
  }
}
