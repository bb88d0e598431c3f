import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Category } from "@plugwright/protocol/common";
import { SlashCommandService } from "@plugwright/protocol/slashcommand";
import { ToolService } from "@plugwright/protocol/tool";
import { command, definePlugin, diff, ToolError, text, tool } from "@plugwright/sdk";
import { type Listening, listen } from "@plugwright/sdk/node";
import * as z from "zod";
import { verifies } from "../verifies.js";

let previews = 0;
const input = z.object({ path: z.string() });
const plugin = definePlugin({
  name: "previews",
  version: "2.1.0",
  source: "github.com/plugwright/previews",
  tools: [
    tool("write")
      .describe("writes")
      .input(input)
      .output(z.object({}))
      .mutates("moderate", { key: ["path"] })
      .preview(async ({ path }, call) => {
        previews++;
        if (path === "secret") throw new ToolError("permission_denied", "not that one");
        if (path === "crash") throw new Error("no such disk");
        expect("did" in call || "lock" in call).toBe(false);
        return diff("a\nb\n", `a\n${call.resolvePath(path)}\n`);
      })
      .run(async () => ({})),
    tool("look")
      .describe("looks")
      .input(input)
      .output(z.object({}))
      .reads()
      .run(async () => ({})),
  ],
  commands: [
    command("release")
      .describe("releases")
      .input(input)
      .mutates("high")
      .preview(async ({ path }) => text(path))
      .run(async () => {}),
    command("changelog")
      .describe("tells")
      .reads()
      .run(async () => {}),
  ],
  render: { "1": (payload) => text(new TextDecoder().decode(payload)) },
});

let listening: Listening;
let tools: ReturnType<typeof createClient<typeof ToolService>>;
let commands: ReturnType<typeof createClient<typeof SlashCommandService>>;
beforeAll(async () => {
  listening = await listen(plugin, { token: false });
  const transport = createGrpcTransport({ baseUrl: listening.url });
  tools = createClient(ToolService, transport);
  commands = createClient(SlashCommandService, transport);
});
afterAll(() => listening.close());

const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => "answered",
    (error: unknown) => Code[ConnectError.from(error).code],
  );
const call = (toolName: string, args: Record<string, string>) => ({
  call: { id: "p", toolName, arguments: args, callContext: { workingDirectory: "/srv" } },
});

describe("Preview", () => {
  test("answers in the order: no such operation, no preview, invalid arguments, the preview", async () => {
    verifies("RUN-09", "RUN-15");
    expect(await codeOf(tools.preview(call("wriet", {})))).toBe("NotFound");
    expect(await codeOf(tools.preview(call("look", {})))).toBe("Unimplemented");
    expect(await codeOf(tools.preview(call("write", {})))).toBe("InvalidArgument");
    expect(previews).toBe(0);
    expect(await codeOf(tools.preview(call("write", { path: "x" })))).toBe("answered");
    expect(previews).toBe(1);
  });

  test("shows the tree that the author made", async () => {
    const { preview } = await tools.preview(call("write", { path: "x" }));
    expect(preview?.root?.node).toMatchObject({
      case: "diff",
      value: {
        hunks: [
          {
            oldStart: 1,
            oldLines: 2,
            newStart: 1,
            newLines: 2,
            lines: [
              { op: 1, text: "a" },
              { op: 3, text: "b" },
              { op: 2, text: "/srv/x" },
            ],
          },
        ],
      },
    });
    const of = await commands.preview({ call: { id: "p", name: "release", arguments: { path: "v1" } } });
    expect(of.preview?.root?.node).toMatchObject({ case: "text", value: { content: "v1" } });
    expect(await codeOf(commands.preview({ call: { id: "p", name: "changelog" } }))).toBe("Unimplemented");
  });

  test("fails with the category of what the author threw", async () => {
    expect(await codeOf(tools.preview(call("write", { path: "secret" })))).toBe("PermissionDenied");
    expect(await codeOf(tools.preview(call("write", { path: "crash" })))).toBe("Internal");
  });
});

describe("Render", () => {
  test("renders a payload of a known version and refuses an unknown one", async () => {
    const { tree } = await tools.render({ schemaVersion: "1", payload: new TextEncoder().encode("kept") });
    expect(tree?.root?.node).toMatchObject({ case: "text", value: { content: "kept" } });
    expect(await codeOf(commands.render({ schemaVersion: "1" }))).toBe("answered");
    expect(await codeOf(tools.render({ schemaVersion: "2" }))).toBe("InvalidArgument");
    expect(await codeOf(tools.render({ schemaVersion: "toString" }))).toBe("InvalidArgument");
  });

  test("is unimplemented where the plugin renders nothing", async () => {
    verifies("RUN-05");
    const bare = await listen(
      definePlugin({
        name: "bare",
        version: "1.0.0",
        source: "github.com/plugwright/bare",
        tools: [
          tool("look")
            .describe("looks")
            .input(input)
            .output(z.object({}))
            .reads()
            .run(async () => ({})),
        ],
      }),
      { token: false },
    );
    const transport = createGrpcTransport({ baseUrl: bare.url });
    expect(await codeOf(createClient(ToolService, transport).render({ schemaVersion: "1" }))).toBe("Unimplemented");
    expect(await codeOf(createClient(SlashCommandService, transport).describe({}))).toBe("Unimplemented");
    await bare.close();
  });
});

test("Describe tells who the plugin is, as a provider of the service's category", async () => {
  verifies("RUN-04");
  const identity = { name: "previews", version: "2.1.0", source: "github.com/plugwright/previews", protocolVersion: 1 };
  expect((await tools.describe({})).producer).toMatchObject({ ...identity, category: Category.TOOL });
  expect((await commands.describe({})).producer).toMatchObject({ ...identity, category: Category.SLASHCOMMAND });
});
