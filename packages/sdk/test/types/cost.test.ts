import { describe, expect, test } from "@jest/globals";
import { compile } from "./scratch.js";

/** The most instantiations that tsc may need. Unlike seconds, their number is the same in every run. */
const budget = 1_000_000;

const files = 20;
const toolsPerFile = 10;
const fieldsPerSchema = 20;

type Door = "tools" | "providers";

describe("the cost of the types", () => {
  test.each<[what: string, door: Door]>([
    ["tools", "tools"],
    ["classes with a tool each", "providers"],
  ])(
    "200 %s, of 20 input and 20 output fields, in one plugin stay within the budget",
    async (what, door) => {
      const program = new Map([["plugin.ts", pluginFile(door)]]);
      for (let file = 0; file < files; file++) program.set(`tools${file}.ts`, toolsFile(door, file));
      const { printed } = await compile(program, "--extendedDiagnostics");
      const instantiations = Number(/^Instantiations:\s+(\d+)/m.exec(printed)?.[1]);
      process.stderr.write(`tsc: ${instantiations} instantiations for ${files * toolsPerFile} ${what}\n`);
      expect(printed).not.toContain("error TS");
      expect(instantiations).toBeLessThanOrEqual(budget);
    },
    180_000,
  );
});

function toolsFile(door: Door, file: number): string {
  const [imports, declare] =
    door === "tools"
      ? (['import { tool } from "@plugwright/sdk";', builtTool] as const)
      : ([
          'import type { Call, OutputOf } from "@plugwright/sdk";\nimport { Tool } from "@plugwright/sdk/decorators";',
          classWithTool,
        ] as const);
  const tools = numbers(toolsPerFile).map((index) => declare(file * toolsPerFile + index));
  return `${imports}\nimport * as z from "zod";\n${tools.join("\n")}\n`;
}

function builtTool(number: number): string {
  const effect = number % 2 === 0 ? ".reads()" : '.mutates("moderate", { key: ["key"] }).idempotent().timeout("30s")';
  return `export const tool${number} = tool<{ roots: string[] }, { db: string }>("tool_${number}").describe("d")
      .input(z.object({ ${inputFields(number)} }))
      .output(z.object({ ${outputFields(number)} }))
      ${effect}
      .run(async (args, call) => ({ ${outputValues(number)}, text_0: args.key + call.ctx.db }));`;
}

function classWithTool(number: number): string {
  const effect =
    number % 2 === 0 ? "reads: true" : 'mutates: "moderate", key: ["key"], idempotent: true, timeout: "30s"';
  return `const In${number} = z.object({ ${inputFields(number)} });
    const Out${number} = z.object({ ${outputFields(number)} });
    export class tool${number} {
      constructor(private config: { roots: string[] }) {}
      @Tool({ description: "d", input: In${number}, output: Out${number}, ${effect} })
      async tool_${number}(args: OutputOf<typeof In${number}>, call: Call) {
        return { ${outputValues(number)}, text_0: args.key + call.id + this.config.roots.join() };
      }
    }`;
}

const inputFields = (number: number) => `key: z.string(), ${fields(number, fieldsPerSchema - 1)}`;
const outputFields = (number: number) => fields(number + 1, fieldsPerSchema);
const outputValues = (number: number) => values(number + 1, fieldsPerSchema);

/** Field names differ from schema to schema: equal types would be instantiated once. */
function fields(seed: number, count: number): string {
  const kinds = [
    "z.string().describe('d')",
    "z.number().optional()",
    "z.boolean().default(true)",
    'z.enum(["a", "b"])',
  ];
  const field = (index: number) => {
    if (index === 0) return "text_0: z.string()";
    if (index === 4) return `deep_${seed}: z.object({ list: z.array(z.string()), more: z.object({ n: z.int() }) })`;
    return `f${index}_${seed}: ${kinds[index % kinds.length]}`;
  };
  return numbers(count).map(field).join(", ");
}

function values(seed: number, count: number): string {
  const kinds = ['"x"', "1", "true", '"a" as const'];
  const value = (index: number) =>
    index === 4 ? `deep_${seed}: { list: ["x"], more: { n: 1 } }` : `f${index}_${seed}: ${kinds[index % kinds.length]}`;
  return numbers(count)
    .filter((index) => index > 0)
    .map(value)
    .join(", ");
}

function pluginFile(door: Door): string {
  const imports = numbers(files).map((file) => {
    const names = numbers(toolsPerFile).map((index) => `tool${file * toolsPerFile + index}`);
    return `import { ${names.join(", ")} } from "./tools${file}.js";`;
  });
  const tools = numbers(files * toolsPerFile).map((number) => `tool${number}`);
  return `import { definePlugin } from "@plugwright/sdk";
import * as z from "zod";
${imports.join("\n")}
export const plugin = definePlugin({
  name: "many", version: "1.0.0", source: "github.com/acme/many",
  config: z.object({ roots: z.array(z.string()) }),
  ${door}: [${tools.join(", ")}],
  setup: async (config, { log }) => { log.info(config.roots.join()); return { db: "x" }; },
  close: async (ctx) => { ctx.db; },
});
`;
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
