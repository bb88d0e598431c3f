import { describe, expect, test } from "@jest/globals";
import { compile } from "../types/scratch.js";

const tools = 40;
const fields = 20;

/** How authors import zod, whichever copy they have. */
const imports = ["zod-3.25", "zod-3.25/v4", "zod-4.0", "zod-4.1", "zod-4.3", "zod"];

describe("the types of 40 tools in one file", () => {
  test.each(imports)(
    "of schemas from %s",
    async (name) => {
      const { printed } = await compile(new Map([["tools.ts", program(name)]]), "--extendedDiagnostics");
      const count = (what: string) => Number(new RegExp(`^${what}:\\s+(\\d+)`, "m").exec(printed)?.[1]);
      process.stderr.write(
        `tsc: ${count("Instantiations")} instantiations, ${count("Memory used")} KiB for ${tools} tools of ${name}\n`,
      );
      expect(printed).not.toContain("error TS");
      expect(count("Memory used")).toBeLessThan(1_500_000);
    },
    180_000,
  );
});

function program(name: string): string {
  return `import { type InputOf, type OutputOf, type Schema, tool } from "@plugwright/sdk";
import * as z from "${name}";
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const sure = <T extends true>(): T | void => {};
${numbers(tools).map(toolOf).join("\n")}

// A wrapper of the author's that knows nothing of the schema.
function paid<S extends Schema>(schema: S, run: (args: OutputOf<S>) => number) { return { schema, run }; }
paid(z.object({ price: z.number() }), (args) => args.price);

// A union is as many forms as it has, and a key may be a field of any.
const Task = z.discriminatedUnion("op", [z.object({ op: z.literal("add"), title: z.string() }), z.object({ op: z.literal("drop") })]);
tool("task").describe("d").input(Task).output(z.object({ n: z.number() })).reads({ key: ["op"] })
  .run((args) => ({ n: args.op === "add" ? args.title.length : 0 }));
sure<Equal<InputOf<typeof Task>["op"], "add" | "drop">>();
// @ts-expect-error no form has such a field
tool("task").describe("d").input(Task).output(z.object({ n: z.number() })).reads({ key: ["titel"] });
// What contains itself is typed, and written out as often as is said.
interface Tree { name: string; kids: Tree[] }
const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), kids: z.array(Tree) }));
tool("tree").describe("d").input(z.object({ tree: Tree }), { depth: 3 }).output(z.object({ n: z.number() }), { depth: 1, nulls: "drop" }).reads()
  .run((args) => ({ n: args.tree.kids.length }));
// @ts-expect-error a schema is written out four times at most
tool("tree").describe("d").input(z.object({ tree: Tree }), { depth: 5 });
`;
}

/** A tool with fields of every sort on two levels. Their names differ: equal types would be instantiated once. */
function toolOf(number: number): string {
  const members = numbers(fields).map((index) => `f${index}_${number}: ${kinds[index % kinds.length]}`);
  return `export const tool${number} = tool("tool_${number}").describe("d")
  .input(z.object({ ${members.join(", ")} }))
  .output(z.object({ text: z.string(), nested: z.object({ n: z.number().optional() }) }))
  .reads()
  .run(async (args) => {
    sure<Equal<typeof args.f0_${number}, string>>();
    sure<Equal<typeof args.f1_${number}, number | undefined>>();
    sure<Equal<typeof args.f2_${number}, boolean>>();
    sure<Equal<typeof args.f3_${number}, "a" | "b">>();
    sure<Equal<typeof args.f4_${number}.more.n, number>>();
    // @ts-expect-error no such field
    args.f0;
    return { text: args.f0_${number}, nested: { n: args.f1_${number} ?? 1 } };
  });`;
}

const kinds = [
  'z.string().describe("d")',
  "z.number().optional()",
  "z.boolean().default(true)",
  'z.enum(["a", "b"])',
  "z.object({ list: z.array(z.string()), more: z.object({ n: z.number() }) })",
];

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
