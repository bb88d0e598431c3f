import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync, writeSync } from "node:fs";
import { Agent, createServer, get } from "node:http";
import { performance } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import type { JsonObject } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, type HandlerContext } from "@connectrpc/connect";
import { type Broker, servePlugin } from "@plugwright/go-plugin";
import type { StartedPlugin } from "@plugwright/go-plugin/handshake";
import { Callback, jsonOf, Probe, structOf } from "./probe.js";

// What a dependency does that has something to say when it is loaded.
console.log("a dependency says hello");
process.stdout.write("and does not end its li");

const mebibyte = 1024 * 1024;
let unwound = 0;

export function serveProbe(started: StartedPlugin): void {
  const { broker } = servePlugin(started, {
    limits: { readMaxBytes: Number(process.env["PROBE_LIMIT_MIB"] ?? 4) * mebibyte },
    async beforeEnd(reason) {
      if (process.env["PROBE_SAY_END"]) console.error(`ending: ${reason}`);
      for (const child of children) child.kill("SIGKILL");
      if (process.env["PROBE_STUCK_END"]) await new Promise(() => {});
    },
    routes: (router) =>
      router.service(Probe, {
        echo: ({ value }) => ({ value }),
        do: async (order, context) => structOf((await doOrder(jsonOf(order), broker, context)) ?? {}),
        stream: (order, context) => streamOrder(jsonOf(order), context),
      }),
  });
}

const children = new Set<ReturnType<typeof spawn>>();

async function doOrder(order: JsonObject, broker: Broker, context: HandlerContext): Promise<JsonObject | undefined> {
  const text = String(order["text"] ?? "");
  const count = Number(order["count"] ?? 0);
  switch (order["do"]) {
    case "crash":
      setImmediate(() => {
        throw new Error("nobody catches this");
      });
      return new Promise(() => {});
    case "exit":
      process.exit(count);
      break;
    case "block":
      for (const until = performance.now() + count; performance.now() < until; );
      return undefined;
    case "fail":
      throw new ConnectError(text, Code.PermissionDenied);
    case "long log":
      console.log("x".repeat(count));
      return undefined;
    case "many lines":
      for (let line = 0; line < count; line++) console.log("line %d", line);
      return undefined;
    case "call back": {
      const { transport, close } = await broker.dial(Number(order["broker"]), { signal: context.signal });
      const answers: JsonObject[] = [];
      for (let call = 0; call < Math.max(count, 1); call++) {
        answers.push(jsonOf(await createClient(Callback, transport).tell(structOf({ text, call }))));
        if (order["reconnect"] === true) close();
      }
      return { answers };
    }
    case "depth":
      return { depth: depthOf(order) };
    case "timeout":
      return { ms: context.timeoutMs() ?? null, aborted: context.signal.aborted };
    case "unwound":
      return { unwound };
    case "linger": {
      setInterval(() => {}, 1000);
      const server = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
      await once(server, "listening");
      const bound = server.address();
      const port = typeof bound === "object" ? bound?.port : undefined;
      await new Promise((resolve) => get({ port, agent: new Agent({ keepAlive: true }) }, resolve));
      return undefined;
    }
    case "spawn": {
      const child = spawn("sleep", ["1000"], { stdio: "ignore" });
      children.add(child);
      return { pid: child.pid ?? 0 };
    }
    default:
      await print(String(order["do"]), text);
  }
  return undefined;
}

/** All ways to print something. */
async function print(how: string, text: string): Promise<void> {
  switch (how) {
    case "console.log":
      console.log(text);
      return;
    case "console.error":
      console.error(text);
      return;
    case "process.stdout":
      process.stdout.write(text);
      return;
    case "process.stderr":
      process.stderr.write(`${text}\n`);
      return;
    case "fs.writeSync(1)":
      writeSync(1, `${text}\n`);
      return;
    case "fs.writeSync(2)":
      writeSync(2, `${text}\n`);
      return;
    case "fs.writeFileSync(1)":
      writeFileSync(1, `${text}\n`);
      return;
    case "a worker's console": {
      const worker = new Worker("console.log(require('node:worker_threads').workerData)", {
        eval: true,
        workerData: text,
      });
      return new Promise((resolve) => worker.once("exit", () => resolve()));
    }
    case "a worker's fs": {
      const code = "require('node:fs').writeSync(1, require('node:worker_threads').workerData + '\\n')";
      const worker = new Worker(code, { eval: true, workerData: text });
      return new Promise((resolve) => worker.once("exit", () => resolve()));
    }
    case "an inherited child": {
      const child = spawn("echo", [text], { stdio: "inherit" });
      return new Promise((resolve) => child.once("exit", () => resolve()));
    }
    default:
      throw new ConnectError(`no such order: ${how}`, Code.InvalidArgument);
  }
}

async function* streamOrder(order: JsonObject, { signal }: HandlerContext) {
  try {
    switch (order["do"]) {
      case "count":
        for (let index = 0; index < Number(order["count"]); index++) yield structOf({ index });
        return;
      case "flood":
        for (;;) yield structOf({ text: "x".repeat(64 * 1024) });
      case "wait":
        yield structOf({ started: true });
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        throw signal.reason;
      case "ignore":
        yield structOf({ started: true });
        await new Promise(() => {});
    }
  } finally {
    unwound++;
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
