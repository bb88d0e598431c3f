import {
  type Call,
  definePlugin,
  type MutatingCall,
  type OutputOf,
  type PreviewCall,
  type ProcessCall,
  type ProcessMutatingCall,
  type StreamingCall,
  type StreamingMutatingCall,
  tool,
} from "@plugwright/sdk";
import { Command, Preview, Tool } from "@plugwright/sdk/decorators";
import * as z from "zod";
import * as mini from "zod/mini";
import * as z3 from "zod/v3";
import { In, Out, tree } from "./given.js";

const done = { text: "", lines: 1 };
type Args = OutputOf<typeof In>;
const d = { description: "d", input: In, output: Out } as const;

// The method takes what the schema makes of the arguments, and the call that effect and mode make.
class Fits {
  @Tool({ ...d, reads: true })
  reads(_: Args, __: Call) {
    return done;
  }
  @Tool({ ...d, mutates: "low" })
  async mutates(_: Args, __: MutatingCall) {
    return done;
  }
  @Tool({ ...d, mutates: { scope: "narrow", reversible: true } })
  async facts(_: Args, __: MutatingCall) {
    return done;
  }
  @Tool({ ...d, reads: true, streams: true })
  async *streams(_: Args, __: StreamingCall) {
    yield { progress: "x" };
    return done;
  }
  @Tool({ ...d, mutates: "low", streams: true })
  async streamsByCall(_: Args, call: StreamingMutatingCall) {
    await call.partial({});
    return done;
  }
  @Tool({ ...d, reads: true, spawns: true })
  async spawns(_: Args, call: ProcessCall) {
    await call.exec("ls");
    return done;
  }
  @Tool({ ...d, mutates: "high", spawns: true })
  async *spawnsAndMutates(_: Args, call: ProcessMutatingCall) {
    call.did("x");
    yield { output: "x" };
    return done;
  }
  @Tool({ ...d, asks: true })
  asks() {}
  @Tool({ ...d, reads: true })
  lessThanThereIs() {
    return done;
  }
  @Tool({ ...d, reads: true })
  aWiderParameter({ path }: { path: string }) {
    return { ...done, text: path };
  }
  @Tool({ ...d, reads: true })
  alwaysThrows(): never {
    throw new Error("x");
  }
  @Tool({ ...d, output: z.looseObject({}), reads: true })
  loose() {
    return { anything: 1 };
  }
  @Tool({ ...d, input: z.object({ n: z.number().default(1) }), reads: true })
  defaults({ n }: { n: number }) {
    return { ...done, lines: n };
  }
  @Tool({
    ...d,
    input: mini.object({ path: mini.string() }),
    output: z3.object({ n: z3.number() }),
    reads: true,
    key: ["path"],
  })
  flavours({ path }: { path: string }) {
    return { n: path.length };
  }
  @Tool({
    ...d,
    name: "all_options",
    mutates: "critical",
    key: ["path"],
    idempotent: true,
    timeout: "1.5s",
    terminatesTurn: true,
    describeConstraints: false,
  })
  all() {
    return done;
  }
  @Tool({ ...d, reads: true, exclusive: true, name: undefined, timeout: undefined, mutates: undefined })
  undefinedIsNothing() {
    return done;
  }
  @Command({ description: "d", reads: true })
  command() {}
  @Command({ description: "d", input: In, mutates: "low", streams: true, key: ["from"] })
  async *streamingCommand(_: Args, __: StreamingMutatingCall) {
    yield { progress: "x" };
    return { any: "object" };
  }
  @Command({ description: "d", asks: true })
  askingCommand() {}
}
void Fits;

// A method that disagrees with what is declared.
class Disagrees {
  // @ts-expect-error Type 'string' is not assignable to type 'number'
  @Tool({ ...d, reads: true })
  arguments(_: { path: number }) {
    return done;
  }
  // @ts-expect-error Property 'did' is missing
  @Tool({ ...d, reads: true })
  moreOfTheCall(_: Args, __: MutatingCall) {
    return done;
  }
  // @ts-expect-error Property 'progress' is missing
  @Tool({ ...d, reads: true })
  events(_: Args, __: StreamingCall) {
    return done;
  }
  // @ts-expect-error Property 'exec' is missing
  @Tool({ ...d, reads: true, streams: true })
  programs(_: Args, __: ProcessCall) {
    return done;
  }
  // @ts-expect-error a class does not know its plugin: this.config
  @Tool({ ...d, reads: true })
  config(_: Args, __: Call<{ roots: string[] }>) {
    return done;
  }
  // @ts-expect-error lines is missing
  @Tool({ ...d, reads: true })
  result() {
    return { text: "" };
  }
  // @ts-expect-error nte is no field of the output schema
  @Tool({ ...d, reads: true })
  excess() {
    return { ...done, nte: 1 };
  }
  // @ts-expect-error
  @Tool({ ...d, reads: true })
  async nothing() {}
  // @ts-expect-error a generator needs streams
  @Tool({ ...d, reads: true })
  async *generator() {
    yield { progress: "x" };
    return done;
  }
  // @ts-expect-error no such event
  @Tool({ ...d, reads: true, streams: true })
  async *event() {
    yield { progres: "x" };
    return done;
  }
  // @ts-expect-error no handler runs
  @Tool({ ...d, asks: true })
  asks(_: Args) {}
  // @ts-expect-error an object or nothing
  @Command({ description: "d", reads: true })
  command() {
    return "text";
  }
  // @ts-expect-error a command without an input has no arguments
  @Command({ description: "d", reads: true })
  commandArguments(_: { path: string }) {}
  @Tool({ ...d, reads: true })
  // @ts-expect-error a decorator gives parameters no types
  untyped(_) {
    return done;
  }
}
void Disagrees;

// What is no method of an instance.
class Misplaced {
  // @ts-expect-error it cannot be static
  @Tool({ ...d, reads: true })
  static shared() {
    return done;
  }
  // @ts-expect-error it cannot be #private
  @Tool({ ...d, reads: true })
  #secret() {
    return done;
  }
  // @ts-expect-error a symbol is no name
  @Tool({ ...d, reads: true })
  [Symbol.iterator]() {
    return this.#secret();
  }
  // @ts-expect-error
  @Tool({ ...d, reads: true })
  field = () => done;
  // @ts-expect-error
  @Command({ description: "d", reads: true })
  static command() {}
  // @ts-expect-error
  @Tool
  bare() {}
}
void Misplaced;

// Options that contradict each other.
const o = { description: "d", input: In, output: Out };
// @ts-expect-error a tool has one effect
Tool({ ...o, reads: true, mutates: "low" });
// @ts-expect-error
Tool({ ...o, mutates: "low", asks: true });
// @ts-expect-error
Tool({ ...o, reads: true, asks: true });
// @ts-expect-error a command has one effect
Command({ description: "d", reads: true, mutates: "low" });
// @ts-expect-error
Tool({ ...o, reads: false });
// @ts-expect-error what mutates is never read_only
Tool({ ...o, mutates: "read_only" });
// @ts-expect-error
Tool({ ...o, mutates: { scope: "tiny", reversible: true } });
// @ts-expect-error Did you mean "path"?
Tool({ ...o, reads: true, key: ["pth"] });
// @ts-expect-error an empty key would claim that calls never conflict
Tool({ ...o, mutates: "low", key: [] });
// @ts-expect-error this input declares no fields
Tool({ ...o, input: z.record(z.string(), z.string()), reads: true, key: ["c"] });
// @ts-expect-error
Command({ description: "d", reads: true, key: ["path"] });
// @ts-expect-error key and exclusive exclude each other
Tool({ ...o, reads: true, key: ["path"], exclusive: true });
// @ts-expect-error key and neverConflicts exclude each other
Tool({ ...o, mutates: "low", key: ["path"], neverConflicts: true });
// @ts-expect-error only what reads can be exclusive
Tool({ ...o, mutates: "low", exclusive: true });
// @ts-expect-error only what mutates can claim neverConflicts
Tool({ ...o, reads: true, neverConflicts: true });
// @ts-expect-error only a tool that mutates ends the turn
Tool({ ...o, reads: true, terminatesTurn: true });
// @ts-expect-error a tool that asks cannot stream
Tool({ ...o, asks: true, streams: true });
// @ts-expect-error a tool that asks cannot stream
Tool({ ...o, asks: true, spawns: true });
// @ts-expect-error a tool that asks has no key
Tool({ ...o, asks: true, key: ["path"] });
// @ts-expect-error a tool that asks is never repeated
Tool({ ...o, asks: true, idempotent: true });
// @ts-expect-error a tool that asks has no time limit
Tool({ ...o, asks: true, timeout: "1s" });
// @ts-expect-error streaming is already declared
Tool({ ...o, reads: true, streams: true, spawns: true });
// @ts-expect-error
Tool({ ...o, reads: true, timeout: "30" });
// @ts-expect-error
Tool({ ...o, reads: true, idempotnt: true });
// @ts-expect-error a command has no output schema
Command({ description: "d", reads: true, output: Out });
// @ts-expect-error and ends no turn
Command({ description: "d", mutates: "low", terminatesTurn: true });
// @ts-expect-error
Tool({ description: "d", input: In, reads: true });
// @ts-expect-error
Tool({ input: In, output: Out, reads: true });
// @ts-expect-error the root must be an object
Tool({ ...o, input: z.string(), reads: true });
// @ts-expect-error the fields alone are no schema
Tool({ ...o, output: { text: z.string() }, reads: true });

// Previews.
class Previewed {
  @Tool({ ...d, mutates: "low" })
  write(_: Args, __: MutatingCall) {
    return done;
  }
  @Tool({ ...d, mutates: "low" })
  withoutArguments() {
    return done;
  }
  @Preview("write")
  protected fits(_: Args, __: PreviewCall) {
    return tree();
  }
  @Preview("write")
  async takesLess() {
    return tree();
  }
  // @ts-expect-error Type 'string' is not assignable to type 'number'
  @Preview("write")
  arguments(_: { path: number }) {
    return tree();
  }
  // @ts-expect-error a preview does nothing
  @Preview("write")
  does(_: Args, __: MutatingCall) {
    return tree();
  }
  // @ts-expect-error
  @Preview("write")
  showsNothing() {}
  // @ts-expect-error this class has no public method wirte
  @Preview("wirte")
  misspelt() {
    return tree();
  }
  // @ts-expect-error the method does not say what its arguments are
  @Preview("withoutArguments")
  untyped(_: Args) {
    return tree();
  }
  // @ts-expect-error
  @Preview("write")
  static shared() {
    return tree();
  }
}
class Inherits extends Previewed {
  @Preview("write")
  another(_: Args) {
    return tree();
  }
}
void Inherits;

// Classes in a plugin: their constructors take its configuration, or a part of it, or nothing.
const id = { name: "files", version: "1.0.0", source: "github.com/acme/files" };
const config = z.object({ roots: z.array(z.string()), depth: z.int().default(1) });
type Config = z.output<typeof config>;
class NeedsConfig {
  constructor(readonly config: Config) {}
}
class NeedsRoots {
  constructor(readonly settings: { readonly roots: readonly string[] }) {}
}
class NeedsUrl {
  constructor(readonly settings: { readonly url: string }) {}
}
class NeedsNothing {}
abstract class Abstract {}
class NeedsMore {
  constructor(
    readonly settings: object,
    readonly more: string,
  ) {}
}
const plain = tool("t")
  .describe("d")
  .input(In)
  .output(Out)
  .reads()
  .run(() => done);
const needsDb = tool<unknown, { db: string }>("d")
  .describe("d")
  .input(In)
  .output(Out)
  .reads()
  .run(() => done);
definePlugin({ ...id, config, providers: [NeedsConfig, NeedsRoots, NeedsNothing] });
definePlugin({ ...id, providers: [NeedsNothing], tools: [plain] });
definePlugin({ ...id, config, providers: [NeedsConfig], tools: [plain, needsDb], setup: async () => ({ db: "x" }) });
definePlugin({ ...id, config: z3.object({ roots: z3.array(z3.string()) }), providers: [NeedsRoots] });
// @ts-expect-error Property 'url' is missing
definePlugin({ ...id, config, providers: [NeedsUrl] });
// @ts-expect-error among others
definePlugin({ ...id, config, providers: [NeedsConfig, NeedsUrl] });
// @ts-expect-error the config was forgotten
definePlugin({ ...id, providers: [NeedsConfig] });
// @ts-expect-error nobody would pass the second one
definePlugin({ ...id, config, providers: [NeedsMore] });
// @ts-expect-error there can be no instance
definePlugin({ ...id, providers: [Abstract] });
// @ts-expect-error the class itself
definePlugin({ ...id, providers: [new NeedsNothing()] });
// @ts-expect-error
definePlugin({ ...id, providers: [() => new NeedsNothing()] });
