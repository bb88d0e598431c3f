import { definePlugin, type MutatingCall, type OutputOf, type StreamingCall, text } from "@plugwright/sdk";
import { Command, Preview, Tool } from "@plugwright/sdk/decorators";
import * as z from "zod";

// What an author writes, with all that compilers treat in ways of their own. A test compiles it with each of them.

const config = z.object({ root: z.string() });
type Config = z.output<typeof config>;
const In = z.object({ path: z.string() });
const Out = z.object({ told: z.string() });
type Args = OutputOf<typeof In>;
const reads = { description: "reads", input: In, output: Out, reads: true } as const;

class Parent {
  static made = 0;
  #calls = 0;
  readonly number: number;

  constructor(protected readonly config: Config) {
    this.number = ++Parent.made;
  }

  get calls() {
    return this.#calls;
  }

  @Tool(reads)
  async read({ path }: Args) {
    this.#calls++;
    return { told: `parent read ${this.config.root}${path}` };
  }

  @Tool({ ...reads, streams: true })
  async *list({ path }: Args, call: StreamingCall) {
    this.#calls++;
    call.progress("by call");
    yield { progress: "by yield" };
    return { told: `parent listed ${this.config.root}${path}` };
  }

  @Command({ description: "counts", reads: true })
  count() {
    return { calls: this.#calls, number: this.number };
  }

  async [Symbol.asyncDispose]() {
    Parent.made--;
  }
}

class Child extends Parent {
  override async read(args: Args) {
    return { told: `child: ${(await super.read(args)).told}` };
  }

  @Tool({ description: "writes", input: In, output: Out, mutates: "low", key: ["path"] })
  @Tool({ description: "writes", input: In, output: Out, mutates: "high", name: "write_again" })
  write({ path }: Args, call: MutatingCall) {
    call.did("wrote");
    return { told: `child wrote ${this.config.root}${path}` };
  }

  @Preview("write")
  protected previewWrite({ path }: Args) {
    return text(`child would write ${this.config.root}${path}`);
  }
}

function said(word: string, name: string) {
  class Said {
    @Tool({ ...reads, name })
    say() {
      return { told: word };
    }
  }
  return Said;
}

export const plugin = definePlugin({
  name: "compiled",
  version: "1.0.0",
  source: "github.com/acme/compiled",
  config,
  providers: [Child, said("hello", "say_hello"), said("bye", "say_bye")],
});
