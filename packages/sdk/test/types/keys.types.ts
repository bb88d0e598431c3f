import { command, tool } from "@plugwright/sdk";
import * as z from "zod";
import * as mini from "zod/mini";
import * as z3 from "zod/v3";
import { base } from "./given.js";

base.reads({ key: ["path"] });
base.reads({ key: ["path", "from"] });
base.reads({ key: ["path"] as const });
base.mutates("low", { key: ["path"] });
base.mutates({ scope: "broad", reversible: true }, { key: ["from"] });

// A key names the input's fields, and nothing below them.
// @ts-expect-error Did you mean "path"?
base.mutates("low", { key: ["pth"] });
// @ts-expect-error
base.reads({ key: ["path", "pth"] });
const nested = tool("t").input(z.object({ deep: z.object({ q: z.string() }) }));
nested.reads({ key: ["deep"] });
// @ts-expect-error Did you mean "deep"?
nested.reads({ key: ["deep.q"] });
const names: string[] = ["path"];
// @ts-expect-error
base.reads({ key: names });
// @ts-expect-error an empty key would claim that calls never conflict
base.mutates("low", { key: [] });

// Over all members of a union and an intersection, in each flavour of zod.
const A = z.object({ op: z.literal("a"), a: z.string() });
const B = z.object({ op: z.literal("b"), b: z.string() });
const union = tool("t").input(z.discriminatedUnion("op", [A, B]));
union.reads({ key: ["op", "a", "b"] });
// @ts-expect-error
union.reads({ key: ["c"] });
const both = tool("t").input(z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })));
both.reads({ key: ["a", "b"] });
// @ts-expect-error
both.reads({ key: ["c"] });
tool("t")
  .input(mini.object({ path: mini.string() }))
  .reads({ key: ["path"] });
tool("t")
  .input(mini.object({ path: mini.string() }))
  // @ts-expect-error
  .reads({ key: ["pth"] });
tool("t")
  .input(z3.object({ path: z3.string() }))
  .reads({ key: ["path"] });
tool("t")
  .input(z3.object({ path: z3.string() }))
  // @ts-expect-error
  .reads({ key: ["pth"] });
const loose = tool("t").input(z.looseObject({ a: z.string() }));
loose.reads({ key: ["a"] });
// @ts-expect-error an undeclared field is no key
loose.reads({ key: ["b"] });

// The input comes first.
// @ts-expect-error call .input() first: a key names its fields
tool("t").reads({ key: ["path"] });
// @ts-expect-error
command("c").mutates("low", { key: ["path"] });
tool("t")
  .input(z.record(z.string(), z.string()))
  // @ts-expect-error this input declares no fields
  .reads({ key: ["c"] });

// What excludes each other.
// @ts-expect-error
base.reads({ key: ["path"], exclusive: true });
// @ts-expect-error
base.mutates("low", { key: ["path"], neverConflicts: true });
// @ts-expect-error
base.mutates("low", { exclusive: true });
// @ts-expect-error
base.reads({ neverConflicts: true });
// @ts-expect-error nothing is declared by it
base.reads({});
base.reads({ exclusive: true });
base.mutates("low", { neverConflicts: true });
