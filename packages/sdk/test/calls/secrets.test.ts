import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ConfigureRequestSchema, PreviewRequestSchema } from "@plugwright/protocol/tool";
import { action, definePlugin, secret, ToolError, text, tool } from "@plugwright/sdk";
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

describe("a long secret", () => {
  const long = `sk-live-${"A0B1C2".repeat(700)}`;
  const given = definePlugin({
    name: "long",
    version: "1.0.0",
    source: "github.com/plugwright/long",
    config: z.object({
      token: secret(z.string()).refine(
        (value) => {
          if (value.startsWith("throws-")) throw new Error(`cannot use ${value}`);
          return !value.startsWith("refused-");
        },
        { error: (issue) => `${String(issue.input)} is refused` },
      ),
    }),
    tools: [
      tool<{ token: string }>("long")
        .describe("leaks")
        .input(z.object({}))
        .output(z.object({ n: z.number() }))
        .mutates("low")
        .streams()
        .preview(async (_args, { config: { token: value } }) =>
          action({ id: "a", label: value, tool: "t", provider: "p", args: { [value]: { nested: value } } }),
        )
        .run(async (_args, call) => {
          const value = call.config.token;
          call.progress(`with ${value}`);
          await call.output(`at ${value.slice(0, 40)}`);
          if (call.id === "x") throw new Error(value);
          return JSON.parse(JSON.stringify({ n: value }));
        }),
    ],
  });
  const started = inProcess(given);
  const configure = (value: string) =>
    started.runtime.tools?.configure(
      create(ConfigureRequestSchema, { config: { token: value } }),
      new AbortController().signal,
    );
  const heads = (value: string) => [value, value.slice(0, 20), value.slice(0, 12)];
  const printed = (value: unknown) =>
    JSON.stringify(value, (_key, inner: unknown) => (typeof inner === "bigint" ? `${inner}` : inner));

  test("is not shown in part where a text is cut, and not as a key of a preview", async () => {
    await configure(long);
    const { events } = await started.call("long");
    const preview = await started.runtime.tools?.preview(
      create(PreviewRequestSchema, { call: { id: "p", toolName: "long" } }),
      {
        signal: new AbortController().signal,
        dueAt: undefined,
      },
    );
    const unknown = await started.call(`long ${long}`);
    const output = Buffer.concat(
      events.map((event) => (event.case === "outputChunk" ? event.value.data : new Uint8Array())),
    );
    // What a handler itself cuts off a secret is not the secret any more.
    expect(output.toString()).toContain("at sk-live-");
    const sent = printed(events.filter((event) => event.case !== "outputChunk"));
    const everything = [sent, printed(preview), printed(unknown.events), printed(started.log)];
    for (const head of heads(long).slice(0, 2)) {
      for (const text of everything) expect(text).not.toContain(head);
    }
    expect(printed(preview)).toContain("[secret:token]");
    expect(printed(events.at(-1))).toContain("n: expected a number");
  });

  test.each(["throws-0123456789-abcdef", "refused-0123456789-abcdef"])(
    "%s: is not shown by a check that refuses it",
    async (value) => {
      const answer = await configure(value);
      expect(answer?.ok).toBe(false);
      for (const head of heads(value)) expect(printed(answer)).not.toContain(head);
    },
  );

  test("is found in a form, however it was encoded", async () => {
    const odd = "p!ssw0rd(1)~ab c*d";
    const { createRedactor } = await import("../../src/operation/redact.js");
    const { text: redact } = createRedactor([{ name: "odd", value: odd }]);
    expect(redact(new URLSearchParams({ t: odd }).toString())).toBe("t=[secret:odd]");
    expect(redact("p%21ssw0rd%281%29%7Eab+c%2Ad")).toBe("[secret:odd]");
    expect(redact(encodeURIComponent(odd))).toBe("[secret:odd]");
    expect(() => createRedactor([{ name: "huge", value: "x".repeat(300_000) }])).not.toThrow();
  });
});
