import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { verifies } from "../../test/verifies.js";
import { command } from "../command/builder.js";
import { secret } from "../schema/secret.js";
import { tool } from "../tool/builder.js";
import { definePlugin } from "./definition.js";
import { isPluginDefinitionError, type PluginDefinitionError } from "./faults.js";
import { pluginKey } from "./plugin-key.js";

const id = { name: "files", version: "1.0.0", source: "github.com/acme/files" };
const base = (name: string) => tool(name).describe("d").input(z.object({})).output(z.object({}));
const reads = (name: string) =>
  base(name)
    .reads()
    .run(() => ({}));
const runs = (name: string) =>
  command(name)
    .describe("d")
    .reads()
    .run(() => {});
const prompt = (name: string) => ({ name, description: "d", template: "Review {file}" });

/** As authors in JavaScript call it: with anything. */
const defineAnything = definePlugin as unknown as (options: unknown) => unknown;

function errorOf(options: unknown): PluginDefinitionError {
  try {
    defineAnything(options);
  } catch (error) {
    if (isPluginDefinitionError(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

function linesOf(options: object): string[] {
  return errorOf({ ...id, ...options })
    .message.split("\n")
    .slice(1);
}

describe("a plugin", () => {
  test("has its operations and prompts in the order of their names", () => {
    const [a, b, c, d] = [reads("b"), reads("B"), reads("a"), reads("a_b")];
    const plugin = definePlugin({
      ...id,
      tools: [a, b, c, d],
      commands: [runs("z"), runs("y")],
      prompts: [prompt("p")],
    });
    expect(plugin.tools).toEqual([b, c, d, a]);
    expect(plugin.tools[0]).toBe(b);
    expect(plugin.commands.map(({ name }) => name)).toEqual(["y", "z"]);
    const internals = plugin[pluginKey];
    expect(internals.tools.map(({ operation }) => operation.name)).toEqual(["B", "a", "a_b", "b"]);
    expect(internals.commands.map(({ operation }) => operation.name)).toEqual(["y", "z"]);
    expect(internals.prompts).toEqual([prompt("p")]);
  });

  test("keeps what it was given, frozen", () => {
    const config = z.object({ token: secret(z.string()) });
    const setup = async () => ({ db: 1 });
    const close = async () => {};
    const render = { "1": () => null as never };
    const plugin = definePlugin({ ...id, config, setup, close, render });
    const internals = plugin[pluginKey];
    expect(internals.identity).toEqual(id);
    expect(internals).toMatchObject({ setup, close, tools: [], commands: [], prompts: [], warnings: [] });
    expect(internals.config.schema).toBe(config);
    expect(internals.config.compiled.schema.attributes).toMatchObject([{ name: "token", sensitive: true }]);
    expect(internals.config.compiled.secrets).toMatchObject([{ name: "token" }]);
    expect([...internals.render]).toEqual([["1", render["1"]]]);
    expect(Reflect.ownKeys(plugin)).toEqual(["name", "version", "source", "tools", "commands", "prompts", pluginKey]);
    expect([plugin, plugin.tools, plugin.commands, plugin.prompts, internals].every(Object.isFrozen)).toBe(true);
    expect(pluginKey).toBe(Symbol.for("@plugwright/sdk/plugin"));
  });

  test("may have nothing but a name", () => {
    expect(definePlugin(id)[pluginKey]).toMatchObject({
      tools: [],
      commands: [],
      prompts: [],
      config: { schema: undefined },
    });
  });

  test("finds renderers by their own version only", () => {
    const { render } = definePlugin({ ...id, render: {} })[pluginKey];
    expect(render.get("constructor")).toBeUndefined();
    expect(render.get("__proto__")).toBeUndefined();
  });

  test("takes operations made by another copy of the SDK", () => {
    const { type, name, description, kind, ...marks } = reads("read");
    expect(definePlugin({ ...id, tools: [{ type, name, description, kind, ...marks }] }).tools).toHaveLength(1);
  });
});

describe("everything that is wrong is told in one error", () => {
  test("with a line for each fault, and the faults as data", () => {
    const error = errorOf({
      ...id,
      version: "v1",
      tools: [
        tool("write file")
          .describe("d")
          .input(z.object({ path: z.string().optional(), to: z.object({ when: z.date() }) }))
          .output(z.object({ tags: z.array(z.set(z.string())) }))
          .mutates("low", { key: ["path"] })
          .timeout("0s")
          .run(() => ({ tags: [] })),
      ],
      commands: [command("c")],
      prompts: [{ name: "p", description: "", template: "t" }],
    });
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("PluginDefinitionError");
    expect(String(error)).toMatch(/^PluginDefinitionError: plugin "files" has 8 faults:\n/);
    expect(error.faults.map(({ subject, part, path }) => [subject, part, path])).toEqual([
      ["plugin", undefined, "version"],
      ['tool "write file"', undefined, ""],
      ['tool "write file"', undefined, ""],
      ['tool "write file"', "input", "to.when"],
      ['tool "write file"', "input", "path"],
      ['tool "write file"', "output", "tags[]"],
      ["plugin", undefined, "commands[0]"],
      ['prompt "p"', undefined, ""],
    ]);
    const [, ...lines] = error.message.split("\n");
    expect(lines).toHaveLength(8);
    expect(lines[0]).toBe('plugin version: "v1" is not allowed. Hint: write a semantic version, such as "1.0.0"');
    expect(lines[1]).toBe(
      'tool "write file": the name has characters other than A-Z a-z 0-9 _ -. Hint: write for example "write_file"',
    );
    expect(lines[3]).toMatch(/^tool "write file", input to\.when: .+\. Hint: .+$/);
  });

  test("a config that cannot be configured", () => {
    const [line, ...others] = linesOf({ config: z.object({ when: z.date() }) });
    expect(line).toMatch(/^config when: .+\. Hint: .+$/);
    expect(others).toEqual([]);
    expect(linesOf({ config: z.string() })[0]).toMatch(/^config: the root must be an object\. Hint: /);
  });

  test("is recognised whichever copy of the SDK threw it", () => {
    expect(isPluginDefinitionError(Object.assign(new Error("x"), { name: "PluginDefinitionError", faults: [] }))).toBe(
      true,
    );
    expect(isPluginDefinitionError(new Error("x"))).toBe(false);
    expect(isPluginDefinitionError(null)).toBe(false);
    expect(isPluginDefinitionError("PluginDefinitionError")).toBe(false);
  });

  test.each<[options: unknown, faults: number]>([
    [undefined, 3],
    [null, 3],
    ["files", 3],
    [{}, 3],
  ])("%j is no plugin", (options, faults) => {
    expect(errorOf(options).faults).toHaveLength(faults);
  });
});

describe("names", () => {
  test("two tools of one name are refused with the places of both", () => {
    const twice = reads("read");
    expect(linesOf({ tools: [twice, reads("write"), reads("read"), twice] })).toEqual([
      'tool "read": the name is taken 3 times: by tools[0] and tools[2] and tools[3]. Hint: give each tool a name of its own',
    ]);
  });

  test("two commands or two prompts of one name are refused", () => {
    verifies("CMD-02");
    expect(linesOf({ commands: [runs("read"), runs("read")], prompts: [prompt("p"), prompt("p")] })).toEqual([
      'command "read": the name is taken 2 times: by commands[0] and commands[1]. Hint: give each command a name of its own',
      'prompt "p": the name is taken 2 times: by prompts[0] and prompts[1]. Hint: give each prompt a name of its own',
    ]);
  });

  test("names that differ in case, and a tool and a command of one name, are two", () => {
    const plugin = definePlugin({ ...id, tools: [reads("Read"), reads("read")], commands: [runs("read")] });
    expect(plugin[pluginKey].warnings).toEqual(['tool "Read": names of tools usually keep to a-z 0-9 _']);
  });

  test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])("%s is a name like any other", (name) => {
    const plugin = definePlugin({ ...id, tools: [reads(name)], commands: [runs(name)], prompts: [prompt(name)] });
    expect(plugin[pluginKey].tools.map(({ operation }) => operation.name)).toEqual([name]);
    expect(linesOf({ tools: [reads(name), reads(name)] })).toHaveLength(1);
  });

  test("a prompt with the name of a command gives a warning", () => {
    verifies("RUN-10");
    const plugin = definePlugin({
      ...id,
      commands: [runs("review")],
      prompts: [prompt("review"), prompt("constructor")],
    });
    expect(plugin[pluginKey].warnings).toEqual(['prompt "review": a command has this name too']);
  });
});

describe("what is passed by mistake", () => {
  test.each<[options: object, line: string]>([
    [
      { tools: [base("t").reads()] },
      'plugin tools[0]: the tool "t" is not finished. Hint: end its chain with .run(...) or .asks()',
    ],
    [
      { tools: [reads("a"), command("c")] },
      'plugin tools[1]: the command "c" is not finished. Hint: end its chain with .run(...) or .asks()',
    ],
    [{ tools: [runs("c")] }, 'plugin tools[0]: the command "c" is no tool. Hint: list it under commands'],
    [{ commands: [reads("t")] }, 'plugin commands[0]: the tool "t" is no command. Hint: list it under tools'],
    [
      { tools: [{ type: "tool", name: "t" }] },
      'plugin tools[0]: an object is no tool. Hint: pass what tool("name")....run(...) returns',
    ],
    [{ tools: [undefined] }, 'plugin tools[0]: undefined is no tool. Hint: pass what tool("name")....run(...) returns'],
    [
      { commands: [runs] },
      'plugin commands[0]: a function is no command. Hint: pass what command("name")....run(...) returns',
    ],
    [{ tools: reads("t") }, "plugin tools: is an object. Hint: pass an array: tools: [...]"],
    [{ prompts: [null] }, 'prompt prompts[0]: the name is no string. Hint: write for example "my_prompt"'],
    [{ tool: [] }, 'plugin tool: is no field of a plugin. Hint: did you mean "tools"?'],
    [{ setup: {} }, "plugin setup: is an object. Hint: pass a function"],
    [
      { render: [] },
      'plugin render: is an array. Hint: pass functions by schema version: render: { "1": (payload) => tree }',
    ],
    [
      { render: { 1: "x" } },
      'plugin render.1: is "x". Hint: pass functions by schema version: render: { "1": (payload) => tree }',
    ],
  ])("%j", (options, line) => {
    expect(linesOf(options)[0]).toBe(line);
  });

  test("two operations without a name are not also two of one name", () => {
    const nameless = reads("");
    expect(linesOf({ tools: [nameless, nameless] })).toEqual([
      'tool "": the name is empty. Hint: 1 to 64 of A-Z a-z 0-9 _ -',
      'tool "": the name is empty. Hint: 1 to 64 of A-Z a-z 0-9 _ -',
    ]);
  });
});
