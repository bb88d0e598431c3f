import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ConfigureRequestSchema } from "@plugwright/protocol/tool";
import { definePlugin, secret, ToolError, text, tool } from "@plugwright/sdk";
import * as z from "zod";
import { inProcess } from "../support/in-process.js";
import { verifies } from "../verifies.js";

const token = "tok-1234567890";
const config = z.object({
  token: secret(z.string()).optional(),
  pin: secret(z.string()).optional(),
  nested: z.object({ key: secret(z.string()) }).optional(),
});
const base = (name: string) => tool<z.output<typeof config>>(name).describe(name).input(z.object({}));
const plugin = definePlugin({
  name: "secrets",
  version: "1.0.0",
  source: "github.com/plugwright/secrets",
  config,
  tools: [
    base("leaks")
      .output(z.object({ header: z.string(), list: z.array(z.string()) }))
      .mutates("low")
      .streams()
      .preview(async (_args, call) => text(`with ${call.config.token}`))
      .run(async (_args, call) => {
        const value = call.config.token ?? "";
        call.log.info(`using ${value}`, { value, deep: [value] });
        call.progress(`with ${value}`);
        await call.output(`before ${value.slice(0, 6)}`);
        call.progress("between");
        await call.output(`${value.slice(6)} after`);
        await call.partial({ value, [value]: 1 });
        return {
          header: `Basic ${btoa(`user:${value}`)}`,
          list: [encodeURIComponent(value), call.config.nested?.key ?? ""],
        };
      }),
    base("fails")
      .output(z.object({}))
      .reads()
      .run(async (_args, call) => {
        throw new ToolError("execution_failed", `rejected ${call.config.token}`, {
          details: { sent: call.config.token },
        });
      }),
    base("crashes")
      .output(z.object({}))
      .reads()
      .run(async (_args, call) => {
        throw Object.assign(new Error(`cannot open ${call.config.token}`), {
          code: "ENOENT",
          path: `/x/${call.config.token}`,
        });
      }),
  ],
});
const { call, log, runtime } = inProcess(plugin);
beforeAll(async () => {
  const values = { token, pin: "1234", nested: { key: "another-secret" } };
  await runtime.tools?.configure(create(ConfigureRequestSchema, { config: values }), new AbortController().signal);
});
afterAll(() => runtime.close());

describe("a configured secret", () => {
  test("leaves in no event, log entry or preview, also where it lies across two chunks", async () => {
    verifies("RUN-26");
    const { events, names } = await call("leaks");
    const output = Buffer.concat(
      events.map((event) => (event.case === "outputChunk" ? event.value.data : new Uint8Array())),
    );
    expect(output.toString()).toBe("before [secret:token] after");
    expect(names).toMatch(/^p.*r$/);
    const everything = JSON.stringify([events, log]);
    for (const form of [token, "another-secret", btoa(`user:${token}`).slice(8, 20), encodeURIComponent(token)]) {
      expect(everything).not.toContain(form);
    }
    const partial = events.find((event) => event.case === "partialResult");
    expect(partial?.value).toMatchObject({ payload: { value: "[secret:token]", "[secret:token]": 1 } });
    const result = events.at(-1);
    expect(result?.value).toMatchObject({ payload: { list: ["[secret:token]", "[secret:nested.key]"] } });
    expect(log.find(({ level }) => level === "info")).toMatchObject({
      message: "using [secret:token]",
      fields: { value: "[secret:token]", deep: ["[secret:token]"], call_id: "call-1", operation: "leaks" },
    });
  });

  test("leaves in no error", async () => {
    const { last } = await call("fails");
    expect(last?.case === "error" && last.value).toMatchObject({
      message: "rejected [secret:token]",
      details: { sent: "[secret:token]" },
    });
    const crash = await call("crashes");
    expect(crash.last?.case === "error" && crash.last.value).toMatchObject({
      message: "cannot open [secret:token]",
      details: { path: "/x/[secret:token]" },
    });
  });

  test("of fewer than six characters is warned of by name, once, without its value", () => {
    const warnings = log.filter(({ level }) => level === "warn").map(({ message }) => message);
    expect(warnings).toEqual([
      "the secret pin has fewer than 6 characters: it cannot be taken out of what leaves the plugin",
    ]);
    expect(JSON.stringify(log)).not.toContain("1234");
  });
});
