import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { verifies } from "../../test/verifies.js";
import { type Chain, chain } from "./chain.js";
import { type Operation, operationKey } from "./definition.js";

const In = z.object({ path: z.string() });
const Out = z.object({ text: z.string() });
const handler = () => ({ text: "" });

function tool(): Chain {
  return chain("tool", "t").describe("d").input(In).output(Out);
}

function command(): Chain {
  return chain("command", "c").describe("d");
}

function faults(definition: { readonly [operationKey]: Operation }): string[] {
  return definition[operationKey].faults.map(({ reason, hint }) => `${reason}. Hint: ${hint}`);
}

describe("a finished chain", () => {
  test("declares what its steps said", () => {
    const preview = () => ({ $typeName: "pluggableharness.render.v1.RenderTree" });
    const definition = tool()
      .mutates("low", { key: ["path"] })
      .streams()
      .idempotent()
      .timeout("1.5s")
      .terminatesTurn()
      .preview(preview)
      .describeConstraints(false)
      .run(handler);
    expect(definition[operationKey]).toEqual({
      type: "tool",
      name: "t",
      description: "d",
      effect: { kind: "resource", risk: "low", concurrency: { safe: true, keyFields: ["path"] } },
      streaming: true,
      spawns: false,
      idempotent: true,
      timeoutMs: 1_500,
      terminatesTurn: true,
      describeConstraints: false,
      input: In,
      inputOptions: {},
      output: Out,
      outputOptions: {},
      handler,
      preview,
      faults: [],
    });
  });

  test("that spawns streams as well", () => {
    expect(tool().reads().spawns().run(handler)[operationKey]).toMatchObject({ streaming: true, spawns: true });
    expect(tool().reads().streams().run(handler)[operationKey]).toMatchObject({ streaming: true, spawns: false });
  });

  test("declares nothing that no step said", () => {
    verifies("TOOL-46", "TOOL-51");
    expect(command().mutates("low").run(handler)[operationKey]).toEqual({
      type: "command",
      name: "c",
      description: "d",
      effect: { kind: "resource", risk: "low", concurrency: { safe: false, keyFields: [] } },
      streaming: false,
      spawns: false,
      idempotent: false,
      timeoutMs: undefined,
      terminatesTurn: false,
      describeConstraints: true,
      input: undefined,
      inputOptions: {},
      output: undefined,
      outputOptions: {},
      handler,
      preview: undefined,
      faults: [],
    });
  });

  test("is idempotent where it reads, and never where it asks", () => {
    expect(tool().reads().run(handler)[operationKey].idempotent).toBe(true);
    expect(tool().reads().idempotent().run(handler)[operationKey].idempotent).toBe(true);
    expect(tool().asks()[operationKey]).toMatchObject({ idempotent: false, handler: undefined, faults: [] });
  });

  test("is frozen, with its fields in a fixed order", () => {
    const definition = tool().reads().run(handler);
    expect(Reflect.ownKeys(definition)).toEqual(["type", "name", "description", "kind", operationKey]);
    expect(Object.isFrozen(definition)).toBe(true);
    expect(Object.isFrozen(definition[operationKey])).toBe(true);
    expect(operationKey).toBe(Symbol.for("@plugwright/sdk/operation"));
  });
});

describe("a half-built chain", () => {
  test("can be continued twice without one continuation changing the other", () => {
    const base = tool();
    const writes = base.mutates("high").timeout("5s");
    const reads = base.reads();
    const fast = writes.timeout("1s");
    expect(reads.run(handler)[operationKey]).toMatchObject({ effect: { kind: "data_source" }, timeoutMs: undefined });
    expect(writes.run(handler)[operationKey]).toMatchObject({ effect: { risk: "high" }, timeoutMs: 5_000, faults: [] });
    expect(fast.run(handler)[operationKey].timeoutMs).toBe(1_000);
    expect(base.reads().run(handler)[operationKey].faults).toEqual([]);
    expect(Object.isFrozen(base)).toBe(true);
  });

  test("needs no this", () => {
    const { reads } = tool();
    expect(reads().run(handler)[operationKey].faults).toEqual([]);
  });
});

describe("what JavaScript lets through is a fault of the finished chain", () => {
  test.each<[what: string, build: () => { readonly [operationKey]: Operation }, faults: string[]]>([
    [
      "no steps",
      () => chain("tool", "t").run(handler),
      [
        ".describe() is missing. Hint: say what the operation does",
        ".input() is missing. Hint: a tool without arguments says .input(z.object({}))",
        ".output() is missing. Hint: a tool without a result says .output(z.object({}))",
        ".reads() or .mutates() is missing. Hint: say what the operation does to the world",
      ],
    ],
    [
      "a command without steps",
      () => chain("command", "c").run(handler),
      [
        ".describe() is missing. Hint: say what the operation does",
        ".reads() or .mutates() is missing. Hint: say what the operation does to the world",
      ],
    ],
    ["a step twice", () => tool().reads().input(In).run(handler), [".input() is called twice. Hint: call it once"]],
    [
      "two effects",
      () => tool().reads().mutates("low").run(handler),
      ["a tool has one effect. Hint: call one of .reads(), .mutates()"],
    ],
    [
      "an effect, and asking",
      () => command().reads().asks(),
      ["a command has one effect. Hint: call one of .reads(), .asks()"],
    ],
    [
      "terminatesTurn on a tool that reads",
      () => tool().reads().terminatesTurn().run(handler),
      ["only a tool that .mutates() ends the turn. Hint: leave .terminatesTurn() out"],
    ],
    [
      "a preview of what reads",
      () => command().reads().preview(handler).run(handler),
      [
        "only a command that .mutates() has a preview. Hint: leave .preview() out: the kernel asks for previews of what it may have to refuse",
      ],
    ],
    [
      "asking with more than a question",
      () =>
        tool()
          .streams()
          .idempotent()
          .timeout("1s")
          .asks({ key: ["path"] }),
      [
        ".asks() takes nothing. Hint: the kernel asks one question after the other; nothing can be declared",
        "a tool that asks cannot stream. Hint: leave .streams() out: no handler runs",
        "a tool that asks is never repeated. Hint: leave .idempotent() out",
        "a tool that asks has no time limit. Hint: leave .timeout() out: a human answers",
      ],
    ],
    [
      "two ways to stream",
      () => tool().reads().streams().spawns().run(handler),
      ["streaming is already declared. Hint: leave .streams() out: what .spawns() streams as well"],
    ],
    [
      "asking by a program",
      () => command().spawns().asks(),
      ["a command that asks cannot stream. Hint: leave .spawns() out: no handler runs"],
    ],
    [
      "steps of tools on a command",
      () => command().mutates("low").output(Out).terminatesTurn().run(handler),
      [
        "a command has no output schema. Hint: leave .output() out",
        "a command is no part of a turn. Hint: leave .terminatesTurn() out",
      ],
    ],
    [
      "wrong values",
      () =>
        chain("command", "c")
          .describe(" ")
          .describeConstraints("no")
          .mutates("low")
          .preview({})
          .timeout("0s")
          .run(null),
      [
        "the description is empty. Hint: say what the operation does: it is all that its caller sees",
        '.describeConstraints() got "no". Hint: pass a boolean',
        ".preview() got an object. Hint: pass a function",
        '"0s" leaves a call no time. Hint: leave the step out for the kernel\'s own limit',
        ".run() got null. Hint: pass a function",
      ],
    ],
    [
      "a name that is none",
      () => chain("tool", 7).describe("d").input(In).output(Out).asks(),
      ['the name is no string. Hint: write for example "my_tool"'],
    ],
  ])("%s", (_, build, expected) => {
    expect(faults(build())).toEqual(expected);
  });

  test("nothing an author passes makes a step throw", () => {
    const odd = Object.create(null);
    const definition = chain("tool", odd).describe(odd).input(odd).output(odd).mutates(odd, odd).timeout(odd).run(odd);
    expect(definition).toMatchObject({ name: "", description: "" });
    expect(faults(definition).length).toBeGreaterThan(3);
  });

  test("only a resource ends the turn", () => {
    verifies("TOOL-45");
    expect(faults(tool().terminatesTurn().asks())).toContain(
      "only a tool that .mutates() ends the turn. Hint: leave .terminatesTurn() out",
    );
    expect(faults(tool().mutates("low").terminatesTurn().run(handler))).toEqual([]);
  });

  test("every operation has a description", () => {
    verifies("CMD-03");
    expect(faults(chain("command", "c").reads().run(handler))).toEqual([
      ".describe() is missing. Hint: say what the operation does",
    ]);
  });
});
