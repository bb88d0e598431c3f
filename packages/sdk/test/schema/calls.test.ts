import { describe, expect, test } from "@jest/globals";
import { definePlugin, explainSchema, isPluginDefinitionError, lenient, tool } from "@plugwright/sdk";
import * as z from "zod";
import { inProcess } from "../support/in-process.js";

const identity = { name: "calls", version: "1.0.0", source: "github.com/acme/calls" };

describe("lenient arguments", () => {
  const seen: unknown[] = [];
  const take = tool("take")
    .describe("d")
    .input(
      lenient(
        z.object({
          n: z.number(),
          flag: z.boolean(),
          list: z.array(z.string()),
          cfg: z.object({ a: z.number() }),
          text: z.string(),
        }),
      ),
    )
    .output(z.object({}))
    .reads()
    .run((args) => {
      seen.push(args);
      return {};
    });
  const { call, log, runtime } = inProcess(definePlugin({ ...identity, tools: [take] }));

  test("are converted, and the call's log tells which", async () => {
    const { last } = await call("take", { n: "5", flag: "false", list: '["a"]', cfg: '{"a":1}', text: "[1]" });
    expect(last?.case).toBe("result");
    expect(seen).toEqual([{ n: 5, flag: false, list: ["a"], cfg: { a: 1 }, text: "[1]" }]);
    expect(log.map(({ level, message, fields }) => [level, message, fields["call_id"]])).toEqual([
      [
        "info",
        "arguments of take that came as text were converted: cfg (object), flag (boolean), list (array), n (number)",
        "call-1",
      ],
    ]);
  });

  test("that would lose something are refused as ever", async () => {
    const { last } = await call("take", { n: "05", flag: "False", list: "a", cfg: '{"a":1e999}', text: "x" });
    expect(last?.case === "error" && last.value.message.split("\n")).toEqual([
      'n: expected a number, got the string "05"',
      'flag: expected true or false, got the string "False"',
      'list: expected an array, got the string "a"',
      'cfg: expected an object, got the string "{\\"a\\":1e999}"',
    ]);
    await runtime.close();
  });

  test("cannot hold a concurrency key", () => {
    const keyed = tool("keyed")
      .describe("d")
      .input(lenient(z.object({ id: z.int() })))
      .output(z.object({}))
      .mutates("low", { key: ["id"] })
      .run(() => ({}));
    expect(() => definePlugin({ ...identity, tools: [keyed] })).toThrow(
      'tool "keyed", input id: a key cannot be lenient: the kernel sees it as it was sent.',
    );
  });
});

test("nulls are dropped from results where that was asked for", async () => {
  const find = tool("find")
    .describe("d")
    .input(z.object({}))
    .output(
      z.object({
        name: z.string(),
        owner: z.string().nullable(),
        tags: z.array(z.object({ t: z.string().nullable() })),
      }),
      {
        nulls: "drop",
      },
    )
    .reads()
    .run(() => ({ name: "x", owner: null, tags: [{ t: null }, { t: "a" }] }));
  const { call, runtime } = inProcess(definePlugin({ ...identity, tools: [find] }));
  const { last } = await call("find", {});
  expect(last?.case === "result" && last.value.payload).toEqual({ name: "x", tags: [{}, { t: "a" }] });
  await runtime.close();
});

test("a null in an unrolled schema counts as absence at every level, also where it is no longer written out", async () => {
  const Node = z.object({
    note: z.string().optional(),
    get kids() {
      return z.array(Node).optional();
    },
  });
  const seen: unknown[] = [];
  const grow = tool("grow")
    .describe("d")
    .input(Node, { depth: 1 })
    .output(z.object({}))
    .reads()
    .run((args) => {
      seen.push(args);
      return {};
    });
  const { call, runtime } = inProcess(definePlugin({ ...identity, tools: [grow] }));
  const { last } = await call("grow", { note: null, kids: [{ note: null, kids: [{ note: null, kids: null }] }] });
  expect(last?.case).toBe("result");
  expect(seen).toEqual([{ kids: [{ kids: [{}] }] }]);
  await runtime.close();
});

test("what explainSchema says is refused is what definePlugin throws, word for word", () => {
  const broken = tool("broken")
    .describe("d")
    .input(z.object({ at: z.date(), deep: z.object({ any: z.unknown() }), ok: z.string().min(1) }))
    .output(z.object({ n: z.bigint(), id: z.string().nullable() }))
    .reads()
    .run(() => ({ n: 1n, id: null }));
  const refused = (["input", "output"] as const).flatMap((part) =>
    explainSchema(broken, part).nodes.flatMap(({ verdict, path, wording: reason, hint }) =>
      verdict === "refused" ? [{ subject: 'tool "broken"', part, path, reason, hint }] : [],
    ),
  );
  expect(refused.map(({ part, path }) => `${part} ${path}`)).toEqual([
    "input at",
    "input deep.any",
    "output n",
    "output id",
  ]);
  try {
    definePlugin({ ...identity, tools: [broken] });
    throw new Error("it was defined");
  } catch (error) {
    if (!isPluginDefinitionError(error)) throw error;
    expect(error.faults).toEqual(refused);
  }
});
