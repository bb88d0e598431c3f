import { beforeAll, describe, expect, test } from "@jest/globals";
import { compile } from "./scratch.js";

const prelude = `import { command, definePlugin, tool } from "@plugwright/sdk";
import * as z from "zod";
const In = z.object({ path: z.string(), from: z.int().optional() });
const Out = z.object({ text: z.string(), lines: z.int() });
const base = tool("t").describe("d").input(In).output(Out);
const done = { text: "", lines: 1 };
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
