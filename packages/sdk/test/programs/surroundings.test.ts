import { create } from "@bufbuild/protobuf";
import { afterEach, describe, expect, test } from "@jest/globals";
import { ConfigureRequestSchema, RenderRequestSchema } from "@plugwright/protocol/tool";
import { definePlugin, secret, text, tool } from "@plugwright/sdk";
import { exec } from "@plugwright/sdk/node";
import * as z from "zod";
import { inProcess } from "../support/in-process.js";
import { killAll, newMark, processesWith } from "../support/processes.js";

let mark = newMark();
afterEach(() => {
  killAll(mark);
  mark = newMark();
});

const token = "s3cr3t-value";
const run = (file: string, ...args: string[]) => exec(file, args, { cwd: "/", env: { TEST_MARK: mark } });
const seen: Record<string, string> = {};
const note = async (where: string) => {
  seen[where] = (await run("env")).stdout;
};

const plugin = definePlugin({
  name: "surroundings",
  version: "1.0.0",
  source: "github.com/plugwright/surroundings",
  config: z.object({ token: secret(z.string()).optional(), fails: z.boolean().default(false) }),
  tools: [
    tool<unknown, { server: Promise<unknown> }>("looks")
      .describe("looks")
      .input(z.object({}))
      .output(z.object({}))
      .reads()
      .run(async () => {
        await note("call");
        return {};
      }),
  ],
  async setup({ fails }) {
    await note("setup");
    // A program for as long as the plugin is configured; nobody awaits it.
    const server = run("sleep", "60");
    server.catch(() => undefined);
    if (fails) throw new Error("no database");
    return { server };
  },
  close: () => note("close"),
  render: {
    "1": async () => {
      await note("render");
      return text("rendered");
    },
  },
});

const { signal } = new AbortController();
const configure = (config: { token?: string; fails?: boolean }) => create(ConfigureRequestSchema, { config });

describe("programs outside of calls", () => {
  test("that setup starts live on between calls, and end after close", async () => {
    const { call, runtime } = inProcess(plugin);
    await runtime.tools?.configure(configure({}), signal);
    expect((await call("looks", {}, { workingDirectory: "/" })).names).toBe("r");
    expect([...processesWith(mark).values()]).toContain("sleep 60");
    await runtime.close();
    expect(processesWith(mark)).toEqual(new Map());
  });

  test("end when the configuration is replaced, or setup fails", async () => {
    const { runtime } = inProcess(plugin);
    await runtime.tools?.configure(configure({}), signal);
    const first = [...processesWith(mark).keys()];
    await runtime.tools?.configure(configure({ token }), signal);
    expect(await runtime.tools?.configure(configure({ fails: true }), signal)).toMatchObject({ ok: false });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const left = [...processesWith(mark).keys()];
    expect(left.filter((pid) => first.includes(pid))).toEqual([]);
    expect(left.length).toBe(first.length);
    await runtime.close();
    expect(processesWith(mark)).toEqual(new Map());
  });

  test("do not see the secrets of the configuration either", async () => {
    process.env["TEST_TOKEN"] = token;
    try {
      const { call, runtime } = inProcess(plugin);
      await runtime.tools?.configure(configure({ token }), signal);
      await call("looks", {}, { workingDirectory: "/" });
      await runtime.tools?.render(create(RenderRequestSchema, { schemaVersion: "1" }));
      await runtime.close();
      expect(Object.keys(seen).sort()).toEqual(["call", "close", "render", "setup"]);
      for (const environment of Object.values(seen)) {
        expect(environment).toContain(mark);
        expect(environment).not.toContain(token);
      }
    } finally {
      delete process.env["TEST_TOKEN"];
    }
  });
});
