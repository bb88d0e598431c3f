import { readdir, readFile } from "node:fs/promises";
import { Code } from "@connectrpc/connect";
import { OutputStream } from "@plugwright/protocol/tool";
import { dim } from "../out.js";
import { showTool } from "../show-call.js";
import { root, type Stage } from "../stage.js";

export async function runProgram({ out, check, exec }: Stage): Promise<void> {
  const command = 'echo "two files:"; ls LICENSE README.md; echo "no such file: NOTICE" >&2; exit 3';
  const { events, last } = await showTool(out, exec, { name: "bash", args: { command }, workingDirectory: root });
  const streams = events.flatMap((event) => (event.case === "outputChunk" ? [event.value.stream] : []));
  check(
    "what it printed, from both of its streams",
    new Set(streams).size === 2 && streams.includes(OutputStream.STDERR),
  );
  const status = events.at(-2);
  check("then how it ended", status?.case === "exitStatus" && status.value.exitCode === 3);
  check("and a result: an exit code is no failure of the tool", last?.case === "result");
}

/** Nobody else sleeps this long, to the microsecond: that is how the demo finds its own processes. */
const nap = `60.${String(process.pid).padStart(7, "1")}`;

export async function cancelProgram({ out, check, exec }: Stage): Promise<void> {
  const controller = new AbortController();
  out.line(dim("  a shell that waits for two children of its own; its client leaves:"));
  const command = `sleep ${nap} & sleep ${nap} & echo started; wait`;
  let before = 0;
  const { failure } = await showTool(
    out,
    exec,
    { name: "bash", args: { command }, workingDirectory: root },
    {
      signal: controller.signal,
      onEvent: () =>
        void sleepers().then((count) => {
          before = Math.max(before, count);
          controller.abort();
        }),
    },
  );
  check("no event follows", failure?.code === Code.Canceled);
  let left = await sleepers();
  for (let tries = 0; left > 0 && tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    left = await sleepers();
  }
  out.line(dim(`  processes that sleep ${nap} s: ${before} before, ${left} now`));
  check("the shell and its children are gone", before >= 2 && left === 0);
}

/** Looks through all processes of this machine for those with our nap in their arguments. */
async function sleepers(): Promise<number> {
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(processes.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
  return lines.filter((line) => line.includes(nap)).length;
}
