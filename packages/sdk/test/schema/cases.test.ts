import { toBinary, toJson } from "@bufbuild/protobuf";
import { describe, expect, test } from "@jest/globals";
import { SchemaSchema } from "@plugwright/protocol/schema";
import { GetSchemaResponseSchema } from "@plugwright/protocol/tool";
import {
  definePlugin,
  getSchemaResponse,
  isPluginDefinitionError,
  type JsonObject,
  pluginKey,
  type Schema,
} from "@plugwright/sdk";
import { inProcess } from "../support/in-process.js";
import { advertise, emptyObject, type Handler, objectWith, toolWith } from "./advertise.js";
import { type Construct, type Copy, copies, copies4, make } from "./versions.js";

const identity = { name: "cases", version: "1.0.0", source: "github.com/acme/cases" };

/** The construct made by that copy, which has it. */
function made(copy: Copy, construct: Construct): Schema {
  const schema = make(construct, copy);
  if (schema === undefined) throw new Error(`${copy.name} lacks it`);
  return schema;
}

/** A plugin with one tool, in process. */
function callable(input: Schema, output: Schema, handler: Handler) {
  return inProcess(definePlugin({ ...identity, tools: [toolWith("t", input, output, {}, handler)] }));
}

/** What a call ended with: the payload, or the error's text. */
async function outcome({ call }: ReturnType<typeof callable>, args: object): Promise<unknown> {
  const { last } = await call("t", JSON.parse(JSON.stringify(args)) as JsonObject);
  if (last?.case === "error") return last.value.message;
  return last?.case === "result" ? last.value.payload : last?.case;
}

/** Every key of the wire's schema in JSON, at any depth. */
function keysIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...keysIn(member)]);
}

describe.each(copies.map((copy) => [copy.name, copy] as const))("%s", (_, copy) => {
  const empty = emptyObject(copy);
  const tasks = made(copy, {
    v4: (z) =>
      z.discriminatedUnion("op", [
        z.object({ op: z.literal("add"), title: z.string() }),
        z.object({ op: z.literal("drop"), id: z.string(), force: z.boolean().optional() }),
      ]),
  });

  /** The input schema that is advertised, in JSON. */
  const inputOf = (name: string, schema: Schema): unknown => {
    const told = advertise(name, schema, empty);
    return told.faults ?? toJson(SchemaSchema, told.input);
  };

  describe("a union at the root", () => {
    test("is one object that tells which keys go with which value", () => {
      const { input } = advertise("tasks", tasks, empty) as {
        input: Parameters<typeof toBinary<typeof SchemaSchema>>[1];
      };
      expect(toJson(SchemaSchema, input)).toEqual({
        type: "SCHEMA_TYPE_OBJECT",
        description: "title with op=add, id, force? with op=drop",
        properties: {
          force: { type: "SCHEMA_TYPE_BOOLEAN" },
          id: { type: "SCHEMA_TYPE_STRING" },
          op: { type: "SCHEMA_TYPE_STRING", enumValues: ["add", "drop"] },
          title: { type: "SCHEMA_TYPE_STRING" },
        },
        required: ["op"],
      });
    });

    test("is enforced as the union that it is", async () => {
      const calls: unknown[] = [];
      const plugin = callable(tasks, empty, (args) => {
        calls.push(args);
        return {};
      });
      expect(await outcome(plugin, { op: "drop", title: "x" })).toBe(
        "id: expected a string, got nothing\ntitle: no such field",
      );
      expect(await outcome(plugin, { op: "lose" })).toBe('op: expected one of "add", "drop", got "lose"');
      expect(calls).toEqual([]);
      expect(await outcome(plugin, { op: "drop", id: "1", force: null })).toEqual({});
      expect(calls).toEqual([{ op: "drop", id: "1" }]);
      await plugin.runtime.close();
    });

    test("of plain objects says which form comes nearest", async () => {
      const either = made(copy, {
        v4: (z) => z.union([z.object({ path: z.string() }), z.object({ url: z.string(), depth: z.number() })]),
      });
      const plugin = callable(either, empty, () => ({}));
      expect(await outcome(plugin, { url: "x" })).toMatch(
        /^fits none of 2 forms; (?:path: expected a string|depth: )/u,
      );
      await plugin.runtime.close();
    });

    test("one level down is described alike", () => {
      const json = JSON.stringify(inputOf("tasks", objectWith(copy, tasks)));
      expect(json).toContain('"enumValues":["add","drop"]');
      expect(json).not.toMatch(/oneOf|anyOf|const/u);
    });
  });

  test("descriptions arrive from the root, a property, an item and below a wrapper", () => {
    const schema = made(copy, {
      v4: (z) =>
        z
          .object({
            cmd: z.string().describe("what to run"),
            args: z.array(z.string().describe("one argument")),
            dir: z.string().describe("where").optional(),
            env: z.string().describe("with what").default("none"),
          })
          .describe("one command"),
    });
    expect(inputOf("dbg", schema)).toMatchObject({
      description: "one command",
      properties: {
        cmd: { description: "what to run" },
        args: { items: { description: "one argument" } },
        dir: { description: "where" },
        env: { description: "with what (has a default)" },
      },
    });
  });

  test("types that JSON cannot carry show when the plugin is defined, each with its tool and path", () => {
    const date = objectWith(copy, made(copy, { v4: (z) => z.object({ at: z.date() }) }));
    const big = objectWith(copy, made(copy, { v4: (z) => z.array(z.bigint().min(1n)) }));
    try {
      definePlugin({
        ...identity,
        tools: [toolWith("ok", empty, empty), toolWith("when", date, empty), toolWith("big", empty, big)],
      });
      throw new Error("it was defined");
    } catch (error) {
      if (!isPluginDefinitionError(error)) throw error;
      expect(error.faults.map(({ subject, part, path, reason }) => [subject, part, path, reason])).toEqual([
        ['tool "when"', "input", "p.at", "JSON carries no Date"],
        ['tool "big"', "output", "p[]", "JSON carries no bigint"],
      ]);
      expect(error.message).toContain("take ISO text");
    }
  });

  test("what is used twice is written out twice, without references", () => {
    const schema = made(copy, {
      v4: (z) => {
        const address = z.object({ city: z.string() });
        return z.object({ home: address, work: address, more: z.array(address) });
      },
    });
    const allowed = ["type", "properties", "required", "items", "home", "work", "more", "city", "0", "1", "2"];
    expect(keysIn(inputOf("a", schema)).filter((key) => !allowed.includes(key))).toEqual([]);
  });

  test("fields with a default are not required, and defaults are not made while describing", () => {
    let runs = 0;
    const schema = made(copy, {
      v4: (z) =>
        z.object({
          limit: z.number().default(20),
          id: z.string().default(() => `gen-${++runs}`),
          tags: z.array(z.string()).default([]),
        }),
    });
    const plugin = definePlugin({ ...identity, tools: [toolWith("t", schema, empty)] });
    const bytes = () => toBinary(GetSchemaResponseSchema, getSchemaResponse(plugin[pluginKey]));
    const [first, second] = [bytes(), bytes()];
    expect(first).toEqual(second);
    expect(runs).toBe(0);
    expect(getSchemaResponse(plugin[pluginKey]).tools[0]?.inputSchema?.required).toEqual([]);
  });

  test("what a handler writes into its arguments is not seen by the next call", async () => {
    const schema = made(copy, {
      v4: (z) => z.object({ o: z.object({ seen: z.array(z.string()) }).default({ seen: [] }) }),
    });
    const output = made(copy, { v4: (z) => z.object({ n: z.number() }) });
    const plugin = callable(schema, output, (args) => {
      const { o } = args as { o: { seen: string[] } };
      o.seen.push("x");
      return { n: o.seen.length };
    });
    expect([await outcome(plugin, {}), await outcome(plugin, {})]).toEqual([{ n: 1 }, { n: 1 }]);
    const many = await Promise.all(Array.from({ length: 20 }, () => outcome(plugin, {})));
    expect(many).toEqual(many.map(() => ({ n: 1 })));
    await plugin.runtime.close();
  });

  test("a result that is no object is refused when the plugin is defined, with what to write instead", () => {
    const list = made(copy, { v4: (z) => z.array(z.string()) });
    const length = made(copy, { v4: (z) => z.string().transform((s) => s.length) });
    const nothing = made(copy, { v4: (z) => z.object({ id: z.string() }).nullable() });
    const faults = [list, length, nothing].map((output) => advertise("t", empty, output).faults);
    expect(faults.map((found) => found?.map(({ path, reason, hint }) => [path, reason, hint]))).toEqual([
      [["", "the root must be an object", "z.object({ items: z.array(...) })"]],
      [
        [
          "",
          "what a transform makes has no declared type",
          "declare it, as in .transform(Number).pipe(z.number()), or convert it in the handler",
        ],
      ],
      [
        [
          "",
          "a result and its lists cannot hold null in place of a value: the kernel refuses it",
          "leave such items out; for a result that may be missing write z.object({ found: ... }) with an optional key",
        ],
      ],
    ]);
    expect(advertise("t", empty, nothing, { nulls: "drop" }).faults).toHaveLength(1);
  });

  test("an author's optional members work in the author's own container", async () => {
    const schema = made(copy, {
      v4: (z) => z.object({ mode: z.string().catch("fast"), k: z.preprocess((v) => v ?? 1, z.number()) }),
    });
    const seen: unknown[] = [];
    const plugin = callable(schema, empty, (args) => {
      seen.push(args);
      return {};
    });
    // In some releases of zod 4 a key that is not there is not handed to z.preprocess().
    const lacking = await outcome(plugin, {});
    expect([{}, "k: expected a value, got nothing"]).toContainEqual(lacking);
    expect(await outcome(plugin, { mode: 1, k: null })).toEqual({});
    expect(seen.at(-1)).toEqual({ mode: "fast", k: 1 });
    await plugin.runtime.close();
  });

  test("null for an optional key is absence, a nullable key gets it, and other keys are dropped", async () => {
    const schema = made(copy, {
      v4: (z) =>
        z.object({
          q: z.string(),
          url: z.string().url().optional(),
          page: z.number().default(1),
          note: z.string().nullable(),
        }),
    });
    const seen: unknown[] = [];
    const plugin = callable(schema, empty, (args) => {
      seen.push(args);
      return {};
    });
    expect(await outcome(plugin, { q: "x", url: null, page: null, note: null, _why: "…" })).toEqual({});
    expect(seen).toEqual([{ q: "x", page: 1, note: null }]);
    expect(await outcome(plugin, { q: "x", url: "", note: null })).toBe('url: expected a URL, got ""');
    await plugin.runtime.close();
  });

  test("odd keys change no prototype, and declared ones arrive", async () => {
    const odd = JSON.parse('{"q":"x","__proto__":{"admin":true},"constructor":"c","toString":"t"}');
    const schemas = [
      made(copy, { v4: (z) => z.object({ q: z.string() }) }),
      made(copy, { v4: (z) => z.object({ q: z.string() }).passthrough() }),
      made(copy, { v4: (z) => z.record(z.string(), z.any()) }),
      made(copy, { v4: (z) => z.object({ q: z.string(), constructor: z.string() }) }),
    ];
    const seen: object[] = [];
    for (const [index, schema] of schemas.entries()) {
      const plugin = callable(schema, empty, (args) => {
        seen.push(args as object);
        return {};
      });
      // Until zod 4.2 a record takes what has a key named constructor for no object.
      const { constructor: name, ...others } = odd;
      const given = index === 2 && copy.major === 4 && !copy.shared ? others : { ...others, constructor: name };
      expect(await outcome(plugin, given)).toEqual({});
      await plugin.runtime.close();
    }
    expect(seen.map((args) => Object.getPrototypeOf(args) === Object.prototype)).toEqual([true, true, true, true]);
    expect(seen.map((args) => Object.hasOwn(args, "__proto__"))).toEqual([false, false, false, false]);
    expect(Reflect.get({}, "admin")).toBeUndefined();
    expect(Reflect.get(seen[3] ?? {}, "constructor")).toBe("c");
  });

  test("what JSON cannot carry is no result, whichever zod lets it pass", async () => {
    const output = made(copy, { v4: (z) => z.object({ ratio: z.number(), at: z.number().optional() }) });
    for (const ratio of [0 / 0, Number.POSITIVE_INFINITY, 2 ** 53]) {
      const plugin = callable(empty, output, () => ({ ratio }));
      expect(await outcome(plugin, {})).toContain("ratio");
      await plugin.runtime.close();
    }
    const dated = callable(empty, output, () => ({ ratio: 1, at: new Date(0) }));
    expect(await outcome(dated, {})).toContain("at: expected a number");
    await dated.runtime.close();
  });
});

describe.each(copies4.map((copy) => [copy.name, copy] as const))("%s", (_, copy) => {
  test("getters that contain themselves end in a fault, or as often as is said, within a second", () => {
    const started = performance.now();
    const tree = made(copy, {
      v4: (z) => {
        const Node = z.object({
          name: z.string(),
          get kids() {
            return z.array(Node);
          },
        });
        return Node;
      },
    });
    expect(advertise("c", tree, emptyObject(copy)).faults).toHaveLength(1);
    for (const depth of [1, 2, 3, 4] as const) {
      const unrolled = advertise("c", tree, tree, { depth });
      expect(unrolled.faults).toBeUndefined();
    }
    const took = performance.now() - started;
    process.stderr.write(`a schema that contains itself: ${Math.round(took)} ms (promised: 1000)\n`);
    expect(took).toBeLessThan(4_000);
  });
});
