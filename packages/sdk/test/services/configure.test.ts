import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterEach, describe, expect, test } from "@jest/globals";
import { ErrorInfoSchema } from "@plugwright/protocol/rpc";
import { SlashCommandService } from "@plugwright/protocol/slashcommand";
import { ToolErrorCategory, ToolErrorSchema, ToolService } from "@plugwright/protocol/tool";
import { command, definePlugin, type Plugin, secret, ToolError, tool } from "@plugwright/sdk";
import { type Listening, listen } from "@plugwright/sdk/node";
import * as z from "zod";
import { services, terminal } from "../support/clients.js";
import { until } from "../support/until.js";
import { verifies } from "../verifies.js";

const config = z.object({
  url: z.string().describe("where the service is"),
  token: secret(z.string().min(8)).optional(),
  retries: z.int().min(0).default(3),
});
type Config = z.output<typeof config>;
interface Ctx {
  readonly number: number;
}

let setups: Config[] = [];
let closed: number[] = [];
const releases: (() => void)[] = [];

const ctxTool = tool<Config, Ctx>;
const plugin = definePlugin({
  name: "configured",
  version: "1.0.0",
  source: "github.com/plugwright/configured",
  config,
  setup(values): Ctx {
    if (values.url === "refuse")
      throw new ToolError("permission_denied", "the service refuses", { details: { tries: 2 } });
    if (values.url === "crash") throw new Error(`cannot reach it with ${values.token ?? "no token"}`);
    setups.push(values);
    return { number: setups.length };
  },
  close: (ctx) => void closed.push(ctx.number),
  tools: [
    ctxTool("which")
      .describe("tells its configuration")
      .input(z.object({ wait: z.boolean().default(false) }))
      .output(z.object({ url: z.string(), retries: z.int(), setup: z.int() }))
      .reads()
      .run(async ({ wait }, { config: { url, retries }, ctx }) => {
        if (wait) await new Promise<void>((resolve) => releases.push(resolve));
        return { url, retries, setup: ctx.number };
      }),
  ],
  commands: [
    command<Config, Ctx>("which")
      .describe("the same")
      .reads()
      .run(async (_args, { ctx }) => ({ setup: ctx.number })),
  ],
});

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listening) => listening.close()));
  setups = [];
  closed = [];
});

async function start(of: Plugin = plugin) {
  const listening = await listen(of, { token: false });
  open.push(listening);
  const transport = createGrpcTransport({ baseUrl: listening.url });
  const callTool = services["ToolService"]?.(transport);
  const callCommand = services["SlashCommandService"]?.(transport);
  if (callTool === undefined || callCommand === undefined) throw new Error("no such service");
  return {
    tools: createClient(ToolService, transport),
    commands: createClient(SlashCommandService, transport),
    which: (args = {}) => terminal(callTool.invoke("which", args)),
    whichCommand: () => terminal(callCommand.invoke("which")),
    close: listening.close,
  };
}

async function failure(answer: Promise<unknown>) {
  const error = await answer.then(
    () => undefined,
    (reason: unknown) => ConnectError.from(reason),
  );
  if (error === undefined) throw new Error("it was accepted");
  return {
    code: error.code,
    text: error.rawMessage,
    info: error.findDetails(ErrorInfoSchema),
    tool: error.findDetails(ToolErrorSchema),
    details: error.details.map((detail) => ("type" in detail ? detail.type : detail.desc.typeName)),
  };
}

describe("Configure", () => {
  test("runs setup once for both services, and calls get the configuration with its defaults", async () => {
    const { tools, commands, which, whichCommand } = await start();
    await tools.configure({ config: { url: "a" } });
    await commands.configure({ config: { url: "a" } });
    expect((await which()).payload).toEqual({ url: "a", retries: 3, setup: 1 });
    expect((await whichCommand()).payload).toEqual({ setup: 1 });
    expect(setups).toEqual([{ url: "a", retries: 3 }]);
  });

  test("with other values runs setup again; a call in flight keeps the old context, closed after it", async () => {
    const { tools, which } = await start();
    await tools.configure({ config: { url: "old" } });
    const waiting = which({ wait: true });
    await until("the call is in its handler", () => releases.length > 0);
    await tools.configure({ config: { url: "new" } });
    expect((await which()).payload).toMatchObject({ url: "new", setup: 2 });
    expect(closed).toEqual([]);
    for (const release of releases.splice(0)) release();
    expect((await waiting).payload).toMatchObject({ url: "old", setup: 1 });
    await until("the old context is closed", () => closed.length > 0);
    expect(closed).toEqual([1]);
  });

  test("refuses bad values with a status, ErrorInfo and ToolError, one line for each attribute", async () => {
    verifies("RUN-07", "RUN-14");
    const { tools } = await start();
    const refused = await failure(tools.configure({ config: { retries: -1 } }));
    expect(refused.code).toBe(Code.InvalidArgument);
    expect(refused.text.split("\n")).toEqual([
      "url: expected a string, got nothing",
      expect.stringMatching(/^retries: expected .*, got -1$/),
    ]);
    expect(refused.details).toEqual(["google.rpc.ErrorInfo", "pluggableharness.tool.v1.ToolError"]);
    expect(refused.info[0]).toMatchObject({ reason: "invalid_arguments", domain: "tool.pluggableharness.dev" });
    expect(refused.tool[0]).toMatchObject({ category: ToolErrorCategory.INVALID_ARGUMENTS, retryable: false });
  });

  test("names the other domain on the other service", async () => {
    const { commands } = await start();
    expect((await failure(commands.configure({ config: {} }))).info[0]?.domain).toBe(
      "slashcommand.pluggableharness.dev",
    );
  });

  test("never shows the secret that it refuses", async () => {
    const { tools } = await start();
    const refused = await failure(tools.configure({ config: { url: "a", token: "hunter2" } }));
    expect(refused.text).toMatch(/^token: expected/);
    expect(
      JSON.stringify(refused, (_key, value: unknown) => (typeof value === "bigint" ? `${value}` : value)),
    ).not.toContain("hunter2");
  });

  test("ends with the failure of setup, its category and details", async () => {
    const { tools } = await start();
    const refused = await failure(tools.configure({ config: { url: "refuse" } }));
    expect(refused.code).toBe(Code.PermissionDenied);
    expect(refused.text).toBe("the service refuses");
    expect(refused.info[0]).toMatchObject({ reason: "permission_denied", metadata: { tries: "2" } });
    expect(refused.tool[0]?.details).toEqual({ tries: 2 });
  });

  test("takes the secret out of what setup throws", async () => {
    const { tools } = await start();
    const refused = await failure(tools.configure({ config: { url: "crash", token: "a-long-secret" } }));
    expect(refused.code).toBe(Code.Internal);
    expect(refused.text).toBe("cannot reach it with [secret:token]");
  });

  test("that fails leaves the configuration as it was", async () => {
    const { tools, which } = await start();
    await tools.configure({ config: { url: "a" } });
    await failure(tools.configure({ config: { url: "crash" } }));
    expect((await which()).payload).toMatchObject({ url: "a", setup: 1 });
  });

  test("counts null for an optional attribute as not given", async () => {
    const { tools, which } = await start();
    await tools.configure({ config: { url: "a", token: null, retries: null } });
    expect((await which()).payload).toMatchObject({ retries: 3 });
  });
});

describe("a call before Configure", () => {
  test("says which attribute is required", async () => {
    const { which } = await start();
    expect(await which()).toMatchObject({
      name: "error",
      category: ToolErrorCategory.EXECUTION_FAILED,
      text: "the plugin is not configured: url: expected a string, got nothing",
    });
  });

  test("runs as if configured with {} where the schema allows it", async () => {
    const setups: unknown[] = [];
    const lenient = definePlugin({
      name: "lenient",
      version: "1.0.0",
      source: "github.com/plugwright/lenient",
      config: z.object({ depth: z.int().default(2) }),
      setup: (values) => void setups.push(values),
      tools: [
        tool<{ depth: number }>("which")
          .describe("tells")
          .input(z.object({}))
          .output(z.object({ depth: z.int() }))
          .reads()
          .run(async (_args, call) => ({ depth: call.config.depth })),
      ],
    });
    const { which } = await start(lenient);
    const all = await Promise.all([which(), which(), which()]);
    expect(all.map(({ payload }) => payload)).toEqual([{ depth: 2 }, { depth: 2 }, { depth: 2 }]);
    expect(setups).toEqual([{ depth: 2 }]);
  });
});

test("closing the endpoint closes what setup made", async () => {
  const { tools, close } = await start();
  await tools.configure({ config: { url: "a" } });
  await close();
  expect(closed).toEqual([1]);
});
