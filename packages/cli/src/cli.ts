import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { run } from "./run.js";
import { stoppedCode } from "./stop.js";

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    // Whoever asks a second time does not want to wait.
    if (stop.signal.aborted) process.exit(stoppedCode);
    stop.abort(signal);
  });
}
// Whoever reads the output may have read enough.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    stop.abort("SIGPIPE");
  });
}

const code = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  out: (printed) => void process.stdout.write(printed),
  err: (printed) => void process.stderr.write(printed),
  input: () => text(process.stdin),
  terminal: process.stderr.isTTY === true,
  ask: process.stdin.isTTY === true ? ask : undefined,
  stop: stop.signal,
});
process.exitCode = code;
// What is left of the command keeps nobody waiting.
if (stop.signal.aborted) process.exit();

async function ask(question: string, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // The terminal is its own meanwhile.
  lines.once("SIGINT", () => process.emit("SIGINT"));
  try {
    return await lines.question(question, { signal });
  } finally {
    lines.close();
  }
}
