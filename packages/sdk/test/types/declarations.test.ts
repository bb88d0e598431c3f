import { describe, expect, test } from "@jest/globals";
import { compile } from "./scratch.js";

const author = `import * as sdk from "@plugwright/sdk";
import * as z from "zod";
const config = z.object({ roots: z.array(z.string()) });
export const tool = sdk.tool<z.output<typeof config>>;
export const half = sdk.command("c").describe("d").mutates("low");
export const readFile = tool("read_file").describe("d")
  .input(z.object({ path: z.string() })).output(z.object({ text: z.string() })).reads()
  .run(async (_, call) => ({ text: call.config.roots.join() }));
export const changelog = half.run(() => {});
export const plugin = sdk.definePlugin({
  name: "files", version: "1.0.0", source: "github.com/acme/files", config, tools: [readFile], commands: [changelog],
});
`;

describe("an author's declarations", () => {
  test("can be emitted for finished and half-built operations, and name no zod type", async () => {
    const flags = ["--declaration", "--emitDeclarationOnly", "--noEmit", "false"];
    const { printed, declarations } = await compile(new Map([["author.ts", author]]), ...flags);
    expect(printed).toBe("");
    expect(declarations).toMatchInlineSnapshot(`
"import * as sdk from "@plugwright/sdk";
export declare const tool: (name: string) => sdk.ToolBuilder<".describe()" | ".input()" | ".output()" | ".reads() or .mutates()", never, never, "unset", "unary", {
    roots: string[];
}, unknown>;
export declare const half: sdk.CommandBuilder<never, never, "resource", "unary", unknown, unknown>;
export declare const readFile: sdk.ToolDefinition<{
    path: string;
}, {
    text: string;
}, {
    roots: string[];
}, unknown>;
export declare const changelog: sdk.CommandDefinition<sdk.NoArguments, unknown, unknown>;
export declare const plugin: sdk.Plugin;
"
`);
  }, 120_000);
});
