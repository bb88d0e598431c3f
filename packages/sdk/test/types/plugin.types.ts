import { command, definePlugin, type Plugin, secret, tool } from "@plugwright/sdk";
import { expectTypeOf } from "expect-type";
import * as z from "zod";
import * as z3 from "zod/v3";
import { base, In, Out, tree } from "./given.js";

const done = { text: "", lines: 1 };
const id = { name: "files", version: "1.0.0", source: "github.com/acme/files" };
const config = z.object({ roots: z.array(z.string()), token: secret(z.string()).optional() });
type Config = z.output<typeof config>;

interface Db {
  query(sql: string): string[];
}
declare const db: Db;

// call.config and call.ctx have the types that were asked for.
const plain = base.reads().run((_, call) => {
  expectTypeOf(call.config).toBeUnknown();
  expectTypeOf(call.ctx).toBeUnknown();
  return done;
});
const bound = tool<Config>;
const needsConfig = bound("a")
  .describe("d")
  .input(In)
  .output(Out)
  .reads()
  .run((_, call) => {
    expectTypeOf(call.config).toEqualTypeOf<{ roots: string[]; token?: string | undefined }>();
    // @ts-expect-error Did you mean "roots"?
    call.config.rots;
    return done;
  });
const needsRoots = tool<{ roots: string[] }>("b")
  .describe("d")
  .input(In)
  .output(Out)
  .reads()
  .run(() => done);
const needsUrl = tool<{ url: string }>("c")
  .describe("d")
  .input(In)
  .output(Out)
  .reads()
  .run(() => done);
const needsDb = tool<unknown, { db: Db }>("d")
  .describe("d")
  .input(In)
  .output(Out)
  .reads()
  .run((_, call) => {
    expectTypeOf(call.ctx).toEqualTypeOf<{ db: Db }>();
    return done;
  });
const commandNeedsDb = command<Config, { db: Db }>("c")
  .describe("d")
  .mutates("low")
  .run((_, call) => {
    expectTypeOf(call.ctx.db).toEqualTypeOf<Db>();
    expectTypeOf(call.config).toEqualTypeOf<Config>();
  });
const question = tool<Config, { db: Db }>("q").describe("d").input(In).output(Out).asks();

// A plugin has what its operations ask for.
expectTypeOf(definePlugin({ ...id, tools: [plain, question] })).toEqualTypeOf<Plugin>();
definePlugin({ ...id });
definePlugin({ ...id, config, tools: [plain, needsConfig, needsRoots] });
definePlugin({ ...id, config: z3.object({ roots: z3.array(z3.string()) }), tools: [needsRoots] });
definePlugin({ ...id, setup: async () => ({ db, more: 1 }), tools: [plain, needsDb] });
definePlugin({ ...id, tools: [needsDb], setup: () => ({ db }) });
definePlugin({
  ...id,
  config,
  commands: [commandNeedsDb],
  tools: [plain, needsConfig, needsDb],
  setup: async (settings, { log, signal }) => {
    expectTypeOf(settings).toEqualTypeOf<Config>();
    expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
    log.info("ready");
    return { db };
  },
  close: async (ctx) => {
    expectTypeOf(ctx).toEqualTypeOf<{ db: Db }>();
  },
});
definePlugin({ ...id, setup: (settings) => expectTypeOf(settings).toBeUndefined() });
definePlugin({ ...id, config, setup: async () => {} });
definePlugin({ ...id, render: { "1": async (payload) => (payload.length > 0 ? tree() : tree()) } });
definePlugin({ ...id, prompts: [{ name: "review", description: "d", template: "Review {file}" }] });

// @ts-expect-error the plugin's config has no url
definePlugin({ ...id, config, tools: [needsUrl] });
// @ts-expect-error among others
definePlugin({ ...id, config, tools: [plain, needsUrl, needsRoots] });
// @ts-expect-error the config was forgotten
definePlugin({ ...id, tools: [needsConfig] });
// @ts-expect-error setup was forgotten
definePlugin({ ...id, tools: [needsDb] });
// @ts-expect-error setup returns something else
definePlugin({ ...id, tools: [needsDb], setup: async () => ({ db: 1 }) });
// @ts-expect-error
definePlugin({ ...id, config, commands: [commandNeedsDb], setup: () => ({}) });
// @ts-expect-error
definePlugin({ ...id, setup: () => ({ db }), close: (ctx: { cache: string }) => void ctx });
// @ts-expect-error not finished
definePlugin({ ...id, tools: [base.reads()] });
// @ts-expect-error a command is no tool
definePlugin({ ...id, tools: [command("c").describe("d").asks()] });
// @ts-expect-error a tool is no command
definePlugin({ ...id, commands: [plain] });
// @ts-expect-error
definePlugin({ ...id, tools: [{ type: "tool", name: "x", description: "d", kind: "resource" }] });
// @ts-expect-error
definePlugin({ ...id, tool: [plain] });
// @ts-expect-error source is missing
definePlugin({ name: "x", version: "1.0.0" });
// @ts-expect-error the root of a config is an object
definePlugin({ ...id, config: z.string() });
