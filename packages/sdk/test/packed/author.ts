import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Consumer, root } from "./install.js";

/** Fails to compile where the types got lost: then everything is allowed, and nothing is an error. */
const typed = `import { ToolError, tool } from "@plugwright/sdk";
import { ToolService } from "@plugwright/protocol/tool";
import * as z from "zod";
// @ts-expect-error there is no such category
new ToolError("nope", "x");
// @ts-expect-error there is no such method
ToolService.method.nope;
tool("t").describe("d").input(z.object({ n: z.number() })).output(z.object({})).reads().run(async ({ n }) => {
  // @ts-expect-error n is a number
  n.trim();
  return {};
});
`;

/** Writes the plugin that the package's README shows into a folder of its own; returns the folder. */
export async function writePlugin(consumer: Consumer, name: string, type: "module" | "commonjs"): Promise<string> {
  const folder = join(consumer.folder, name);
  await mkdir(folder);
  const readme = await readFile(join(root, "packages/sdk/README.md"), "utf8");
  const blocks = [...readme.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)];
  const files = blocks.map(([, file = "", text = ""]) => [file, text] as const);
  for (const [file, text] of [...files, ["typed.ts", typed] as const]) await writeFile(join(folder, file), text);
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type }));
  return folder;
}

/** Compiles it as a strict author does, who does not even skip the checks of libraries; writes JavaScript. */
export async function compilePlugin(consumer: Consumer, folder: string, options: object): Promise<string> {
  const compilerOptions = {
    target: "es2022",
    lib: ["es2023"],
    strict: true,
    skipLibCheck: false,
    types: ["node"],
    ...options,
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const { stdout, stderr } = await consumer.node([join(root, "node_modules/typescript/bin/tsc"), "-p", folder]);
  return stdout + stderr;
}
