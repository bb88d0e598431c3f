/** The source of a plugin with these operations. */
export function pluginSource(parts: {
  readonly name?: string;
  readonly imports?: string;
  readonly config?: string;
  readonly tools?: boolean;
  readonly commands?: boolean;
}): string {
  const { name = "sample", imports = "", config, tools = true, commands = false } = parts;
  return `
    import * as plugwright from "@plugwright/sdk";
    import * as z from "zod";
    ${imports}

    const add = plugwright
      .tool("add")
      .describe("Add two numbers.")
      .input(z.object({ a: z.number(), b: z.number() }))
      .output(z.object({ sum: z.number() }))
      .reads()
      .run(({ a, b }) => ({ sum: a + b }));

    const hello = plugwright
      .command("hello")
      .describe("Greet.")
      .reads()
      .run(() => ({ greeting: "hello" }));

    export const plugin = plugwright.definePlugin({
      name: "${name}",
      version: "1.2.3",
      source: "github.com/acme/${name}",
      ${config === undefined ? "" : `config: ${config},`}
      tools: [${tools ? "add" : ""}],
      commands: [${commands ? "hello" : ""}],
    });
  `;
}
