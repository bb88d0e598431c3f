import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type CallEvent, type Clients, connect, invokeTool } from "@plugwright/example-support";
import { OutputStream, ToolErrorCategory } from "@plugwright/protocol/tool";
import { type Listening, listen } from "@plugwright/sdk/node";
import { plugin } from "../src/plugin.js";

const workingDirectory = fileURLToPath(new URL("..", import.meta.url));
let listening: Listening;
let clients: Clients;
beforeAll(async () => {
  listening = await listen(plugin, { token: false });
  clients = connect(listening);
});
afterAll(() => listening.close());

async function call(name: string, args: Record<string, string | string[]>): Promise<CallEvent[]> {
  const events: CallEvent[] = [];
  for await (const event of invokeTool(clients, { name, args, workingDirectory })) events.push(event);
  return events;
}

const printed = (events: readonly CallEvent[], stream: OutputStream): string =>
  Buffer.concat(
    events.flatMap((event) =>
      event.case === "outputChunk" && event.value.stream === stream ? [event.value.data] : [],
    ),
  ).toString();

describe("bash", () => {
  test("sends what the command prints, how it ended, and a result whatever the code", async () => {
    const events = await call("bash", { command: "basename $PWD; echo oops >&2; exit 3" });
    expect(printed(events, OutputStream.STDOUT)).toBe("exec\n");
    expect(printed(events, OutputStream.STDERR)).toBe("oops\n");
    expect(events.slice(-2)).toMatchObject([
      { case: "exitStatus", value: { exitCode: 3 } },
      { case: "result", value: { payload: { exit_code: 3 } } },
    ]);
  });

  test("tells the signal that ended the command", async () => {
    const events = await call("bash", { command: "kill -9 $$" });
    expect(events.slice(-2)).toMatchObject([
      { case: "exitStatus", value: { exitCode: 137, signal: "SIGKILL" } },
      { case: "result", value: { payload: { exit_code: 137, signal: "SIGKILL" } } },
    ]);
  });
});

describe("shell_read", () => {
  test("returns what the program printed, and sends no exit status", async () => {
    const events = await call("shell_read", { program: "ls", args: ["-1", "src"] });
    expect(events).toMatchObject([
      {
        case: "result",
        value: {
          payload: {
            exit_code: 0,
            stdout: "allowed.ts\nbash.ts\nmain.ts\nplugin.ts\nshell-read.ts\n",
            truncated: false,
          },
        },
      },
    ]);
  });

  test("starts nothing that is hidden in an argument", async () => {
    const [event] = await call("shell_read", { program: "cat", args: ["; echo hidden"] });
    expect(event).toMatchObject({ case: "result", value: { payload: { exit_code: 1, stdout: "" } } });
  });

  test.each([
    ["an option that is not on the list", { program: "tail", args: ["-f", "x"] }, ToolErrorCategory.PERMISSION_DENIED],
    ["a program that is not on the list", { program: "rm", args: ["x"] }, ToolErrorCategory.INVALID_ARGUMENTS],
  ])("refuses %s", async (_what, args, category) => {
    const [event, ...more] = await call("shell_read", args);
    expect([event, more]).toMatchObject([{ case: "error", value: { category } }, []]);
  });
});
