import { Code, ConnectError } from "@connectrpc/connect";
import { afterEach, describe, expect, test } from "@jest/globals";
import { AttrType } from "@plugwright/protocol/config";
import { RiskClass, ToolKind, ToolService } from "@plugwright/protocol/tool";
import { command, definePlugin, secret, tool } from "@plugwright/sdk";
import {
  env,
  isKernelLoadError,
  type KernelOptions,
  type ServiceRouter,
  startKernel,
  type TestKernel,
} from "@plugwright/testkit";
import * as z from "zod";
import { verifies } from "../../sdk/test/verifies.js";
import { commands, rightTool, tools } from "./support/routes.js";

let kernel: TestKernel | undefined;
afterEach(async () => {
  await kernel?.close();
  kernel = undefined;
});

async function start(options: KernelOptions): Promise<TestKernel> {
  kernel = await startKernel(options);
  return kernel;
}

/** What keeps the providers from being loaded: rule, operation, sentence. */
async function refusal(options: KernelOptions): Promise<string[]> {
  try {
    await start(options);
  } catch (error) {
    if (!isKernelLoadError(error)) throw error;
    return error.findings.map(({ rule, operation, message }) => [rule, operation, message].filter(Boolean).join(" | "));
  }
  return [];
}

const warnings = ({ warnings }: TestKernel) =>
  warnings.map(({ rule, operation }) => `${rule} ${operation ?? ""}`.trim());

const look = tool("look")
  .describe("Looks.")
  .input(z.object({}))
  .output(z.object({}))
  .reads()
  .run(() => ({}));
const hello = command("hello")
  .describe("Greets.")
  .reads()
  .run(() => ({}));
const identity = { name: "p", version: "1.0.0", source: "github.com/acme/p" };

describe("tools", () => {
  test("of two of one name in one provider the first is kept, with a warning", async () => {
    verifies("RUN-36");
    const second = { ...rightTool, description: "Another." };
    const loaded = await start({ providers: [tools({ tools: [rightTool, second] })] });
    expect(loaded.tools.map(({ description }) => description)).toEqual(["Looks."]);
    expect(warnings(loaded)).toEqual(["duplicate_tool look"]);
  });

  test("in two providers one name is fine, and a call says whose is meant", async () => {
    const loaded = await start({ providers: [tools({ name: "one" }), tools({ name: "two" })] });
    expect(loaded.warnings).toEqual([]);
    await expect(loaded.call("look")).rejects.toThrow(
      'one and two have a tool look: say which with { provider: "one" }',
    );
    expect((await loaded.call("look", {}, { provider: "two" })).operation.provider).toBe("two");
  });

  test("a spec on an interactive one is ignored with a warning, and so are key fields of what is not safe", async () => {
    verifies("TOOL-41", "TOOL-32", "RUN-40");
    const interactive = { ...rightTool, name: "ask", kind: ToolKind.INTERACTIVE };
    const keyed = { ...rightTool, name: "keyed", concurrency: { safe: false, keyFields: ["no_field"] } };
    const loaded = await start({ providers: [tools({ tools: [interactive, keyed] })] });
    expect(warnings(loaded)).toEqual(["concurrency_on_interactive ask", "keys_without_safe keyed"]);
    expect(loaded.tools.map(({ concurrency }) => concurrency)).toEqual([undefined, { safe: false, keyFields: [] }]);
  });

  test("a right one gives no warning", async () => {
    verifies("RUN-40");
    const asks = { ...rightTool, name: "ask", kind: ToolKind.INTERACTIVE, concurrency: undefined };
    const keyed = { ...rightTool, name: "keyed", concurrency: { safe: true, keyFields: ["path"] } };
    expect((await start({ providers: [tools({ tools: [rightTool, asks, keyed] })] })).warnings).toEqual([]);
  });

  test("without a spec it counts as not safe, which a warning tells", async () => {
    const loaded = await start({ providers: [tools({ tools: [{ ...rightTool, concurrency: undefined }] })] });
    expect(warnings(loaded)).toEqual(["concurrency_missing look"]);
  });

  test("a schema outside of the subset is refused, with the place", async () => {
    const nested = { type: 1, properties: { list: { type: 5, items: { type: 9 } } }, required: ["gone"] };
    expect(await refusal({ providers: [tools({ tools: [{ ...rightTool, inputSchema: nested }] })] })).toEqual([
      'schema_outside_subset | look | input: the schema requires "gone", which it does not declare',
      "schema_outside_subset | look | input: list[] has the type 9",
    ]);
    expect(await refusal({ providers: [tools({ tools: [{ ...rightTool, outputSchema: { type: 5 } }] })] })).toEqual([
      "schema_outside_subset | look | output: the schema is no object at its root",
    ]);
  });

  test("everything that is wrong is told at once", async () => {
    const wrong = { ...rightTool, name: "wrong", kind: 0, risk: RiskClass.LOW, terminatesTurn: true };
    const found = await refusal({ providers: [tools({ tools: [rightTool, wrong] }), commands("c", ["x", "x"])] });
    expect(found.map((line) => line.split(" | ").slice(0, 2).join(" "))).toEqual([
      "kind_unspecified wrong",
      "terminates_turn_off_resource wrong",
      "duplicate_command x",
    ]);
  });
});

describe("commands", () => {
  test("two of one name are refused, in one provider and over two", async () => {
    verifies("RUN-37", "CMD-02");
    expect(await refusal({ providers: [commands("one", ["x", "x"])] })).toEqual([
      "duplicate_command | x | /x is a command of one already: names of commands are unique in a session",
    ]);
    expect(await refusal({ providers: [commands("one", ["x"]), commands("two", ["y", "x"])] })).toEqual([
      "duplicate_command | x | /x is a command of one already: names of commands are unique in a session",
    ]);
    expect(await refusal({ providers: [commands("one", ["x"]), commands("two", ["y"])] })).toEqual([]);
  });

  test("a tool, a command and a prompt may have one name", async () => {
    verifies("RUN-10");
    const named = command("look")
      .describe("Looks.")
      .reads()
      .run(() => ({}));
    const prompt = { name: "look", description: "Looks.", template: "look" };
    const plugin = definePlugin({ ...identity, tools: [look], commands: [named], prompts: [prompt] });
    const loaded = await start({
      providers: [
        { plugin, category: "tool" },
        { plugin, category: "slashcommand" },
      ],
    });
    expect([loaded.tools, loaded.commands, loaded.prompts].map((of) => of.map(({ name }) => name))).toEqual([
      ["look"],
      ["look"],
      ["look"],
    ]);
  });
});

test("a plugin with both is taken as a tool provider, and a warning tells what to do", async () => {
  verifies("RUN-32");
  const plugin = definePlugin({ ...identity, tools: [look], commands: [hello] });
  const loaded = await start({ providers: [{ plugin }] });
  expect([loaded.tools.length, loaded.commands.length]).toEqual([1, 0]);
  expect(loaded.warnings).toEqual([
    {
      rule: "mixed_plugin",
      provider: "p",
      message:
        "it has tools and commands, and is taken as a tool provider; give it twice, with { category }, to use both",
    },
  ]);
  await loaded.close();
  const only = await start({ providers: [{ plugin: definePlugin({ ...identity, commands: [hello] }) }] });
  expect([only.providers[0]?.category, only.warnings]).toEqual(["slashcommand", []]);
});

describe("Describe", () => {
  test.each([
    ["no name", { name: "" }, "Describe says no name"],
    ["another category", { category: 7 }, "Describe says category 7, and it is 2"],
    ["another version of the protocol", { protocolVersion: 2 }, "Describe says protocol version 2, and it is 1"],
  ])("%s is refused", async (_, producer, message) => {
    expect(await refusal({ providers: [tools({ producer })] })).toEqual([`describe_mismatch | ${message}`]);
  });

  test("what fails to say who it is is refused", async () => {
    const failing = (times: number) => ({
      routes: (router: ServiceRouter) =>
        router.service(ToolService, {
          describe() {
            if (times-- <= 0) throw new ConnectError("not today", Code.Internal);
            return {};
          },
        }),
    });
    // At the first time, when the kernel looks what it is; and when it takes it.
    for (const times of [0, 1]) {
      expect(await refusal({ providers: [failing(times)] })).toEqual(["no_answer | Describe failed: not today"]);
    }
  });

  test("what serves no category we know is refused", async () => {
    expect(await refusal({ providers: [{ routes: () => {} }] })).toEqual([
      "no_category | its Describe answers for no category",
    ]);
  });
});

describe("the operator's block", () => {
  const config = z.object({
    roots: z.array(z.string()),
    limit: z.number().default(5),
    token: secret(z.string()).optional(),
    nested: z.object({ on: z.boolean() }).optional(),
  });
  const seen = tool("seen")
    .describe("Tells its configuration.")
    .input(z.object({}))
    .output(z.object({ json: z.string() }))
    .reads()
    .run((_, call) => ({ json: JSON.stringify({ ...(call.config as z.output<typeof config>), token: undefined }) }));
  const plugin = definePlugin({ ...identity, config, tools: [seen] });

  test("is decoded by the schema: defaults are added", async () => {
    verifies("RUN-34");
    const loaded = await start({ providers: [{ plugin }], config: { p: { roots: ["/a"], nested: { on: true } } } });
    expect((await loaded.call(seen, {})).result).toEqual({
      json: '{"roots":["/a"],"limit":5,"nested":{"on":true}}',
    });
  });

  test.each([
    ["a required attribute that is missing", {}, "roots is required"],
    ["another type", { roots: "/a" }, "roots must be a list of strings"],
    [
      "an attribute that there is not",
      { roots: [], rots: 1 },
      "rots is no attribute of this provider; it has roots, limit, token, nested",
    ],
    ["a wrong one within an object", { roots: [], nested: { on: "yes" } }, "nested.on must be true or false"],
  ])("%s is refused", async (_, block, message) => {
    verifies("RUN-34");
    expect(await refusal({ providers: [{ plugin }], config: { p: block } })).toEqual([`config_invalid | ${message}`]);
  });

  test("a secret must name a variable, which must exist", async () => {
    verifies("RUN-34");
    const refused = (token: string | ReturnType<typeof env>) =>
      refusal({ providers: [{ plugin }], config: { p: { roots: [], token } }, environment: {} });
    expect(await refused("s3cr3t-value")).toEqual([
      'config_invalid | token is sensitive: write env("NAME") for it, and the value into that variable',
    ]);
    expect(await refused(env("TOKEN"))).toEqual([
      'config_invalid | token is env("TOKEN"), and there is no such variable',
    ]);
    const given = { config: { p: { roots: [], token: env("TOKEN") } }, environment: { TOKEN: "s3cr3t-value" } };
    expect(await refusal({ providers: [{ plugin }], ...given })).toEqual([]);
  });

  test("what Configure itself refuses is told", async () => {
    const picky = definePlugin({
      ...identity,
      config: z.object({ port: z.number().max(9) }),
      tools: [look],
    });
    expect(await refusal({ providers: [{ plugin: picky }], config: { p: { port: 10 } } })).toEqual([
      expect.stringMatching(/^configure_failed \| .*port/),
    ]);
  });
});

test("each tool is probed once, with its name and no arguments; only UNIMPLEMENTED means that there is no preview", async () => {
  verifies("RUN-35");
  const probes: unknown[] = [];
  const withPreview = await start({
    providers: [
      tools({
        preview(call) {
          probes.push([call.toolName, call.arguments, call.id]);
          throw new Error("whatever goes wrong");
        },
      }),
    ],
  });
  expect(probes).toEqual([["look", {}, "probe"]]);
  expect(withPreview.tools[0]?.hasPreview).toBe(true);
  await withPreview.close();
  expect((await start({ providers: [tools()] })).tools[0]?.hasPreview).toBe(false);
});

test("a list of numbers and a map of strings are taken as such", async () => {
  const attributes = [
    { name: "ports", type: AttrType.LIST_NUMBER },
    { name: "labels", type: AttrType.MAP_STRING },
  ];
  const configured: unknown[] = [];
  const provider = tools({ config: { attributes }, configure: (config) => void configured.push(config) });
  await start({ providers: [provider], config: { hand: { ports: [1, 2], labels: { a: "b" } } } });
  expect(configured).toEqual([{ ports: [1, 2], labels: { a: "b" } }]);
});
