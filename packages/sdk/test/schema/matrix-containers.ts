import type { Row } from "./matrix.js";

/** Objects, records, lists, and what contains itself. */
export const containers: readonly Row[] = [
  { construct: "z.object({})", v4: (z) => z.object({}), input: "OBJECT!" },
  {
    construct: "strict object",
    v4: (z) => z.object({ a: z.string() }).strict(),
    input: "OBJECT! {a STRING!}: no other keys",
  },
  {
    construct: "loose object",
    v4: (z) => z.object({ a: z.string() }).passthrough(),
    input: "OBJECT! {a STRING!}: other keys allowed",
  },
  {
    construct: "catchall",
    v4: (z) => z.object({ a: z.string() }).catchall(z.number().int()),
    input: "OBJECT! {a STRING!}: other keys allowed, each value a number (whole number)",
  },
  {
    construct: "catchall of dates",
    v4: (z) => z.object({}).catchall(z.date()),
    error: ["JSON carries no Date", "ISO"],
    path: "p.*",
  },
  {
    construct: "a key named __proto__",
    v4: (z) => z.object({ ["__proto__"]: z.string(), ok: z.string() }),
    // zod itself neither asks for it nor keeps it.
    input: "OBJECT! {__proto__ STRING; ok STRING!}",
  },
  {
    construct: "keys named constructor and toString",
    v4: (z) => z.object({ constructor: z.string(), toString: z.string() }),
    input: "OBJECT! {constructor STRING!; toString STRING!}",
  },
  { construct: "record", v4: (z) => z.record(z.string(), z.string()), input: "OBJECT!: any keys, each value a string" },
  {
    construct: "record of anything",
    v4: (z) => z.record(z.string(), z.any()),
    input: "OBJECT!: any keys, each value any JSON",
  },
  {
    construct: "record with patterned keys",
    v4: (z) => z.record(z.string().regex(/^x-/), z.number().min(1)),
    input: "OBJECT!: keys: matches /^x-/, each value a number (at least 1)",
  },
  {
    construct: "record of objects",
    v4: (z) => z.record(z.string(), z.object({ n: z.number().optional(), s: z.string().describe("text") })),
    input: "OBJECT!: any keys, each value an object; value.n?: a number; value.s: a string - text",
  },
  {
    construct: "record over an enum",
    v4: (z) => z.record(z.enum(["a", "b"]), z.string()),
    // zod 3 lets the keys be left out, so that neither calls them required.
    input: "OBJECT! {a STRING; b STRING}: no other keys; every key is needed",
    v3Input: "OBJECT! {a STRING; b STRING}: no other keys",
  },
  {
    construct: "partial record",
    v4: (z) => z.partialRecord(z.enum(["a", "b"]), z.string()),
    v3: null,
    input: "OBJECT! {a STRING; b STRING}: no other keys",
  },
  {
    construct: "loose record",
    v4: (z) => z.looseRecord(z.string().regex(/^x/), z.string()),
    v3: null,
    since: "zod 4.3.6",
    error: ["z.looseRecord() asks nothing of some keys, which cannot be told", "z.record("],
  },
  {
    construct: "record with numbers for keys",
    v4: (z) => z.record(z.number(), z.string()),
    error: ["a record's keys must be strings", "z.record(z.string()"],
  },
  { construct: "map", v4: (z) => z.map(z.string(), z.number()), error: ["JSON carries no Map", "z.array("] },
  { construct: "set", v4: (z) => z.set(z.string()), error: ["JSON carries no Set", "z.array("] },

  { construct: "array", v4: (z) => z.array(z.string()), input: "ARRAY! of STRING" },
  { construct: "array length", v4: (z) => z.array(z.string()).min(1).max(3), input: "ARRAY! of STRING: 1 to 3 items" },
  {
    construct: "array of anything",
    v4: (z) => z.array(z.any()),
    error: ["any value has no type on the wire", "state the type"],
    path: "p[]",
  },
  {
    construct: "array of what may be undefined",
    v4: (z) => z.array(z.string().optional()),
    input: "ARRAY! of STRING",
    output: "refused: an item may be undefined, which a list cannot hold",
  },
  {
    construct: "tuple",
    v4: (z) => z.tuple([z.string(), z.number()]),
    error: ["there are no tuples on the wire", "write an object"],
  },
  {
    construct: "tuple of one type",
    v4: (z) => z.tuple([z.number(), z.number()]),
    input: "ARRAY! of NUMBER: exactly 2 items",
  },
  {
    construct: "tuple of one type with other rules",
    v4: (z) => z.tuple([z.number().min(1), z.number()]),
    input: "ARRAY! of NUMBER: item 1: at least 1: exactly 2 items",
  },
  {
    construct: "tuple with rest",
    v4: (z) => z.tuple([z.string()]).rest(z.number()),
    error: ["there are no tuples on the wire", "write an object"],
  },
  {
    construct: "tuple with rest of one type",
    v4: (z) => z.tuple([z.string()]).rest(z.string()),
    input: "ARRAY! of STRING: at least 1 item",
  },

  {
    construct: "getters that contain themselves",
    v4: (z) => {
      const Node = z.object({
        name: z.string(),
        get kids() {
          return z.array(Node);
        },
      });
      return Node;
    },
    v3: null,
    error: ["the schema contains itself, and there are no references on the wire", "depth: 2"],
    path: "p.kids[]",
    unrolled: [
      "OBJECT! {kids ARRAY! of OBJECT: nested further in the same form; name STRING!}",
      "OBJECT! {kids ARRAY! of OBJECT {kids ARRAY! of OBJECT: nested further in the same form; name STRING!}; name STRING!}",
    ],
  },
  {
    construct: "z.lazy() that contains itself",
    v4: (z) => {
      const Node: unknown = z.object({ name: z.string(), kids: z.array(z.lazy(() => Node as never)) });
      return Node;
    },
    error: ["the schema contains itself, and there are no references on the wire", "depth: 2"],
    path: "p.kids[]",
    unrolled: [
      "OBJECT! {kids ARRAY! of OBJECT: nested further in the same form; name STRING!}",
      "OBJECT! {kids ARRAY! of OBJECT {kids ARRAY! of OBJECT: nested further in the same form; name STRING!}; name STRING!}",
    ],
  },
  {
    construct: "a list that contains itself",
    v4: (z) => {
      const List: unknown = z.array(z.lazy(() => List as never));
      return List;
    },
    error: ["the schema contains itself, and there are no references on the wire", "depth: 2"],
    path: "p[]",
    unrolled: ["refused: the schema contains itself other than as an object"],
  },
  { construct: "z.lazy() that does not contain itself", v4: (z) => z.lazy(() => z.string()), input: "STRING!" },
  {
    construct: "one instance twice",
    v4: (z) => {
      const shared = z.object({ s: z.string() });
      return z.object({ a: shared, b: shared });
    },
    input: "OBJECT! {a OBJECT! {s STRING!}; b OBJECT! {s STRING!}}",
  },
  {
    construct: "one instance with an id",
    v4: (z) => {
      const shared = z.object({ s: z.string() }).meta({ id: `shared-${Math.random()}` });
      return z.object({ a: shared, b: shared.optional() });
    },
    v3: null,
    input: "OBJECT! {a OBJECT! {s STRING!}; b OBJECT {s STRING!}}",
  },
];
