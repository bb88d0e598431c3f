import { describe, expect, test } from "@jest/globals";
import { command, type Definition, definePlugin, type MutatingCall, type OutputOf, text, tool } from "@plugwright/sdk";
import { Command, Preview, Tool } from "@plugwright/sdk/decorators";
import * as z from "zod";
import { faultsOf, id } from "./running.js";

const In = z.object({ path: z.string() });
const Out = z.object({ text: z.string() });
const reads = { description: "d", input: In, output: Out, reads: true } as const;

// As authors in JavaScript use them: the types refuse most of what follows.
const AnyTool = Tool as unknown as (options: unknown) => AnyDecorator;
const AnyCommand = Command as unknown as (options: unknown) => AnyDecorator;
const AnyPreview = Preview as unknown as (method: unknown) => AnyDecorator;
type AnyDecorator = (value: unknown, context: unknown) => void;

/** What is wrong with a tool that has these options beside a description and its schemas. */
function faultsOfTool(options: object): string[] {
  class Files {
    @AnyTool({ description: "d", input: In, output: Out, ...options })
    read() {}
  }
  return faultsOf({ providers: [Files] });
}

describe("options", () => {
  test.each<[options: object, fault: string]>([
    [{}, 'tool "read": .reads() or .mutates() is missing. Hint: say what the operation does to the world'],
    [{ reads: true, mutates: "low" }, 'tool "read": a tool has one effect. Hint: call one of .reads(), .mutates()'],
    [
      { reads: true, description: "" },
      'tool "read": the description is empty. Hint: say what the operation does: it is all that its caller sees',
    ],
    [{ reads: true, descripton: "x" }, 'tool "read": "descripton" is no option. Hint: did you mean "description"?'],
    [
      { reads: true, zzz: 1 },
      'tool "read": "zzz" is no option. Hint: write name, description, describeConstraints, reads, mutates, asks, key, exclusive, neverConflicts, streams, spawns, idempotent, timeout, input, output, terminatesTurn',
    ],
    [{ reads: "yes" }, 'tool "read": reads is "yes". Hint: write reads: true, or leave it out'],
    [{ reads: true, key: ["pth"] }, 'tool "read", input pth: the key names no field of the input. Hint: write "path"'],
    [
      { reads: true, key: [] },
      'tool "read": the key is empty, so no call would ever wait for another. Hint: name top-level input fields, as in { key: ["path"] }',
    ],
    [
      { reads: true, neverConflicts: true },
      'tool "read": "neverConflicts" is no option of .reads(). Hint: write { key: ["field"] } or { exclusive: true }',
    ],
    [
      { mutates: "low", key: ["path"], neverConflicts: true },
      'tool "read": key and neverConflicts exclude each other. Hint: write { key: ["field"] } or { neverConflicts: true }',
    ],
    [
      { reads: true, terminatesTurn: true },
      'tool "read": only a tool that .mutates() ends the turn. Hint: leave .terminatesTurn() out',
    ],
    [
      { asks: true, key: ["path"] },
      'tool "read": .asks() takes nothing. Hint: the kernel asks one question after the other; nothing can be declared',
    ],
    [
      { asks: true, streams: true },
      'tool "read": a tool that asks cannot stream. Hint: leave .streams() out: no handler runs',
    ],
    [{ reads: true, timeout: "30" }, 'tool "read": "30" is no duration. Hint: write "500ms", "30s", "5m" or "2h"'],
    [
      { reads: true, name: "read file" },
      'tool "read file": the name has characters other than A-Z a-z 0-9 _ -. Hint: write for example "read_file"',
    ],
    [{ reads: true, input: { path: "string" } }, expect.stringMatching(/^tool "read", input: /) as unknown as string],
  ])("%j", (options, fault) => {
    const faults = faultsOfTool(options);
    expect(faults).toContainEqual(fault);
  });

  test("that say false or undefined are not declared", () => {
    class Files {
      @AnyTool({
        ...reads,
        mutates: undefined,
        key: undefined,
        idempotent: false,
        streams: false,
        terminatesTurn: false,
      })
      read() {}
    }
    const [read] = definePlugin({ ...id, providers: [Files] }).tools;
    const declared = tool("read")
      .describe("d")
      .input(In)
      .output(Out)
      .reads()
      .run(() => ({ text: "" }));
    const face = ({ type, name, description, kind }: Definition<"tool">) => ({ type, name, description, kind });
    expect(read && face(read)).toEqual(face(declared));
  });

  test("of a command have no output", () => {
    class Files {
      @AnyCommand({ description: "d", reads: true, output: Out, terminatesTurn: true })
      read() {}
    }
    expect(faultsOf({ providers: [Files] }).map((line) => line.replace(/Hint: .*/, ""))).toEqual([
      'command "read": a command has no output schema. ',
      'command "read": a command is no part of a turn. ',
    ]);
  });

  test("that are none", () => {
    class Files {
      @AnyTool("read a file")
      read() {}
    }
    expect(faultsOf({ providers: [Files] })).toContainEqual(
      'tool "read": @Tool got "read a file". Hint: pass an object of options',
    );
  });
});

describe("what cannot be called", () => {
  test("is told with its place, together with everything else", () => {
    const symbol = Symbol("hidden");
    class Files {
      @AnyTool(reads)
      static shared() {}
      @AnyTool(reads)
      #secret() {}
      @AnyTool(reads)
      [symbol]() {}
      @AnyTool(reads)
      field = 1;
      @AnyTool(reads)
      get getter() {
        return this.#secret();
      }
      @AnyPreview("shared")
      static previewShared() {}
      @Tool({ ...reads, name: "two words" })
      fine() {
        return { text: "" };
      }
    }
    expect(faultsOf({ providers: [Files] }).toSorted()).toEqual([
      "plugin providers[0].#secret: it is called from outside of the class, which a #private method cannot be. Hint: leave the # out",
      "plugin providers[0].Symbol(hidden): its name is a symbol, which no caller can send. Hint: name it with a string",
      "plugin providers[0].field: @Tool stands on a field. Hint: put it on a method",
      "plugin providers[0].getter: @Tool stands on a getter. Hint: put it on a method",
      "plugin providers[0].previewShared: a method of an instance is called, and this one is static. Hint: leave static out",
      "plugin providers[0].shared: a method of an instance is called, and this one is static. Hint: leave static out",
      'tool "two words": the name has characters other than A-Z a-z 0-9 _ -. Hint: write for example "two_words"',
    ]);
  });

  test("is a class itself", () => {
    @AnyTool(reads)
    class Files {}
    expect(faultsOf({ providers: [Files] })).toEqual([
      "plugin providers[0].Files: @Tool stands on a class. Hint: put it on a method",
    ]);
  });
});

describe("a preview", () => {
  const mutates = { description: "d", input: In, output: Out, mutates: "low" } as const;

  test("names an operation of its class, once", () => {
    class Files {
      @Tool(mutates)
      write(_: OutputOf<typeof In>, __: MutatingCall) {
        return { text: "" };
      }
      @Preview("write")
      first() {
        return text("");
      }
      @Preview("write")
      second() {
        return text("");
      }
      @AnyPreview("wirte")
      third() {}
      @AnyPreview(undefined)
      fourth() {}
    }
    expect(faultsOf({ providers: [Files] })).toEqual([
      'plugin providers[0].second: "write" has a preview already. Hint: declare one preview for a method',
      'plugin providers[0].third: it previews "wirte", which is no operation of the class. Hint: did you mean "write"?',
      "plugin providers[0].fourth: it previews undefined, which is no operation of the class. Hint: name a method that has @Tool or @Command",
    ]);
  });

  test("belongs to what mutates", () => {
    class Files {
      @Tool(reads)
      read() {
        return { text: "" };
      }
      @Preview("read")
      previewRead() {
        return text("");
      }
    }
    expect(faultsOf({ providers: [Files] })).toEqual([
      'tool "read": only a tool that .mutates() has a preview. Hint: leave .preview() out: the kernel asks for previews of what it may have to refuse',
    ]);
  });
});

describe("providers", () => {
  class Files {
    @Tool(reads)
    read() {
      return { text: "" };
    }
  }
  class Empty {
    read() {}
  }

  test.each<[what: string, options: object, fault: string]>([
    ["no array", { providers: Files }, "plugin providers: is a function. Hint: pass an array: providers: [Files]"],
    [
      "an instance",
      { providers: [new Files()] },
      "plugin providers[0]: an object is no class. Hint: pass the class itself, as in providers: [Files]: it is made when the plugin is configured",
    ],
    [
      "a function",
      { providers: [() => new Files()] },
      "plugin providers[0]: a function is no class. Hint: pass the class itself, as in providers: [Files]: it is made when the plugin is configured",
    ],
    [
      "a class without operations",
      { providers: [Files, Empty] },
      "plugin providers[1]: the class Empty has no operation. Hint: put @Tool or @Command on its methods",
    ],
    [
      "a class twice",
      { providers: [Files, Files] },
      'tool "read": the name is taken 2 times: by providers[0].read and providers[1].read. Hint: give each tool a name of its own',
    ],
    [
      "a name that a builder has taken",
      { providers: [Files], tools: [tool("read").describe("d").input(In).output(Out).asks()] },
      'tool "read": the name is taken 2 times: by tools[0] and providers[0].read. Hint: give each tool a name of its own',
    ],
    [
      "a class's tool among the tools of another plugin",
      { tools: definePlugin({ ...id, providers: [Files] }).tools },
      'plugin tools[0]: the tool "read" is declared on a class. Hint: write providers: [Files]',
    ],
    [
      "a command among the tools",
      { tools: [command("c").describe("d").asks()], providers: [Files] },
      'plugin tools[0]: the command "c" is no tool. Hint: list it under commands',
    ],
  ])("%s", (_, options, fault) => {
    expect(faultsOf(options)).toEqual([fault]);
  });
});

describe("how a decorator is called", () => {
  test("without its options: it says so at once, for the method would be replaced", () => {
    for (const decorator of [Tool, Command, Preview] as unknown as AnyDecorator[]) {
      expect(() => {
        class Files {
          @decorator
          read() {}
        }
        return Files;
      }).toThrow(/^@(?:Tool|Command|Preview) takes .*: write @/);
    }
  });

  test("as an experimental decorator: it says what to set", () => {
    const experimental = () => AnyTool(reads)({}, "read");
    expect(experimental).toThrow(TypeError);
    expect(experimental).toThrow(
      '@Tool was called as an experimental decorator, but it is a standard one. In tsconfig.json leave experimentalDecorators out; for swc set "decoratorVersion": "2023-11" and leave legacyDecorator out; for Babel pass version: "2023-11" to @babel/plugin-proposal-decorators',
    );
    expect(() => AnyPreview("read")({}, Symbol("s"))).toThrow("@Preview was called as an experimental decorator");
  });

  test("in a way of its own, or without metadata: it names what compiles it", () => {
    const standard =
      'Compile it with TypeScript 5.2 or newer, esbuild, swc with "decoratorVersion": "2023-11" or Babel with version: "2023-11"';
    expect(() => AnyTool(reads)({ kind: "method", key: "read" }, undefined)).toThrow(
      `@Tool was not called as a decorator. ${standard}`,
    );
    const context = { kind: "method", name: "read", static: false, private: false };
    expect(() => AnyCommand(reads)(() => {}, context)).toThrow(`@Command got no metadata. ${standard}`);
  });
});
