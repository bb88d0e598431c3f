import { definePlugin, tool } from "@plugwright/sdk";
import * as z from "zod";

/** What a handler got, as JSON: it is looked at from outside of the plugin's process. */
const output = z.object({ got: z.string(), ordinary: z.boolean() });

let calls = 0;
const takes = (name: string, input: z.ZodObject) =>
  tool(name)
    .describe(`takes ${name}`)
    .input(input)
    .output(output)
    .reads()
    .run(async (args) => {
      calls++;
      const got = JSON.stringify(args);
      for (const value of Object.values(args)) if (Array.isArray(value)) value.push("spoilt");
      return {
        got,
        ordinary: Object.getPrototypeOf(args) === Object.prototype && Reflect.get({}, "admin") === undefined,
      };
    });

/** Its tools tell what they got. */
export const plugin = definePlugin({
  name: "arguments",
  version: "1.0.0",
  source: "github.com/plugwright/arguments",
  tools: [
    takes(
      "typed",
      z.object({ n: z.number(), flag: z.boolean(), list: z.array(z.string()), cfg: z.object({ a: z.number() }) }),
    ),
    takes("texts", z.object({ a: z.string(), b: z.string(), c: z.string() })),
    takes(
      "optional",
      z.object({ q: z.string(), url: z.url().optional(), page: z.number().default(1), note: z.string().nullable() }),
    ),
    takes("strict", z.strictObject({ q: z.string() })),
    takes("shared", z.object({ seen: z.array(z.string()).default([]) })),
    takes("odd_names", z.object({ constructor: z.string(), toString: z.string(), ["__proto__"]: z.string() })),
    takes("whole", z.object({ id: z.int() })),
    tool("calls")
      .describe("tells how often a handler of the others ran")
      .input(z.object({}))
      .output(z.object({ calls: z.int() }))
      .reads()
      .run(async () => ({ calls })),
  ],
});
