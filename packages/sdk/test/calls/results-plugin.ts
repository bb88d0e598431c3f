import { definePlugin, tool } from "@plugwright/sdk";
import * as z from "zod";

const values: Readonly<Record<string, () => object>> = {
  NaN: () => ({ ratio: 0 / 0 }),
  Infinity: () => ({ ratio: Number.POSITIVE_INFINITY }),
  "a whole number that doubles cannot tell apart": () => ({ id: 2 ** 53 }),
  "a Date where the schema says string": () => ({ at: new Date(0) }),
  "numbers that fit": () => ({ ratio: 0.1, id: 9007199254740991 }),
};

const number = z.object({ ratio: z.number().optional(), at: z.string().optional(), id: z.number().optional() });
const base = (name: string) => tool(name).describe(name).input(z.object({}));
export const plugin = definePlugin({
  name: "results",
  version: "1.0.0",
  source: "github.com/plugwright/results",
  tools: [
    tool("give")
      .describe("returns what it is told to")
      .input(z.object({ what: z.string() }))
      .output(number)
      .reads()
      .run(async ({ what }) => JSON.parse("null") ?? values[what]?.()),
    base("streams")
      .output(z.object({}))
      .reads()
      .streams()
      .run(async (_args, call) => {
        call.progress("x", 3 / 0);
        await call.partial({ at: new Date(0), gone: undefined });
        call.progress("y", 1.2);
        await call.output("");
        await call.partial({});
        call.progress("z", Number.NaN);
        return {};
      }),
    base("odd_keys")
      .output(z.object({ constructor: z.string(), ["__proto__"]: z.string() }))
      .reads()
      .run(async () => JSON.parse('{"constructor":"c","__proto__":"p"}')),
  ],
  commands: [],
});
