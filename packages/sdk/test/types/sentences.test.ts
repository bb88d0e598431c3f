import { beforeAll, describe, expect, test } from "@jest/globals";
import { compile } from "./scratch.js";

const prelude = `import { type Call, command, definePlugin, type MutatingCall, tool } from "@plugwright/sdk";
import { Command, Preview, Tool } from "@plugwright/sdk/decorators";
import * as z from "zod";
const In = z.object({ path: z.string(), from: z.int().optional() });
const Out = z.object({ text: z.string(), lines: z.int() });
const base = tool("t").describe("d").input(In).output(Out);
const done = { text: "", lines: 1 };
const d = { description: "d", input: In, output: Out } as const;
class NeedsUrl { constructor(readonly settings: { url: string }) {} }
const id = { name: "files", version: "1.0.0", source: "github.com/acme/files" };
const config = z.object({ roots: z.array(z.string()) });
const needsUrl = tool<{ url: string }>("u").describe("d").input(In).output(Out).reads().run(() => done);
const needsDb = tool<unknown, { db: string }>("d").describe("d").input(In).output(Out).reads().run(() => done);`;

/** What an author writes, and the sentence that the compiler must say about it. */
const rows: readonly (readonly [code: string, sentence: string])[] = [
  [
    "base.reads().terminatesTurn();",
    `Type 'Refused<"only a tool that .mutates() ends the turn">' has no call signatures.`,
  ],
  [
    "base.reads().preview(() => null!);",
    `Type 'Refused<"only a tool that .mutates() has a preview">' has no call signatures.`,
  ],
  ["base.reads().mutates('low');", `Type 'Refused<"a tool has one effect">' has no call signatures.`],
  ["base.streams().asks();", `Type 'Refused<"a tool that asks cannot stream">' has no call signatures.`],
  ["base.streams().streams();", `Type 'Refused<"streaming is already declared">' has no call signatures.`],
  ["base.streams().spawns();", `Type 'Refused<"streaming is already declared">' has no call signatures.`],
  ["base.spawns().asks();", `Type 'Refused<"a tool that asks cannot stream">' has no call signatures.`],
  [
    "base.reads().streams().run(async (_, call) => (await call.exec('true'), done));",
    "Property 'exec' does not exist on type 'StreamingCall<unknown, unknown>'.",
  ],
  [
    "base.mutates('low').run(async (_, call) => (await call.exec('true'), done));",
    "Property 'exec' does not exist on type 'MutatingCall<unknown, unknown>'.",
  ],
  ["base.input(In);", `Type 'Refused<"this step was already called">' has no call signatures.`],
  ["command('c').reads().mutates('low');", `Type 'Refused<"a command has one effect">' has no call signatures.`],
  ["base.run(() => done);", `Type 'Missing<".reads() or .mutates()">' has no call signatures.`],
  ["tool('t').input(In).reads().run(null!);", `Type 'Missing<".describe()" | ".output()">' has no call signatures.`],
  ["base.reads({ key: ['pth'] });", `Type '"pth"' is not assignable to type '"path" | "from"'. Did you mean '"path"'?`],
  ["tool('t').reads({ key: ['path'] });", `is not assignable to type '"call .input() first: a key names its fields"'.`],
  ["tool('t').input(z.record(z.string(), z.string())).reads({ key: ['c'] });", `'"this input declares no fields"'.`],
  ["base.reads({ key: ['path'], exclusive: true });", `'Refused<"key and exclusive exclude each other">'`],
  [
    "base.mutates('low', { key: ['path'], neverConflicts: true });",
    `'Refused<"key and neverConflicts exclude each other">'`,
  ],
  [
    "base.mutates('read_only');",
    `Argument of type '"read_only"' is not assignable to parameter of type 'Risk | RiskFacts'.`,
  ],
  ["tool('t').input(z.string());", `'"the root must be an object: z.object({ value: ... })"'`],
  ["tool('t').output(z.array(z.string()));", `'"the root must be an object: z.object({ items: z.array(...) })"'`],
  ["tool('t').input(z.any());", `'"pass a zod schema with an object at its root: z.object({ ... })"'`],
  ["base.reads().run(() => ({ ...done, nte: 'typo' }));", `Refused<"nte is no field of the output schema">`],
  [
    "base.reads().run((_, call) => (call.did('x'), done));",
    "Property 'did' does not exist on type 'Call<unknown, unknown>'.",
  ],
  [
    "base.mutates('low').run((_, call) => (call.progress('x'), done));",
    "Property 'progress' does not exist on type 'MutatingCall<unknown, unknown>'.",
  ],
  [
    "definePlugin({ ...id, config, tools: [needsUrl] });",
    "Property 'url' is missing in type '{ roots: string[]; }' but required in type '{ url: string; }'.",
  ],
  ["definePlugin({ ...id, tools: [needsUrl] });", "Type 'undefined' is not assignable to type '{ url: string; }'."],
  [
    "definePlugin({ ...id, tools: [needsDb] });",
    "Property 'db' is missing in type 'NoSetup' but required in type '{ db: string; }'.",
  ],
  [
    "definePlugin({ ...id, tools: [needsDb], setup: async (_, { log }) => ({ log }) });",
    "Property 'db' is missing in type '{ log: Logger; }' but required in type '{ db: string; }'.",
  ],
  ["definePlugin({ ...id, commands: [needsDb] });", `Type '"tool"' is not assignable to type '"command"'.`],
  // Decorators.
  ["class D1 { @Tool(d) m() { return done; } }", `Type 'Missing<"reads or mutates">' has no call signatures.`],
  ["Tool({ ...d, reads: true, mutates: 'low' });", `Refused<"a tool has one effect">'`],
  ["Command({ description: 'd', reads: true, asks: true });", `Refused<"a command has one effect">'`],
  ["Tool({ ...d, reads: true, key: ['pth'] });", `Did you mean '"path"'?`],
  ["Tool({ ...d, reads: true, key: ['path'], exclusive: true });", `'Refused<"key and exclusive exclude each other">'`],
  ["Tool({ ...d, mutates: 'low', exclusive: true });", `Refused<"only what reads can be exclusive">'`],
  ["Tool({ ...d, reads: true, neverConflicts: true });", `Refused<"only what mutates can claim neverConflicts">'`],
  ["Tool({ ...d, reads: true, terminatesTurn: true });", `Refused<"only a tool that mutates ends the turn">'`],
  ["Tool({ ...d, asks: true, streams: true });", `Refused<"a tool that asks cannot stream">'`],
  ["Tool({ ...d, reads: true, streams: true, spawns: true });", `Refused<"streaming is already declared">'`],
  ["Tool({ ...d, input: z.string(), reads: true });", `'"the root must be an object: z.object({ value: ... })"'`],
  [
    "class D2 { @Tool({ ...d, reads: true }) m(_: { path: number }) { return done; } }",
    "Type 'string' is not assignable to type 'number'.",
  ],
  [
    "class D3 { @Tool({ ...d, reads: true }) m(_: object, call: MutatingCall) { call.did('x'); return done; } }",
    "Property 'did' is missing in type 'Call<unknown, unknown>' but required in type 'MutatingCall<unknown, unknown>'.",
  ],
  [
    "class D4 { @Tool({ ...d, reads: true }) m(_: object, call: Call<{ roots: string[] }>) { call.lock('x'); return done; } }",
    "Type 'Call<unknown, unknown>' is not assignable to type 'Call<{ roots: string[]; }, unknown>'.",
  ],
  [
    "class D5 { @Tool({ ...d, reads: true }) m() { return { ...done, nte: 'typo' }; } }",
    `Refused<"nte is no field of the output schema">`,
  ],
  [
    "class D6 { @Tool({ ...d, reads: true }) static m() { return done; } }",
    `Type 'true' is not assignable to type 'false | "a method of an instance is called, so it cannot be static"'.`,
  ],
  [
    "class D7 { @Tool({ ...d, reads: true }) #m() { return done; } n() { return this.#m(); } }",
    `Type 'true' is not assignable to type 'false | "it is called from outside of the class, so it cannot be #private"'.`,
  ],
  [
    "class D8 { @Tool({ ...d, reads: true }) [Symbol.iterator]() { return done; } }",
    "Type 'typeof Symbol.iterator' is not assignable to type 'string'.",
  ],
  ["class D9 { @Tool({ ...d, reads: true }) m(_) { return done; } }", "Parameter '_' implicitly has an 'any' type."],
  [
    "class D10 { @Tool({ ...d, mutates: 'low' }) m() { return done; } @Preview('n') p() { return null!; } }",
    `is not assignable to parameter of type 'Refused<"this class has no public method n">'.`,
  ],
  [
    "definePlugin({ ...id, config, providers: [NeedsUrl] });",
    "Property 'url' is missing in type '{ roots: string[]; }' but required in type '{ url: string; }'.",
  ],
  ["definePlugin({ ...id, providers: [NeedsUrl] });", "Type 'undefined' is not assignable to type '{ url: string; }'."],
];

describe("what the compiler says", () => {
  /** The errors of the line at that index, with their reasons. */
  let saidAbout: (index: number) => string;

  beforeAll(async () => {
    const lines = prelude.split("\n");
    const program = [...lines, ...rows.map(([code]) => code)].join("\n");
    const { printed } = await compile(new Map([["author.ts", program]]));
    const errors = printed
      .split(/^(?=\S)/m)
      .map((text) => ({ line: Number(/author\.ts\((\d+),/.exec(text)?.[1]), text }));
    saidAbout = (index) =>
      errors
        .filter(({ line }) => line === lines.length + index + 1)
        .map(({ text }) => text)
        .join("");
  }, 180_000);

  test.each(rows.map(([code, sentence], index) => ({ code, sentence, index })))("$code", ({ sentence, index }) => {
    expect(saidAbout(index)).toContain(sentence);
  });
});
