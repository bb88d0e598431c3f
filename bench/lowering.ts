// What it takes to define a plugin of 200 tools with 20 input and 20 output fields each, and to describe it once.
import { definePlugin, getSchemaResponse, type Plugin, pluginKey, tool } from "@plugwright/sdk";
import * as z from "zod";
import * as zod3 from "zod/v3";
import { isQuick } from "./support/rounds.js";
import { digits, printTable, range, spread, verdict } from "./support/table.js";

const tools = 200;
const fields = 20;
const rounds = isQuick ? 5 : 15;

const copies = [
  ["zod 4", z],
  // The constructs here are made alike.
  ["zod 3", zod3 as unknown as typeof z],
] as const;

const rows = copies.map(([name, lib]) => {
  const times = Array.from({ length: rounds }, () => {
    // Schemas of its own for each round: what zod keeps of a schema that was read before would not count.
    const declared = Array.from({ length: tools }, (_, index) => declare(lib, index));
    // Time of the processor, which a busy machine does not stretch as it does the clock's.
    const before = process.cpuUsage();
    describe(declared);
    return process.cpuUsage(before).user / 1000;
  });
  return [name, range(spread(times)), digits(times[0] ?? Number.NaN), verdict(spread(times), { most: 100 })];
});
printTable([`lowering ${tools} tools of ${fields} fields`, "ms", "the first", "goal"], rows);

type Tool = ReturnType<typeof declare>;

function declare(lib: typeof z, number: number) {
  const members = (side: string) =>
    Object.fromEntries(Array.from({ length: fields }, (_, index) => [`${side}_${number}_${index}`, field(lib, index)]));
  return tool(`tool_${number}`)
    .describe("d")
    .input(lib.object(members("in")))
    .output(lib.object(members("out")))
    .reads()
    .run(() => {
      throw new Error("never called");
    });
}

/** Fields as tools have them: mostly plain, one object among twenty. */
function field(lib: typeof z, index: number): z.ZodType {
  if (index === 4) {
    return lib.object({ list: lib.array(lib.string()), more: lib.object({ n: lib.number().int().min(1) }) });
  }
  switch (index % 4) {
    case 0:
      return lib.string().min(1).max(80).describe("a text");
    case 1:
      return lib.number().int().min(0).optional();
    case 2:
      return lib.boolean().default(true);
    default:
      return lib.enum(["a", "b", "c"]);
  }
}

function describe(declared: readonly Tool[]): Plugin {
  const plugin = definePlugin({ name: "many", version: "1.0.0", source: "github.com/acme/many", tools: declared });
  const { tools: told } = getSchemaResponse(plugin[pluginKey]);
  if (told.length !== tools) throw new Error("not all tools are described");
  return plugin;
}
