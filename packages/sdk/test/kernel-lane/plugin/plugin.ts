import { appendFileSync, writeSync } from "node:fs";
import { Agent, createServer, get } from "node:http";
import { type Call, command, definePlugin, type StreamEvent, secret, text, tool } from "@plugwright/sdk";
import * as z from "zod";
import { type Printer, printed, printers } from "./printing.js";

// What an author's module does when it is loaded: the tests ask whether it was.
const marker = process.env["FIXTURE_MARKER"];
if (marker !== undefined) appendFileSync(marker, "the author's module\n");
console.log("a dependency says hello");
if (process.env["FIXTURE_BROKEN"]) throw new Error("the database library is not installed");

const config = z.object({
  url: z.string().default("https://localhost"),
  token: secret(z.string()).optional(),
  /** What `setup` does. */
  setup: z.enum(["nothing", "call back", "hang up"]).default("nothing"),
});

const ok = z.object({ ok: z.boolean() });
const none = z.object({});
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const encode = (value: string) => new TextEncoder().encode(value);

type AnyCall = Call<unknown, unknown>;
type Endless = AsyncGenerator<StreamEvent, { ok: boolean }, void>;

async function talk({ lines, say }: { lines: number; say: string }, call: AnyCall) {
  for (let line = 0; line < lines; line++) {
    call.log.info(`${say} ${line}`, { line });
    await pause(1);
  }
  return { ok: true };
}

async function emit({ kind, say }: { kind: string; say: string }, call: AnyCall) {
  const { id, sequence } = await call.kernel.emit({ kind, schemaVersion: "1", payload: encode(say) });
  return { id, sequence: Number(sequence) };
}

async function ask(_args: object, { kernel }: AnyCall) {
  const { count, exact } = await kernel.countTokens("how many tokens is this?");
  return { connected: kernel.connected, count, exact, config: JSON.stringify(await kernel.getConfig()) };
}

async function print({ how, say }: { how: Printer; say: string }) {
  await printed(how, say);
  return { ok: true };
}

async function block({ ms }: { ms: number }) {
  for (const end = performance.now() + ms; performance.now() < end; );
  return { ok: true };
}

/** A timer, a server, and a connection to it that is kept alive: nothing of it lets a process end by itself. */
async function linger(_args: object) {
  setInterval(() => undefined, 1000);
  const server = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
  await new Promise<void>((resolve) => server.once("listening", () => resolve()));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  await new Promise((resolve) => get({ port, host: "127.0.0.1", agent: new Agent({ keepAlive: true }) }, resolve));
  return { ok: true };
}

async function strayException(_args: object) {
  setTimeout(() => {
    throw new Error("nobody catches this");
  }, 10);
  await pause(60_000);
  return { ok: true };
}

async function slow({ ms }: { ms: number }, call: AnyCall) {
  await pause(ms);
  call.log.info("the slow call ends");
  return { ok: true };
}

/** Its last line is written when the kernel's goodbye is there already. */
async function lastWords(_args: object, call: AnyCall): Promise<{ ok: boolean }> {
  call.log.info("the handler waits");
  await new Promise<void>((resolve) => call.signal.addEventListener("abort", () => resolve()));
  call.log.info("the handler's last words");
  throw call.signal.reason;
}

/** Says something, and holds on whatever happens. */
async function deaf(_args: object, call: AnyCall) {
  call.log.info("the handler does not listen");
  await new Promise(() => undefined);
  return { ok: true };
}

async function* finishing(_args: object, call: AnyCall): Endless {
  try {
    for (;;) {
      yield { progress: "working" };
      await pause(5);
    }
  } finally {
    call.log.info("finally ran");
  }
}

async function* flooding(_args: object, call: AnyCall): Endless {
  const chunk = new Uint8Array(64 * 1024).fill(120);
  try {
    for (;;) yield { output: chunk };
  } finally {
    call.log.info("finally ran");
  }
}

export const plugin = definePlugin({
  name: "fixture",
  version: "1.2.3",
  source: "github.com/plugwright/fixture",
  config,
  async setup({ setup }, { kernel, log }) {
    if (setup === "nothing") return;
    if (setup === "hang up") throw new Error("nobody answers there");
    log.info("setup runs");
    await kernel.emit({ kind: "message", schemaVersion: "1", payload: encode("set up"), sessionId: "s-0" });
    await kernel.emit({ kind: "message", schemaVersion: "1", payload: encode("nowhere") }).catch((error) => {
      log.warn(String(error));
    });
  },
  tools: [
    tool("talk")
      .describe("logs")
      .input(z.object({ lines: z.int().default(1), say: z.string() }))
      .output(ok)
      .reads()
      .run(talk),
    tool("emit")
      .describe("emits")
      .input(z.object({ kind: z.string(), say: z.string() }))
      .output(z.object({ id: z.string(), sequence: z.number() }))
      .reads()
      .run(emit),
    tool("ask")
      .describe("asks the kernel")
      .input(none)
      .output(z.object({ connected: z.boolean(), count: z.number(), exact: z.boolean(), config: z.string() }))
      .reads()
      .run(ask),
    tool("print")
      .describe("prints")
      .input(z.object({ how: z.enum(printers), say: z.string() }))
      .output(ok)
      .reads()
      .run(print),
    tool("long_line")
      .describe("prints and logs 200 KB")
      .input(none)
      .output(ok)
      .reads()
      .run(async (_args, call) => {
        call.log.info("L".repeat(200_000));
        writeSync(1, `${"W".repeat(200_000)}\n`);
        return { ok: true };
      }),
    tool("echo")
      .describe("returns what it gets")
      .input(z.object({ value: z.string().nullable() }))
      .output(z.object({ value: z.string() }))
      .reads()
      .run(async ({ value }) => ({ value: value ?? "null" })),
    tool("large")
      .describe("returns much")
      .input(z.object({ letters: z.int() }))
      .output(z.object({ value: z.string() }))
      .reads()
      .run(async ({ letters }) => ({ value: "x".repeat(letters) })),
    tool("block")
      .describe("keeps the loop to itself")
      .input(z.object({ ms: z.int() }))
      .output(ok)
      .reads()
      .run(block),
    tool("bash")
      .describe("runs a command line")
      .input(z.object({ command: z.string() }))
      .output(z.object({ code: z.int() }))
      .mutates("high")
      .spawns()
      .run(async ({ command: line }, call) => ({ code: (await call.exec("bash", ["-c", line])).code })),
    tool("linger").describe("leaves things open").input(none).output(ok).reads().run(linger),
    tool("stray_exception").describe("lets an exception go").input(none).output(ok).reads().run(strayException),
    tool("slow")
      .describe("takes its time")
      .input(z.object({ ms: z.int() }))
      .output(ok)
      .reads()
      .run(slow),
    tool("last_words").describe("logs at its end").input(none).output(ok).reads().run(lastWords),
    tool("deaf").describe("does not stop").input(none).output(ok).reads().run(deaf),
    tool("finishing").describe("notes its end").input(none).output(ok).reads().streams().run(finishing),
    tool("flooding").describe("sends without end").input(none).output(ok).reads().streams().run(flooding),
    tool("crash")
      .describe("ends the process")
      .input(none)
      .output(ok)
      .reads()
      .run(async () => {
        process.kill(process.pid, "SIGKILL");
        await pause(60_000);
        return { ok: true };
      }),
    tool("sleeping")
      .describe("runs a program that sleeps, and tells its number")
      .input(none)
      .output(ok)
      .reads()
      .spawns()
      .run(async (_args, call) => {
        await call.exec("sh", ["-c", "echo $$; exec sleep 1000"]);
        return { ok: true };
      }),
    tool("write")
      .describe("writes")
      .input(z.object({ path: z.string() }))
      .output(ok)
      .mutates("moderate")
      .preview(async ({ path }) => text(path))
      .run(async () => ({ ok: true })),
  ],
  commands: [
    command("greet")
      .describe("greets")
      .input(z.object({ name: z.string() }))
      .mutates("low")
      .preview(async ({ name }) => text(name))
      .run(async ({ name }, call) => {
        call.log.info(`hello ${name}`);
        await call.kernel.emit({ kind: "message", schemaVersion: "1", payload: encode(name) });
      }),
  ],
});
