import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { build } from "esbuild";
import { type PluginProcess, runSource, startPlugin } from "../support/process.js";
import { until } from "../support/until.js";
import { callRaw, drain, type ProtocolName, protocolNames, protocols } from "./readers.js";

jest.setTimeout(600_000);

const MiB = 1024 * 1024;
const chunks = 16 * 1024;
const running: Pick<PluginProcess, "child" | "exited">[] = [];
afterEach(stopAll);

async function stopAll(): Promise<void> {
  for (const { child, exited } of running.splice(0)) {
    child.kill("SIGKILL");
    await exited;
  }
}

/**
 * Both are in one file, as plugins are that run: with a compiler in the process, its memory would count. It is the same
 * file because what a process reads at its start decides how much it keeps later: from the largest block that was given
 * back, glibc sets how many free bytes it leaves at the end of each of its heaps.
 */
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "memory-"));
  await build({
    entryPoints: [fileURLToPath(new URL("memory-server.ts", import.meta.url))],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    conditions: ["@plugwright/source"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
});
afterAll(() => rmSync(folder, { recursive: true }));
const bundle = (): URL => pathToFileURL(join(folder, "memory-server.mjs"));

interface Server {
  readonly url: string;
  readonly pid: number;
}

/** What one GiB at full speed costs the process that sends it. */
interface Cost {
  /** Resident memory over that of the idle process, in MiB: what it was for half of the time, and at its highest. */
  readonly usual: number;
  readonly most: number;
  readonly seconds: number;
}

/** Each measurement is that of a process of its own: none begins with the memory of another. */
async function measure(start: () => Promise<Server>, protocol: ProtocolName): Promise<Cost> {
  const { url, pid } = await start();
  // Idle is a process that has served: what the first call loads is no growth.
  const warm = await callRaw(url, protocol, "pour", { chunks: 16 }, MiB);
  await drain(warm.body);
  warm.close();
  await sleep(500);
  const idle = residentMemory(pid);
  const samples: number[] = [];
  const timer = setInterval(() => samples.push((residentMemory(pid) - idle) / MiB), 10);
  const started = performance.now();
  const { body, close } = await callRaw(url, protocol, "pour", { chunks }, MiB);
  expect(await drain(body)).toBeGreaterThan(1024 * MiB);
  const seconds = (performance.now() - started) / 1000;
  clearInterval(timer);
  close();
  await stopAll();
  return { usual: median(samples), most: Math.max(...samples), seconds };
}

async function startOurs(): Promise<Server> {
  const plugin = await startPlugin(bundle(), ["--no-token"]);
  running.push(plugin);
  return { url: plugin.url, pid: plugin.child.pid ?? 0 };
}

async function startBare(protocol: ProtocolName): Promise<Server> {
  const bare = runSource(bundle(), [], { BARE: "1" });
  running.push(bare);
  await until("the bare server's ports", () => bare.stdout().includes("\n"), 30_000);
  const ports = bare.stdout().trim().split(" ");
  return { url: `http://127.0.0.1:${ports[protocols[protocol].version - 1]}`, pid: bare.child.pid ?? 0 };
}

const residentMemory = (pid: number): number =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const shown = ({ usual, most, seconds }: Cost): string =>
  `+${usual.toFixed(0)} MiB (at most ${most.toFixed(0)}) in ${seconds.toFixed(1)} s`;

if (process.platform !== "linux") {
  process.stderr.write("\nSKIPPED: the memory of another process is read from /proc, which only Linux has\n\n");
  test.skip("memory is measured on Linux only", () => {});
} else {
  // What it takes is mostly buffers that wait for the collector of Node, whoever made them; when that runs is chance, and
  // the same process takes half as much again the next time. So medians are compared, of as many rounds as it takes.
  const [leastRounds, mostRounds] = [3, 9];
  // Node 22 and newer leave buffers longer, so that connect-node alone takes more: 1.25 times that is the bound there.
  const isFixed = process.version.startsWith("v20.");

  test.each(protocolNames)("1 GiB at full speed needs little memory: %s", async (protocol) => {
    const ours: number[] = [];
    const bare: number[] = [];
    const bound = () => (isFixed ? 60e6 / MiB : 1.25 * median(bare));
    while (ours.length < leastRounds || (median(ours) >= bound() && ours.length < mostRounds)) {
      const cost = await measure(startOurs, protocol);
      ours.push(cost.usual);
      process.stderr.write(`1 GiB, ${protocol}, Node ${process.versions.node}: ${shown(cost)}\n`);
      if (isFixed) continue;
      const alone = await measure(() => startBare(protocol), protocol);
      bare.push(alone.usual);
      const ratio = (median(ours) / median(bare)).toFixed(2);
      process.stderr.write(`  connect-node alone: ${shown(alone)}; medians ${ratio} times as much\n`);
    }
    expect(median(ours)).toBeLessThan(bound());
  });
}
