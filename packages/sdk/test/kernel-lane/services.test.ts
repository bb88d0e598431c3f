import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { until } from "../support/until.js";
import { verifies } from "../verifies.js";
import { foreignCategories } from "./foreign.js";
import { commandRpc, field, setUp, toolRpc } from "./setup.js";

await describeWithGo("the real host launches a plugin", () => {
  const { launch, bundle } = setUp();

  const identity = { name: "fixture", version: "1.2.3", source: "github.com/plugwright/fixture", protocolVersion: 1 };

  test("as one file without arguments in a sparse environment, and learns who it is", async () => {
    verifies("RUN-01", "RUN-02");
    const plugin = await launch();
    expect([plugin.network, plugin.version]).toEqual(["unix", 1]);
    await plugin.ping();
    expect((await plugin.call({ method: toolRpc("Describe") })).messages).toEqual([
      { producer: { ...identity, category: "CATEGORY_TOOL" } },
    ]);
    expect((await plugin.call({ method: commandRpc("Describe") })).messages).toEqual([
      { producer: { ...identity, category: "CATEGORY_SLASHCOMMAND" } },
    ]);
  });

  test.each([
    ["tool", toolRpc("GetSchema"), commandRpc("GetCapabilities"), "tools"],
    ["slashcommand", commandRpc("GetCapabilities"), toolRpc("GetSchema"), "commands"],
  ])("as a %s only, and gets what that category has", async (category, own, other, list) => {
    const plugin = await launch({ FIXTURE_CATEGORY: category });
    const { code, messages } = await plugin.call({ method: own });
    expect(code).toBe("OK");
    expect(field(messages[0], list)).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: category === "tool" ? "talk" : "greet" })]),
    );
    expect(field(messages[0], "configSchema")).toMatchObject({ attributes: expect.anything() });
    expect((await plugin.call({ method: other })).code).toBe("Unimplemented");
  });

  test("in seven tries, of which the six of other categories do not load the author's module", async () => {
    const { describe: widget } = foreignCategories["widget"] ?? { describe: "" };
    const foreign = [...Object.values(foreignCategories).map(({ describe }) => describe), toolRpc("Describe")];
    expect(foreign).toHaveLength(6);
    for (const [index, method] of foreign.entries()) {
      const marker = join(bundle().folder, `marker ${index}`);
      const plugin = await launch({ FIXTURE_CATEGORY: "slashcommand", FIXTURE_MARKER: marker });
      expect(await plugin.call({ method })).toMatchObject({ code: "Unimplemented" });
      await plugin.kill();
      expect([method, existsSync(marker)]).toEqual([method, false]);
    }
    const marker = join(bundle().folder, "marker");
    const plugin = await launch({ FIXTURE_CATEGORY: "slashcommand", FIXTURE_MARKER: marker });
    expect(await plugin.call({ method: commandRpc("Describe") })).toMatchObject({ code: "OK" });
    expect(readFileSync(marker, "utf8")).toBe("the author's module\n");
    expect(await plugin.call({ method: widget })).toMatchObject({ code: "Unimplemented" });
  });

  test("and configures it", async () => {
    const plugin = await launch();
    expect(
      await plugin.call({ method: toolRpc("Configure"), messages: [{ config: { url: "https://example" } }] }),
    ).toMatchObject({ code: "OK", messages: [{}] });
  });

  test.each([
    ["tool", toolRpc("Configure")],
    ["slashcommand", commandRpc("Configure")],
  ])("and is told what is wrong with a configuration: %s", async (category, method) => {
    const plugin = await launch({ FIXTURE_CATEGORY: category });
    const { code, text, details } = await plugin.call({ method, messages: [{ config: { url: 5 } }] });
    expect(code).toBe("InvalidArgument");
    expect(text).toContain("url");
    expect(details).toEqual([
      expect.objectContaining({
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "invalid_arguments",
        domain: `${category}.pluggableharness.dev`,
      }),
      expect.objectContaining({
        "@type": "type.googleapis.com/pluggableharness.tool.v1.ToolError",
        category: "TOOL_ERROR_CATEGORY_INVALID_ARGUMENTS",
        message: text,
      }),
    ]);
  });

  test("and is told that setup failed", async () => {
    const plugin = await launch();
    const messages = [{ config: { setup: "hang up" } }];
    const { code, details } = await plugin.call({ method: toolRpc("Configure"), messages });
    expect(code).not.toBe("OK");
    expect(details.map((detail) => detail["@type"])).toEqual([
      "type.googleapis.com/google.rpc.ErrorInfo",
      "type.googleapis.com/pluggableharness.tool.v1.ToolError",
    ]);
  });

  test("and finds out with empty arguments which tools have a preview", async () => {
    const plugin = await launch();
    const probe = async (toolName: string) =>
      (
        await plugin.call({
          method: toolRpc("Preview"),
          messages: [{ call: { id: "probe", toolName, arguments: {} } }],
        })
      ).code;
    expect([await probe("talk"), await probe("write")]).toEqual(["Unimplemented", "InvalidArgument"]);
  });

  test("and may be newer: fields that the plugin does not know are ignored", async () => {
    const plugin = await launch();
    const call = { id: "call-1", toolName: "talk", arguments: { say: "hi" } };
    const { code } = await plugin.call({ method: toolRpc("Invoke"), messages: [{ call }], unknown: true });
    expect(code).toBe("OK");
    expect(await plugin.call({ method: toolRpc("GetSchema"), unknown: true })).toMatchObject({ code: "OK" });
  });

  test("and may be newer: numbers of enums that the plugin does not know are read as nothing", async () => {
    const plugin = await launch();
    const wire = Buffer.from(requestOfLaterVersion()).toString("base64");
    const { code, messages } = await plugin.call({ method: toolRpc("Invoke"), wire });
    expect([code, messages]).toEqual(["OK", [{ event: { result: { payload: { value: "null" } } } }]]);
    const configured = await plugin.call({
      method: toolRpc("Configure"),
      wire: Buffer.from(configurationOfLaterVersion()).toString("base64"),
    });
    expect(configured).toMatchObject({ code: "OK" });
  });

  test("whose module throws: every call gets the reason, stderr one line of it, and the process ends with 1", async () => {
    const plugin = await launch({ FIXTURE_BROKEN: "1" });
    const why = "the plugin could not be loaded: the database library is not installed";
    const started = performance.now();
    const calls = [toolRpc("GetSchema"), commandRpc("GetCapabilities"), toolRpc("Describe")];
    const ends = await Promise.all(calls.map((method) => plugin.call({ method })));
    expect(ends.map(({ code, text }) => [code, text])).toEqual(calls.map(() => ["FailedPrecondition", why]));
    await until("the process has exited", () =>
      plugin.log.some((line) => line["@message"] === "plugin process exited"),
    );
    console.info(`a plugin that cannot be loaded: gone ${Math.round(performance.now() - started)} ms after the call`);
    expect(plugin.log.filter((line) => line["@message"].includes(why))).toEqual([
      expect.objectContaining({ "@level": "error", "@message": why }),
    ]);
    expect(plugin.log.find((line) => line["@message"] === "plugin process exited")).toMatchObject({
      error: "exit status 1",
    });
  });
});

/** A number that no enum has. */
const later = 99;

/**
 * A call of `echo`, with a field of an enum in the call, one in its context, and in the arguments a value of the only
 * enum that requests have: NullValue.
 */
function requestOfLaterVersion(): Uint8Array {
  const context = new BinaryWriter()
    .tag(1, WireType.LengthDelimited)
    .string("s-1")
    .tag(90, WireType.Varint)
    .int32(later);
  const call = new BinaryWriter()
    .tag(1, WireType.LengthDelimited)
    .string("call-1")
    .tag(2, WireType.LengthDelimited)
    .string("echo")
    .tag(3, WireType.LengthDelimited)
    .bytes(structOf("value", new BinaryWriter().tag(1, WireType.Varint).int32(later)))
    .tag(4, WireType.LengthDelimited)
    .bytes(context.finish())
    .tag(91, WireType.Varint)
    .int32(later);
  return new BinaryWriter().tag(1, WireType.LengthDelimited).bytes(call.finish()).finish();
}

function configurationOfLaterVersion(): Uint8Array {
  const config = structOf("url", new BinaryWriter().tag(3, WireType.LengthDelimited).string("https://example"));
  return new BinaryWriter()
    .tag(1, WireType.LengthDelimited)
    .bytes(config)
    .tag(92, WireType.Varint)
    .int32(later)
    .finish();
}

/** A google.protobuf.Struct with one field. */
function structOf(name: string, value: BinaryWriter): Uint8Array {
  const entry = new BinaryWriter()
    .tag(1, WireType.LengthDelimited)
    .string(name)
    .tag(2, WireType.LengthDelimited)
    .bytes(value.finish());
  return new BinaryWriter().tag(1, WireType.LengthDelimited).bytes(entry.finish()).finish();
}
