// How large a built plugin is, and how long it takes to show up, as a multiple of what Node takes to do nothing.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { connect } from "node:http2";
import { connect as connectSocket } from "node:net";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { buildPlugin, kernelEnvironment } from "./support/built.js";
import { alternate, isQuick } from "./support/rounds.js";
import { digits, printTable, range, ratios, spread, verdict } from "./support/table.js";

const rounds = isQuick ? 4 : 30;
const nothing = "`node -e 0`";

const folder = mkdtempSync("/tmp/b-");
try {
  const file = buildPlugin("examples/filesystem/src/plugin.ts", folder);
  const measured = await alternate(
    [
      { name: nothing, measure: () => timeOf(process.execPath, ["-e", "0"]) },
      { name: "handshake", measure: () => timeOf(file, [], async () => {}) },
      {
        name: "a foreign Describe is refused",
        measure: () => timeOf(file, [], called("/pluggableharness.slashcommand.v1.SlashCommandService/Describe")),
      },
      {
        name: "GetSchema is answered",
        measure: () => timeOf(file, [], called("/pluggableharness.tool.v1.ToolService/GetSchema")),
      },
    ],
    rounds,
  );
  const goals: Readonly<Record<string, number>> = { handshake: 1.25, "a foreign Describe is refused": 1.7 };
  const rows = [...measured].map(([name, values]) => {
    const ratio = ratios(values, measured.get(nothing) ?? []);
    const most = goals[name];
    return [name, digits(spread(values).median), range(ratio), most === undefined ? "" : verdict(ratio, { most })];
  });
  printTable(["examples/filesystem, from its start until", "ms", `ratio to ${nothing}`, "goal"], rows);

  const kib = statSync(file).size / 1024;
  const packed = gzipSync(readFileSync(file)).length / 1024;
  const met = kib <= 300 ? "at most 300: met" : "at most 300: **open**";
  printTable(
    ["examples/filesystem, built", "KiB", "with gzip", "goal"],
    [["one file", digits(kib), digits(packed), met]],
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds until a program has printed a line and `then` is done with it; without `then`, until it has ended. */
async function timeOf(command: string, args: string[], then?: (line: string) => Promise<void>): Promise<number> {
  const started = performance.now();
  const child = spawn(command, args, { env: kernelEnvironment(folder), stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "close");
  if (then === undefined) {
    await ended;
    return performance.now() - started;
  }
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  await then(String(line));
  const took = performance.now() - started;
  child.kill("SIGKILL");
  await ended;
  return took;
}

/** Sends an empty message to a method of the plugin that has printed a line, and waits for the end of the answer. */
function called(method: string) {
  return (line: string) =>
    new Promise<void>((resolve, reject) => {
      const path = line.split("|")[3] ?? "";
      const session = connect("http://localhost", { createConnection: () => connectSocket(path) });
      session.once("error", reject);
      const head = { ":method": "POST", ":path": method, "content-type": "application/grpc", te: "trailers" };
      const stream = session.request(head);
      stream.once("error", reject);
      stream.once("close", () => {
        session.destroy();
        resolve();
      });
      stream.resume();
      stream.end(Buffer.alloc(5));
    });
}
