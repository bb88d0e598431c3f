// How long a built plugin takes to show up, as a multiple of what Node takes to do nothing. Rounds alternate, so that
// whatever else the machine does falls on all rows alike. Nothing fails here: a clock on a shared machine proves nothing.
//
//   node bench/start.mjs [--rounds N] [FILE ...]
//
// FILE is a built file; without one examples/filesystem is built from source. "shows up": its handshake is read.
// "refuses": a Describe of the category that it does not serve is answered. "describes": so is GetSchema.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:http2";
import { connect as connectSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const root = join(import.meta.dirname, "..");
const goal = 1.25;
const { positionals, values } = parseArgs({ allowPositionals: true, options: { rounds: { type: "string" } } });
const rounds = Number(values.rounds ?? 30);

const { PATH, HOME, TMPDIR } = process.env;
const env = {
  PATH,
  HOME,
  TMPDIR: TMPDIR ?? tmpdir(),
  PLUGGABLEHARNESS_AGENT_PLUGIN: "pluggableharness-agent-v1-a6f3c9d2-plugin-handshake",
  PLUGIN_PROTOCOL_VERSIONS: "1",
};

const folder = mkdtempSync(join(tmpdir(), "bench-start-"));
try {
  const files = positionals.length > 0 ? positionals : [buildExample(folder)];
  /** @type {Map<string, number[]>} */
  const times = new Map([["node -e 0", []]]);
  for (const file of files) for (const row of rowsOf(file)) times.set(row.name, []);
  // The first round warms the disk cache and is not counted.
  for (let round = -1; round < rounds; round++) {
    const took = [["node -e 0", await timeOf(process.execPath, ["-e", "0"])]];
    for (const file of files)
      for (const { name, until } of rowsOf(file)) took.push([name, await timeOf(file, [], until)]);
    if (round >= 0) for (const [name, ms] of took) times.get(String(name))?.push(Number(ms));
  }
  print(times);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} out */
function buildExample(out) {
  const cli = [join(root, "packages/cli/src/cli.ts"), "build", "--conditions", "@plugwright/source", "--out-dir", out];
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--conditions=@plugwright/source", "--import", "tsx", ...cli],
    {
      cwd: join(root, "examples/filesystem"),
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(stderr);
  return join(out, "filesystem");
}

/** @param {string} file */
function rowsOf(file) {
  const name = file.split("/").at(-1);
  const call = (/** @type {string} */ path) => (/** @type {string} */ line) => answer(line.split("|")[3] ?? "", path);
  return [
    { name: `${name} shows up`, until: async () => {} },
    { name: `${name} refuses`, until: call("/pluggableharness.slashcommand.v1.SlashCommandService/Describe") },
    { name: `${name} describes`, until: call("/pluggableharness.tool.v1.ToolService/GetSchema") },
  ];
}

/**
 * The milliseconds from the start of a program until its first line was read and `until` is done with it; without
 * `until`, until it has ended.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {(line: string) => Promise<void>} [until]
 * @returns {Promise<number>}
 */
async function timeOf(command, args, until) {
  const started = performance.now();
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "ignore"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  if (until === undefined) {
    await ended;
    return performance.now() - started;
  }
  const line = await new Promise((resolve, reject) => {
    child.stdout.once("data", (data) => resolve(String(data).split("\n")[0]));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${command} ended with ${code} and printed nothing`)));
  });
  await until(line);
  const took = performance.now() - started;
  child.kill("SIGKILL");
  await ended;
  return took;
}

/**
 * Sends an empty message to a method over a unix socket, and waits for the end of the answer.
 *
 * @param {string} path
 * @param {string} method
 * @returns {Promise<void>}
 */
function answer(path, method) {
  return new Promise((resolve, reject) => {
    const session = connect("http://localhost", { createConnection: () => connectSocket(path) });
    session.once("error", reject);
    const stream = session.request({
      ":method": "POST",
      ":path": method,
      "content-type": "application/grpc",
      te: "trailers",
    });
    stream.once("error", reject);
    stream.once("close", () => {
      session.destroy();
      resolve();
    });
    stream.resume();
    stream.end(Buffer.alloc(5));
  });
}

/** @param {Map<string, number[]>} times */
function print(times) {
  const base = times.get("node -e 0") ?? [];
  console.log(`${rounds} rounds, Node ${process.versions.node}\n`);
  console.log(`${"".padEnd(28)}${["median", "p10", "p90"].map((word) => `${word} ms`.padStart(11)).join("")}   ratio`);
  for (const [name, all] of times) {
    const row = [0.5, 0.1, 0.9].map((part) => quantile(all, part).toFixed(1).padStart(11)).join("");
    const ratios = all.map((ms, index) => ms / (base[index] ?? ms));
    const [low, middle, high] = [0.1, 0.5, 0.9].map((part) => quantile(ratios, part).toFixed(2));
    console.log(`${name.padEnd(28)}${row}   ${middle} (${low} to ${high})`);
  }
  console.log(`\nGoal: shows up at ${goal} at most. A range that includes it does not tell.`);
}

/**
 * @param {readonly number[]} all
 * @param {number} part
 */
function quantile(all, part) {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
