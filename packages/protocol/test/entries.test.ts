import { expect, test } from "@jest/globals";
import { build } from "esbuild";

/** The protocol's packages of which a program that imports one name holds code. */
async function packagesOf(entry: string, name: string): Promise<string[]> {
  const { metafile } = await build({
    stdin: {
      contents: `import { ${name} } from "@plugwright/protocol/${entry}"; console.log(${name});`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    conditions: ["@plugwright/source"],
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const held = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file);
  return [...new Set(held.map((file) => /\/gen\/pluggableharness\/(\w+)\//.exec(file)?.[1] ?? ""))]
    .filter(Boolean)
    .sort();
}

test("a plugin of tools holds nothing of the kernel's callbacks", async () => {
  expect(await packagesOf("tool", "ToolService")).toEqual(["common", "config", "render", "schema", "tool"]);
});

test("a plugin that only logs holds nothing of tools", async () => {
  expect(await packagesOf("log", "LogEntrySchema")).toEqual(["log"]);
});
