import {
  type AbortCause,
  abortCause,
  command,
  definePlugin,
  type StreamEvent,
  type StreamingMutatingCall,
  tool,
} from "@plugwright/sdk";
import * as z from "zod";

/** What handlers of the fixture note down, by call id. */
export interface Note {
  started: boolean;
  aborted: AbortCause | undefined;
  /** By the clock, which processes share. */
  abortedAt: number | undefined;
  finallyRan: boolean;
  produced: number;
}

export const notes = new Map<string, Note>();

export function noteOf(id: string): Note {
  const note = notes.get(id) ?? {
    started: false,
    aborted: undefined,
    abortedAt: undefined,
    finallyRan: false,
    produced: 0,
  };
  notes.set(id, note);
  return note;
}

function watch(call: { readonly id: string; readonly signal: AbortSignal }): Note {
  const note = noteOf(call.id);
  note.started = true;
  call.signal.addEventListener("abort", () => {
    note.aborted = abortCause(call.signal);
    note.abortedAt = Date.now();
  });
  return note;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));

type AnyCall = StreamingMutatingCall;

/** Every kind of event, from a generator. */
async function* everyEvent(_args: object, call: AnyCall) {
  watch(call);
  yield { progress: "started", fraction: 0 };
  yield { output: "one\n" };
  yield { output: new Uint8Array([0xff, 0x00]), to: "stderr" as const };
  yield { partial: { hit: 1 } };
  yield { progress: "done", fraction: 1 };
  return { ok: true };
}

/** The same, from a handler that sends. */
async function everyEventSent(_args: object, call: AnyCall) {
  watch(call);
  call.progress("started", 0);
  await call.output("one\n");
  await call.output(new Uint8Array([0xff, 0x00]), "stderr");
  await call.partial({ hit: 1 });
  call.progress("done", 1);
  return { ok: true };
}

/** Waits for its signal and answers all the same. */
async function stubborn(_args: object, call: AnyCall) {
  watch(call);
  call.did("one thing");
  await aborted(call.signal);
  return { ok: true };
}

/** Unwinds when told. */
async function* polite(_args: object, call: AnyCall): AsyncGenerator<StreamEvent, { ok: boolean }, void> {
  const note = watch(call);
  try {
    for (;;) {
      call.did(`step ${note.produced}`);
      note.produced++;
      yield { progress: `step ${note.produced}` };
      await pause(5);
    }
  } finally {
    note.finallyRan = true;
  }
}

/** Sits in an await of its own that nothing ends. */
async function* stuck(_args: object, call: AnyCall) {
  const note = watch(call);
  try {
    yield { progress: "waiting" };
    await new Promise(() => undefined);
    return { ok: true };
  } finally {
    note.finallyRan = true;
  }
}

/** Produces far more than anybody reads. */
async function* flood(_args: object, call: AnyCall): AsyncGenerator<StreamEvent, { ok: boolean }, void> {
  const note = watch(call);
  const chunk = crypto.getRandomValues(new Uint8Array(64 * 1024));
  try {
    for (;;) {
      note.produced += chunk.length;
      yield { output: chunk };
    }
  } finally {
    note.finallyRan = true;
  }
}

/** Tells its own argument in every event. */
async function* tagged({ tag }: { tag: string }, call: AnyCall) {
  for (let index = 0; index < 5; index++) {
    yield { progress: tag, fraction: index / 5 };
    yield { output: `${tag}\n` };
    yield { partial: { tag, id: call.id } };
    await pause(Math.random() * 10);
  }
  return { ok: tag.length > 0 };
}

async function where(_args: object, call: AnyCall) {
  await pause(20);
  await call.partial({
    directory: call.workingDirectory ?? null,
    resolved: call.resolvePath("a/../b.txt"),
    session: call.sessionId ?? null,
    turn: call.turnId ?? null,
  });
  return { ok: true };
}

async function unawaited(_args: object, call: AnyCall) {
  for (let index = 0; index < 400; index++) {
    void call.output(new Uint8Array(8 * 1024).fill(97));
  }
  return { ok: true };
}

const holders = new Map<string, () => void>();

/** Holds a key until another call says to release it. */
async function locked({ key, step }: { key: string; step: "hold" | "release" | "pass" }, call: AnyCall) {
  if (step === "release") holders.get(key)?.();
  else call.lock(key);
  watch(call);
  if (step === "hold") await new Promise<void>((resolve) => holders.set(key, resolve));
  return { ok: true };
}

const none = z.object({});
const lockedInput = z.object({ key: z.string(), step: z.enum(["hold", "release", "pass"]) });
const ok = z.object({ ok: z.boolean() });

const of = {
  tool: (name: string) => tool(name).describe(`fixture ${name}`).output(ok),
  command: (name: string) => command(name).describe(`fixture ${name}`),
};

const tools = [
  of.tool("every_event").input(none).mutates("low").streams().run(everyEvent),
  of.tool("every_event_sent").input(none).mutates("low").streams().run(everyEventSent),
  of.tool("stubborn").input(none).mutates("low").streams().run(stubborn),
  of.tool("polite").input(none).mutates("low").streams().run(polite),
  of.tool("stuck").input(none).mutates("low").streams().run(stuck),
  of.tool("flood").input(none).mutates("low").streams().run(flood),
  of
    .tool("tagged")
    .input(z.object({ tag: z.string() }))
    .mutates("low")
    .streams()
    .run(tagged),
  of.tool("where").input(none).mutates("low").streams().run(where),
  of.tool("unawaited").input(none).mutates("low").streams().run(unawaited),
  of.tool("locked").input(lockedInput).mutates("low").streams().run(locked),
  of.tool("quick_limit").input(none).mutates("low").streams().timeout("150ms").run(polite),
] as const;

const commands = [
  of.command("every_event").input(none).mutates("low").streams().run(everyEvent),
  of.command("every_event_sent").input(none).mutates("low").streams().run(everyEventSent),
  of.command("stubborn").input(none).mutates("low").streams().run(stubborn),
  of.command("polite").input(none).mutates("low").streams().run(polite),
  of.command("stuck").input(none).mutates("low").streams().run(stuck),
  of.command("flood").input(none).mutates("low").streams().run(flood),
  of
    .command("tagged")
    .input(z.object({ tag: z.string() }))
    .mutates("low")
    .streams()
    .run(tagged),
  of.command("where").input(none).mutates("low").streams().run(where),
  of.command("unawaited").input(none).mutates("low").streams().run(unawaited),
  of.command("locked").input(lockedInput).mutates("low").streams().run(locked),
  of.command("quick_limit").input(none).mutates("low").streams().timeout("150ms").run(polite),
] as const;

export const fixture = definePlugin({
  name: "fixture",
  version: "1.0.0",
  source: "github.com/plugwright/fixture",
  tools,
  commands,
});
