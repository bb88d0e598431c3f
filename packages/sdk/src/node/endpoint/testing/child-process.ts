import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { EndpointOptions } from "../endpoint.js";

/** A process of its own that serves Probe and health. */
export interface Child {
  readonly url: string;
  /** Whether it has ended. */
  readonly gone: () => boolean;
  readonly stderr: () => string;
  /** Has it close the endpoint, and waits until it has ended by itself. */
  readonly stop: () => Promise<{ readonly code: number | null; readonly closeMs: number; readonly stderr: string }>;
}

/** Starts child.ts from its source, without a token unless one is given. */
export async function startChild(options: Omit<EndpointOptions, "routes" | "beforeClose"> = {}): Promise<Child> {
  const script = fileURLToPath(new URL("child.ts", import.meta.url));
  const child = spawn(
    process.execPath,
    ["--conditions=@plugwright/source", "--import", "tsx", script, JSON.stringify(options)],
    { stdio: "pipe" },
  );
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const exited = once(child, "close");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const url = await lines.next();
  if (url.done === true) throw new Error(`the child did not start: ${stderr}`);
  return {
    url: url.value,
    gone: () => child.exitCode !== null || child.signalCode !== null,
    stderr: () => stderr,
    async stop() {
      child.stdin.end();
      const closeMs = Number((await lines.next()).value);
      const [code]: (number | null)[] = await exited;
      return { code: code ?? null, closeMs, stderr };
    },
  };
}
