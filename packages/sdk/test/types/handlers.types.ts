import {
  type Call,
  type CommandDefinition,
  command,
  type InputOf,
  type MutatingCall,
  type OutputOf,
  type PreviewCall,
  type ProcessCall,
  type ProcessMutatingCall,
  type StreamingCall,
  type StreamingMutatingCall,
  type ToolDefinition,
  tool,
} from "@plugwright/sdk";
import { expectTypeOf } from "expect-type";
import * as z from "zod";
import * as mini from "zod/mini";
import * as z3 from "zod/v3";
import { base, In, Out, tree } from "./given.js";

const done = { text: "", lines: 1 };
const unary = base.reads();
const streaming = base.reads().streams();

// Arguments are the schema's output.
const Rich = z.object({ n: z.number().default(1), day: z.string().transform((text) => new Date(text)) });
tool("t")
  .describe("d")
  .input(Rich)
  .output(Out)
  .reads()
  .run((args) => {
    expectTypeOf(args).toEqualTypeOf<{ n: number; day: Date }>();
    expectTypeOf(args.n).not.toBeAny();
    return done;
  });
tool("t")
  .describe("d")
  .input(z3.object({ n: z3.number().default(1) }))
  .output(Out)
  .reads()
  .run((args) => {
    expectTypeOf(args).toEqualTypeOf<{ n: number }>();
    return done;
  });
tool("t")
  .describe("d")
  .input(mini.object({ n: mini.optional(mini.number()) }))
  .output(Out)
  .reads()
  .run((args) => {
    expectTypeOf(args).toEqualTypeOf<{ n?: number | undefined }>();
    return done;
  });
command("c")
  .describe("d")
  .reads()
  .run((args) => {
    expectTypeOf(args).toEqualTypeOf<Record<string, never>>();
  });
command("c")
  .describe("d")
  .input(In)
  .reads()
  .run((args) => {
    expectTypeOf(args).toEqualTypeOf<{ path: string; from?: number | undefined }>();
  });

// The call is what kind and mode make of it.
unary.run((_, call) => {
  expectTypeOf(call).toEqualTypeOf<Call>();
  return done;
});
streaming.run((_, call) => {
  expectTypeOf(call).toEqualTypeOf<StreamingCall>();
  return done;
});
base.mutates("low").run((_, call) => {
  expectTypeOf(call).toEqualTypeOf<MutatingCall>();
  return done;
});
base
  .streams()
  .mutates("low")
  .run((_, call) => {
    expectTypeOf(call).toEqualTypeOf<StreamingMutatingCall>();
    return done;
  });
base.mutates("low").preview((args, call) => {
  expectTypeOf(args).toEqualTypeOf<{ path: string; from?: number | undefined }>();
  expectTypeOf(call).toEqualTypeOf<PreviewCall>();
  // @ts-expect-error a preview does nothing
  call.did("x");
  // @ts-expect-error and takes no locks
  call.lock("x");
  return tree();
});
command("c")
  .describe("d")
  .streams()
  .mutates("low")
  .run((_, call) => {
    expectTypeOf(call).toEqualTypeOf<StreamingMutatingCall>();
  });
base
  .reads()
  .spawns()
  .run((_, call) => {
    expectTypeOf(call).toEqualTypeOf<ProcessCall>();
    return done;
  });
base
  .spawns()
  .mutates("high")
  .run(async function* (_, call) {
    expectTypeOf(call).toEqualTypeOf<ProcessMutatingCall>();
    yield { progress: "starting" };
    call.did("started it");
    return done;
  });
command("c")
  .describe("d")
  .mutates("high")
  .spawns()
  .run((_, call) => {
    expectTypeOf(call).toEqualTypeOf<ProcessMutatingCall>();
  });
base
  .reads()
  .spawns()
  .run(async (_, call) => {
    const { code, signal, stdout, stderr, truncated, dropped } = await call.exec("ls", ["-l"], { cwd: "sub" });
    expectTypeOf({ code, signal, stdout, stderr, truncated, dropped }).toEqualTypeOf<{
      code: number;
      signal: string | undefined;
      stdout: string;
      stderr: string;
      truncated: boolean;
      dropped: { readonly stdout: number; readonly stderr: number };
    }>();
    const raw = await call.exec("ls", [], { encoding: "bytes", check: true });
    expectTypeOf(raw.stdout).toEqualTypeOf<Uint8Array>();
    // @ts-expect-error no such option
    await call.exec("ls", [], { timeout: 100 });
    // @ts-expect-error no such encoding
    await call.exec("ls", [], { encoding: "utf-8" });
    // @ts-expect-error the arguments are a list
    await call.exec("ls", "-l");
    // @ts-expect-error only after .mutates()
    call.did("x");
    return done;
  });
unary.run((_, call) => {
  // @ts-expect-error only after .spawns()
  call.exec("ls");
  return done;
});
streaming.run((_, call) => {
  // @ts-expect-error only after .spawns()
  call.exec("ls");
  return done;
});
base.mutates("low").preview((_, call) => {
  // @ts-expect-error a preview sends nothing
  call.exec("ls");
  return tree();
});
unary.run((_, call) => {
  // @ts-expect-error only after .streams()
  call.progress("x");
  // @ts-expect-error
  call.partial({});
  // @ts-expect-error
  call.output("x");
  // @ts-expect-error only after .mutates()
  call.did("x");
  return done;
});

// Results are the schema's input, with declared fields only.
unary.run(() => done);
unary.run(async () => ({ text: "", lines: 1, note: "n" }));
unary.run(() => {
  throw new Error("always");
});
// @ts-expect-error lines is missing
unary.run(async () => ({ text: "" }));
// @ts-expect-error
unary.run(() => ({ text: "", lines: "1" }));
// @ts-expect-error
unary.run(async () => {});
// @ts-expect-error nte is no field of the output schema
unary.run(async () => ({ text: "", lines: 1, nte: "typo" }));
// @ts-expect-error
unary.run(() => ({ text: "", lines: 1, nte: "typo" }));
const row = { text: "", lines: 1, id: 7 };
// @ts-expect-error a wider row is refused as well
unary.run(() => row);
const out = tool("t").describe("d").input(In);
out
  .output(z.looseObject({ text: z.string() }))
  .reads()
  .run(() => ({ text: "", more: 1 }));
out
  .output(z.record(z.string(), z.number()))
  .reads()
  .run(() => ({ a: 1, b: 2 }));
out
  .output(z.union([z.object({ a: z.string() }), z.object({ b: z.number() })]))
  .reads()
  .run(() => ({ b: 1 }));
out
  .output(z.object({ n: z.number().default(1) }))
  .reads()
  .run(() => ({}));
unary.run(() => JSON.parse("{}"));

// Handlers declared elsewhere.
async function named({ path }: OutputOf<typeof In>, call: Call): Promise<InputOf<typeof Out>> {
  return { text: call.resolvePath(path), lines: 1 };
}
unary.run(named);
base.mutates("low").run(named);
async function changes(_: OutputOf<typeof In>, call: MutatingCall) {
  call.did("x");
  return done;
}
base.mutates("low").run(changes);
// @ts-expect-error asks for more than was declared
unary.run(changes);

// Generators, where the tool streams.
streaming.run(async function* () {
  yield { progress: "scanning", fraction: 0.5 };
  yield { partial: { hit: 1 } };
  yield { output: "text", to: "stderr" };
  return done;
});
// @ts-expect-error a generator needs .streams()
unary.run(async function* () {
  yield { progress: "x" };
  return done;
});
// @ts-expect-error no such event
streaming.run(async function* () {
  yield { progres: "x" };
  return done;
});
// @ts-expect-error call.progress() has sent it already
streaming.run(async function* (_, call) {
  yield call.progress("x");
  return done;
});
// @ts-expect-error the returned value is the result
streaming.run(async function* () {
  yield { progress: "x" };
});
// @ts-expect-error nte is no field of the output schema
streaming.run(async function* () {
  yield { progress: "x" };
  return { text: "", lines: 1, nte: "typo" };
});
// @ts-expect-error generators are async
streaming.run(function* () {
  yield { progress: "x" };
  return done;
});

// A command answers an object or nothing.
const reads = command("c").describe("d").reads();
interface Report {
  total: number;
}
reads.run(() => {});
reads.run(async () => undefined);
reads.run(async (): Promise<Report> => ({ total: 1 }));
// @ts-expect-error
reads.run(() => "text");
// @ts-expect-error
reads.run(async () => "text");
// @ts-expect-error
reads.run(() => [1]);
// @ts-expect-error
reads.run(async () => null);
// @ts-expect-error a generator needs .streams()
reads.run(async function* () {
  yield { progress: "x" };
});
reads.streams().run(async function* () {
  yield { progress: "x" };
});
// @ts-expect-error no such event
reads.streams().run(async function* () {
  yield { progres: "x" };
});

// Definitions carry evaluated types.
expectTypeOf(unary.run(() => done)).toEqualTypeOf<
  ToolDefinition<
    { path: string; from?: number | undefined },
    { text: string; lines: number; note?: string | undefined },
    unknown,
    unknown
  >
>();
expectTypeOf(base.asks()).toExtend<ToolDefinition>();
expectTypeOf(reads.run(() => {})).toEqualTypeOf<CommandDefinition<Record<string, never>, unknown, unknown>>();
expectTypeOf(reads.run(() => {})).not.toExtend<ToolDefinition>();
