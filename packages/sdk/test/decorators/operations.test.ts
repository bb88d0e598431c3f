import { toBinary } from "@bufbuild/protobuf";
import { describe, expect, test } from "@jest/globals";
import { GetCapabilitiesResponseSchema } from "@plugwright/protocol/slashcommand";
import { GetSchemaResponseSchema } from "@plugwright/protocol/tool";
import {
  type Call,
  type CommandDefinition,
  command,
  definePlugin,
  getCapabilitiesResponse,
  getSchemaResponse,
  type MutatingCall,
  type OutputOf,
  operationKey,
  type Plugin,
  type ProcessCall,
  pluginKey,
  type StreamingCall,
  type StreamingMutatingCall,
  type ToolDefinition,
  text,
  tool,
} from "@plugwright/sdk";
import { Command, Preview, Tool } from "@plugwright/sdk/decorators";
import * as z from "zod";
import { id, run } from "./running.js";

const In = z.object({ path: z.string().min(1).describe("where"), lines: z.int().optional() });
const Out = z.object({ text: z.string() });
type Args = OutputOf<typeof In>;
const done = { text: "" };

class All {
  @Tool({ description: "reads", input: In, output: Out, reads: true })
  reads(_: Args, __: Call) {
    return done;
  }

  @Tool({ description: "reads by key", input: In, output: Out, reads: true, key: ["path"], name: "reads_by_key" })
  readsByKey() {
    return done;
  }

  @Tool({ description: "reads alone", input: In, output: Out, reads: true, exclusive: true })
  async reads_alone() {
    return done;
  }

  @Tool({ description: "m", input: In, output: Out, mutates: "low", terminatesTurn: true })
  mutates(_: Args, __: MutatingCall) {
    return done;
  }

  @Tool({
    description: "m",
    input: In,
    output: Out,
    mutates: { scope: "broad", reversible: true },
    key: ["path"],
    idempotent: true,
    timeout: "30s",
    streams: true,
    describeConstraints: false,
  })
  async *mutates_by_key(_: Args, __: StreamingMutatingCall) {
    yield { progress: "x" };
    return done;
  }

  @Preview("mutates_by_key")
  protected preview_it() {
    return text("it");
  }

  @Tool({ description: "m", input: In, output: Out, mutates: "critical", neverConflicts: true })
  mutates_freely() {
    return done;
  }

  @Tool({ description: "p", input: In, output: Out, reads: true, spawns: true })
  async spawns(_: Args, __: ProcessCall) {
    return done;
  }

  @Tool({ description: "asks", input: In, output: Out, asks: true })
  asks() {}

  @Command({ description: "plain", reads: true })
  plain() {}

  @Command({ description: "m", input: In, mutates: "moderate", streams: true, key: ["path"], name: "with-input" })
  async *withInput({ path }: Args, _: StreamingCall) {
    yield { progress: path };
    return { path };
  }

  @Command({ description: "asks", input: In, asks: true, name: "asks-human" })
  asksHuman() {}
}

const fromBuilder = definePlugin({
  ...id,
  tools: [
    tool("reads")
      .describe("reads")
      .input(In)
      .output(Out)
      .reads()
      .run(() => done),
    tool("reads_by_key")
      .describe("reads by key")
      .input(In)
      .output(Out)
      .reads({ key: ["path"] })
      .run(() => done),
    tool("reads_alone")
      .describe("reads alone")
      .input(In)
      .output(Out)
      .reads({ exclusive: true })
      .run(() => done),
    tool("mutates")
      .describe("m")
      .input(In)
      .output(Out)
      .mutates("low")
      .terminatesTurn()
      .run(() => done),
    tool("mutates_by_key")
      .describe("m")
      .input(In)
      .output(Out)
      .mutates({ scope: "broad", reversible: true }, { key: ["path"] })
      .idempotent()
      .timeout("30s")
      .streams()
      .describeConstraints(false)
      .preview(() => text("it"))
      .run(() => done),
    tool("mutates_freely")
      .describe("m")
      .input(In)
      .output(Out)
      .mutates("critical", { neverConflicts: true })
      .run(() => done),
    tool("spawns")
      .describe("p")
      .input(In)
      .output(Out)
      .reads()
      .spawns()
      .run(() => done),
    tool("asks").describe("asks").input(In).output(Out).asks(),
  ],
  commands: [
    command("plain")
      .describe("plain")
      .reads()
      .run(() => {}),
    command("with-input")
      .describe("m")
      .input(In)
      .mutates("moderate", { key: ["path"] })
      .streams()
      .run(() => {}),
    command("asks-human").describe("asks").input(In).asks(),
  ],
});
const fromClass = definePlugin({ ...id, providers: [All] });

/** Everything that was declared, functions by what they are. */
function declared(plugin: Plugin) {
  return [...plugin.tools, ...plugin.commands].map((definition: ToolDefinition | CommandDefinition) => {
    const { provider, handler, preview, ...rest } = definition[operationKey];
    const { [operationKey]: _, ...face } = definition;
    return { face, ...rest, handler: typeof handler, preview: typeof preview };
  });
}

describe("what is declared on a class", () => {
  test("is what a builder declares, option by step", () => {
    expect(declared(fromClass)).toEqual(declared(fromBuilder));
  });

  test("is the same on the wire, byte for byte", () => {
    const tools = (plugin: Plugin) => toBinary(GetSchemaResponseSchema, getSchemaResponse(plugin[pluginKey]));
    const commands = (plugin: Plugin) =>
      toBinary(GetCapabilitiesResponseSchema, getCapabilitiesResponse(plugin[pluginKey]));
    expect(tools(fromClass)).toEqual(tools(fromBuilder));
    expect(commands(fromClass)).toEqual(commands(fromBuilder));
  });

  test("is frozen", () => {
    for (const definition of [...fromClass.tools, ...fromClass.commands]) {
      expect([definition, definition[operationKey]].every(Object.isFrozen)).toBe(true);
    }
  });

  test("is described without an instance", () => {
    class Unmakeable {
      constructor() {
        throw new Error("made");
      }
      @Tool({ description: "d", input: In, output: Out, reads: true })
      reads() {
        return done;
      }
    }
    const plugin = definePlugin({ ...id, providers: [Unmakeable] });
    expect(getSchemaResponse(plugin[pluginKey]).tools.map(({ name }) => name)).toEqual(["reads"]);
  });

  test("runs: a generator's events, a command's answer, a question that no method answers", async () => {
    const running = run(fromClass);
    expect(await running.tool("mutates_by_key", { path: "a" })).toEqual({ text: "" });
    expect(await running.command("with-input", { path: "a" })).toEqual({ path: "a" });
    expect(await running.command("plain")).toEqual({});
    await expect(running.tool("asks", { path: "a" })).rejects.toThrow("the kernel asks a person, no handler runs");
    await running.close();
  });

  test("may be one tool under two names, and a command as well", async () => {
    class Aliased {
      @Tool({ description: "d", input: z.object({}), output: Out, reads: true })
      @Tool({ description: "the same", input: z.object({}), output: Out, reads: true, name: "alias" })
      @Command({ description: "for humans", reads: true })
      name() {
        return { text: "one" };
      }
    }
    const running = run(definePlugin({ ...id, providers: [Aliased] }));
    expect([await running.tool("name"), await running.tool("alias"), await running.command("name")]).toEqual([
      { text: "one" },
      { text: "one" },
      { text: "one" },
    ]);
    await running.close();
  });

  test("is called through other decorators, whichever side they stand on", async () => {
    const loud = (method: () => { text: string }, _: ClassMethodDecoratorContext) =>
      function (this: unknown) {
        return { text: `${method.call(this).text}!` };
      };
    class Wrapped {
      word = "hi";
      @loud
      @Tool({ description: "d", input: z.object({}), output: Out, reads: true })
      outside() {
        return { text: this.word };
      }
      @Tool({ description: "d", input: z.object({}), output: Out, reads: true })
      @loud
      inside() {
        return { text: this.word };
      }
    }
    const running = run(definePlugin({ ...id, providers: [Wrapped] }));
    expect([await running.tool("outside"), await running.tool("inside")]).toEqual([{ text: "hi!" }, { text: "hi!" }]);
    await running.close();
  });
});
