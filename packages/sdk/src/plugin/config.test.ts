import { toJson } from "@bufbuild/protobuf";
import { describe, expect, test } from "@jest/globals";
import { ConfigSchemaSchema } from "@plugwright/protocol/config";
import * as z from "zod";
import * as mini from "zod/mini";
import * as z3 from "zod/v3";
import { verifies } from "../../test/verifies.js";
import { lenient } from "../schema/lenient.js";
import { memberOf } from "../schema/plain.js";
import { secret } from "../schema/secret.js";
import type { Schema } from "../schema/types.js";
import { compileConfig, secretValues } from "./config.js";

/** The attributes in JSON. */
function attributes(schema: Schema): unknown {
  const { schema: wire, faults } = compileConfig(schema);
  expect(faults).toEqual([]);
  return memberOf(toJson(ConfigSchemaSchema, wire), "attributes") ?? [];
}

describe("attributes", () => {
  test("of every type, in the declared order", () => {
    verifies("RUN-28");
    const schema = z.object({
      token: secret(z.string()).optional(),
      roots: z.array(z.string()).describe("Directories."),
      ports: z.array(z.int()),
      limit: z.number().default(10),
      verbose: z.boolean(),
      labels: z.record(z.string(), z.string()).optional(),
      auth: z.object({ user: z.string(), password: secret(z.string()).min(8) }),
    });
    expect(attributes(schema)).toEqual([
      { name: "token", type: "ATTR_TYPE_STRING", sensitive: true },
      { name: "roots", type: "ATTR_TYPE_LIST_STRING", required: true, description: "Directories." },
      { name: "ports", type: "ATTR_TYPE_LIST_NUMBER", required: true, description: "each: whole number" },
      { name: "limit", type: "ATTR_TYPE_NUMBER", defaultJson: "10" },
      { name: "verbose", type: "ATTR_TYPE_BOOL", required: true },
      { name: "labels", type: "ATTR_TYPE_MAP_STRING" },
      {
        name: "auth",
        type: "ATTR_TYPE_OBJECT",
        required: true,
        objectAttributes: [
          { name: "user", type: "ATTR_TYPE_STRING", required: true },
          {
            name: "password",
            type: "ATTR_TYPE_STRING",
            required: true,
            sensitive: true,
            description: "at least 8 characters",
          },
        ],
      },
    ]);
  });

  test("a choice is told in the description, for attributes know no values", () => {
    const schema = z.object({
      mode: z.enum(["fast", "safe"]).describe("How to run."),
      tags: z.array(z.enum(["a", "b"])),
    });
    expect(attributes(schema)).toEqual([
      { name: "mode", type: "ATTR_TYPE_STRING", required: true, description: "How to run. (one of fast, safe)" },
      { name: "tags", type: "ATTR_TYPE_LIST_STRING", required: true, description: "each: one of a, b" },
    ]);
  });

  test("of zod 3", () => {
    const schema = z3.object({
      token: secret(z3.string()).optional(),
      roots: z3.array(z3.string()).describe("Directories."),
      limit: z3.number().int().default(10),
      labels: z3.record(z3.string()).optional(),
      mode: z3
        .enum(["fast", "safe"])
        .transform((mode) => mode === "fast")
        .default("safe"),
    });
    expect(attributes(schema)).toEqual([
      { name: "token", type: "ATTR_TYPE_STRING", sensitive: true },
      { name: "roots", type: "ATTR_TYPE_LIST_STRING", required: true, description: "Directories." },
      { name: "limit", type: "ATTR_TYPE_NUMBER", description: "whole number", defaultJson: "10" },
      { name: "labels", type: "ATTR_TYPE_MAP_STRING" },
      { name: "mode", type: "ATTR_TYPE_STRING", description: "one of fast, safe", defaultJson: '"safe"' },
    ]);
  });

  test("with what a transform makes for a default, which is not shown", () => {
    expect(attributes(z.object({ n: z.string().transform(Number).default(5) }))).toEqual([
      { name: "n", type: "ATTR_TYPE_STRING", description: "has a default" },
    ]);
  });

  test("of a union of objects, of a record over an enum, and of a map with certain keys", () => {
    const schema = z.object({
      auth: z.discriminatedUnion("by", [
        z.object({ by: z.literal("token"), token: secret(z.string()) }),
        z.object({ by: z.literal("user"), user: z.string() }),
      ]),
      limits: z.partialRecord(z.enum(["cpu", "ram"]), z.number()),
      labels: z.record(z.string().startsWith("x-"), z.string().min(1)),
    });
    expect(attributes(schema)).toEqual([
      {
        name: "auth",
        type: "ATTR_TYPE_OBJECT",
        required: true,
        description: "token with by=token, user with by=user",
        objectAttributes: [
          { name: "by", type: "ATTR_TYPE_STRING", required: true, description: "one of token, user" },
          { name: "token", type: "ATTR_TYPE_STRING", sensitive: true },
          { name: "user", type: "ATTR_TYPE_STRING" },
        ],
      },
      {
        name: "limits",
        type: "ATTR_TYPE_OBJECT",
        required: true,
        description: "no other keys",
        objectAttributes: [
          { name: "cpu", type: "ATTR_TYPE_NUMBER" },
          { name: "ram", type: "ATTR_TYPE_NUMBER" },
        ],
      },
      {
        name: "labels",
        type: "ATTR_TYPE_MAP_STRING",
        required: true,
        description: "keys: starts with x-; each: at least 1 character",
      },
    ]);
  });

  test("of zod mini", () => {
    expect(
      attributes(mini.object({ token: mini.optional(secret(mini.string())), n: mini._default(mini.number(), 1) })),
    ).toEqual([
      { name: "token", type: "ATTR_TYPE_STRING", sensitive: true },
      { name: "n", type: "ATTR_TYPE_NUMBER", defaultJson: "1" },
    ]);
  });

  test("none without a schema", () => {
    const compiled = compileConfig(undefined);
    expect(compiled.schema.attributes).toEqual([]);
    expect([compiled.shape, compiled.secrets, compiled.faults]).toEqual([undefined, [], []]);
  });
});

describe("defaults", () => {
  test("are JSON text, for attributes that are not required", () => {
    const schema = z.object({
      s: z.string().default("x"),
      l: z.array(z.string()).default(() => ["."]),
      m: z.record(z.string(), z.string()).default({ a: "b" }),
      p: z.boolean().prefault(false),
      none: z.string().optional(),
    });
    expect(compileConfig(schema).schema.attributes.map(({ required, defaultJson }) => [required, defaultJson])).toEqual(
      [
        [false, '"x"'],
        [false, '["."]'],
        [false, '{"a":"b"}'],
        [false, "false"],
        [false, undefined],
      ],
    );
  });

  test("are read once", () => {
    let runs = 0;
    compileConfig(z.object({ n: z.number().default(() => ++runs) }));
    expect(runs).toBe(1);
  });

  test("of secrets are neither read nor shown, nor those of objects that hold one", () => {
    let runs = 0;
    const read = () => {
      runs++;
      return "hunter2hunter2";
    };
    const schema = z.object({
      token: secret(z.string()).default(read),
      auth: z.object({ password: secret(z.string()) }).default(() => ({ password: read() })),
    });
    const json = JSON.stringify(attributes(schema));
    expect(json).not.toContain("hunter2");
    expect(json).not.toContain("defaultJson");
    expect(json).toContain("has a default");
    expect(runs).toBe(0);
  });

  test("that throw or are not JSON are faults", () => {
    const schema = z.object({
      a: z.string().default(() => {
        throw new Error("no home directory");
      }),
      b: z.number().default(Number.NaN),
      c: z.array(z.number()).default([1, Infinity]),
    });
    expect(compileConfig(schema).faults).toEqual([
      {
        path: "a",
        reason: "the default threw: Error: no home directory",
        hint: "write a plain value, or read it in setup",
      },
      { path: "b", reason: "the default is not JSON: JSON carries no NaN", hint: "write a plain JSON value" },
      {
        path: "c",
        reason: "the default is not JSON at [1]: JSON carries no Infinity",
        hint: "write a plain JSON value",
      },
    ]);
  });
});

describe("refused, with path, reason and hint", () => {
  test.each<[string, z.ZodType, string]>([
    ["a date", z.date(), "JSON carries no Date"],
    [
      "a union",
      z.union([z.string(), z.number()]),
      "the wire has one type per value, and this union has 2: string, number",
    ],
    ["a custom type", z.custom<string>(), "z.custom() and z.instanceof() have no type on the wire"],
    ["a list of objects", z.array(z.object({ a: z.string() })), "a list holds strings or numbers"],
    ["a list of booleans", z.array(z.boolean()), "a list holds strings or numbers"],
    ["a list of lists", z.array(z.array(z.string())), "a list holds strings or numbers"],
    ["a map of numbers", z.record(z.string(), z.number()), "a map holds strings"],
    ["a map with numbers for keys", z.record(z.number(), z.string()), "a record's keys must be strings"],
    ["lenient()", lenient(z.number()), "lenient() is for arguments: results and configuration are taken as they are"],
    ["an empty object", z.object({}), "an object needs at least one attribute"],
    ["a loose object", z.looseObject({ a: z.string() }), "an operator can only write declared attributes"],
    [
      "a list of secrets",
      z.array(secret(z.string())),
      "a secret is one string: the operator names one environment variable",
    ],
    [
      "a map of secrets",
      z.record(z.string(), secret(z.string())),
      "a secret is one string: the operator names one environment variable",
    ],
    [
      "a secret that is no string",
      secret(z.number() as unknown as z.ZodString),
      "a secret is one string: the operator names one environment variable",
    ],
  ])("%s", (_, schema, reason) => {
    const { faults } = compileConfig(z.object({ outer: z.object({ p: schema, ok: z.string() }) }));
    expect(faults).toEqual([{ path: "outer.p", reason, hint: expect.stringMatching(/./u) }]);
  });

  test.each(["my key", "1st", "", "__proto__"])("the name %j", (name) => {
    const { faults, schema } = compileConfig(z.object({ [name]: z.string() }));
    expect(faults.map((fault) => fault.reason)).toEqual(["an operator cannot write this name"]);
    expect(schema.attributes).toEqual([]);
  });

  test("a root that is no object", () => {
    expect(compileConfig(z.string()).faults).toEqual([
      { path: "", reason: "the root must be an object", hint: "z.object({ value: ... })" },
    ]);
  });
});

describe("secrets", () => {
  const schema = z.object({
    token: secret(z.string()).optional(),
    auth: z.object({ password: secret(z.string()).min(8).describe("d").default("none") }).optional(),
    open: z.string(),
  });

  test("are listed with path and name, wherever they stand", () => {
    expect(compileConfig(schema).secrets).toEqual([
      { path: ["token"], name: "token" },
      { path: ["auth", "password"], name: "auth.password" },
    ]);
  });

  test("have their values found, raw and parsed; absent ones are left out", () => {
    const { secrets } = compileConfig(schema);
    expect(secretValues({ token: "t0ken", auth: { password: "pass" }, open: "x" }, secrets)).toEqual([
      { name: "token", value: "t0ken" },
      { name: "auth.password", value: "pass" },
    ]);
    for (const none of [{}, { token: "", auth: "text" }, { token: 1, auth: null }, undefined, "text"]) {
      expect(secretValues(none, secrets)).toEqual([]);
    }
  });
});
