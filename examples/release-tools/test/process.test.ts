import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { startKernel } from "@plugwright/testkit";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test("runs as a process that the kernel launches, and reads its own changelog", async () => {
  // The kernel takes a process with prompts as a tool provider: the category is for the built file to say.
  const serve = `import { serve } from "@plugwright/sdk/node";
    serve(() => import("${new URL("../src/plugin.ts", import.meta.url)}"), { category: "slashcommand" });`;
  const args = ["--conditions=@plugwright/source", "--import", "tsx", "--input-type=module", "--eval", serve];
  const kernel = await startKernel({ providers: [{ binary: process.execPath, args }], workingDirectory: at("..") });
  expect((await kernel.command("changelog")).result).toMatchObject({ version: "Unreleased" });
  await kernel.close();
  expect(kernel.log).toEqual([]);
});
