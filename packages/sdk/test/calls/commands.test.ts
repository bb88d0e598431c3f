import { create } from "@bufbuild/protobuf";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { InvokeRequestSchema } from "@plugwright/protocol/slashcommand";
import { ToolErrorCategory as Category } from "@plugwright/protocol/tool";
import { command, createRuntime, definePlugin, type LogEntry, ToolError } from "@plugwright/sdk";
import { type Listening, listen } from "@plugwright/sdk/node";
import * as z from "zod";
import { nodePlatform } from "../../src/node/platform.js";
import { type Caller, collect, services, terminal } from "../support/clients.js";
import { verifies } from "../verifies.js";

const plugin = definePlugin({
  name: "commands",
  version: "1.0.0",
  source: "github.com/plugwright/commands",
  commands: [
    command("bare")
      .describe("says nothing")
      .reads()
      .run(async () => {}),
    command("gives")
      .describe("gives an object")
      .input(z.object({ n: z.int() }))
      .reads()
      .run(async ({ n }) => ({ n, at: new Date(0) })),
    command("logs")
      .describe("logs")
      .reads()
      .run(async (_args, call) => {
        call.log.info("working", { step: 1 });
        return { id: call.id };
      }),
    command("fails")
      .describe("fails")
      .reads()
      .run(async () => {
        throw new ToolError("permission_denied", "not today");
      }),
  ],
});

let listening: Listening;
let to: Caller;
beforeAll(async () => {
  listening = await listen(plugin, { token: false });
  const caller = services["SlashCommandService"]?.(createGrpcTransport({ baseUrl: listening.url }));
  if (caller === undefined) throw new Error("no such service");
  to = caller;
});
afterAll(() => listening.close());

describe("a slash command", () => {
  test("that does not stream sends one terminal event and nothing before it", async () => {
    verifies("CMD-08");
    expect(await collect(to.invoke("bare"))).toEqual([expect.objectContaining({ name: "result", payload: {} })]);
  });

  test("returns any object, made fit for the wire", async () => {
    expect(await terminal(to.invoke("gives", { n: 3 }))).toMatchObject({
      payload: { n: 3, at: "1970-01-01T00:00:00.000Z" },
    });
  });

  test("checks its arguments", async () => {
    verifies("CMD-14");
    expect(await terminal(to.invoke("gives", { n: 1.5 }))).toMatchObject({
      category: Category.INVALID_ARGUMENTS,
      text: expect.stringMatching(/^n: expected a whole number/),
    });
  });

  test("that was not declared is not found", async () => {
    verifies("CMD-13");
    expect(await terminal(to.invoke("give"))).toMatchObject({
      category: Category.NOT_FOUND,
      text: 'this plugin has no slash command "give"; did you mean gives?',
    });
  });

  test("fails with the categories of tools", async () => {
    verifies("CMD-22");
    expect(await terminal(to.invoke("fails"))).toMatchObject({
      category: Category.PERMISSION_DENIED,
      text: "not today",
    });
  });

  test("logs with the ids of its call, which the handler sees as well", async () => {
    verifies("CMD-12", "RUN-21");
    const log: LogEntry[] = [];
    const platform = nodePlatform({ strays: "own rejections", log: (entry) => log.push(entry) });
    const runtime = createRuntime(plugin, { platform });
    const payloads: unknown[] = [];
    const callContext = { sessionId: "s-1", turnId: "t-2" };
    const request = create(InvokeRequestSchema, { call: { id: "c-9", name: "logs", callContext } });
    await runtime.commands?.invoke(request, {
      signal: new AbortController().signal,
      dueAt: undefined,
      write: async ({ event }) => void payloads.push(event?.event.value),
    });
    expect(payloads).toEqual([expect.objectContaining({ payload: { id: "c-9" } })]);
    expect(log).toEqual([
      {
        level: "info",
        message: "working",
        fields: { step: 1, call_id: "c-9", operation: "logs", session_id: "s-1", turn_id: "t-2" },
        time: expect.any(Date),
      },
    ]);
    await runtime.close();
  });
});
