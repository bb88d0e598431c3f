import { create, toBinary } from "@bufbuild/protobuf";
import { expect, test } from "@jest/globals";
import { InvokeRequestSchema } from "@plugwright/protocol/tool";
import { describeWithGo } from "../../../../interop/driver/go.js";
import type { GoPlugin } from "../../../../interop/driver/go-plugin.js";
import { errorOf, invoke, resultOf, setUp, toolRpc } from "./setup.js";

const mebibyte = 1024 * 1024;

/** A call of `echo` whose request has exactly so many bytes on the wire. */
function echoOf(bytes: number): object {
  const callContext = { sessionId: "s-1", turnId: "t-1", workingDirectory: "/a/working/directory/of/some/length" };
  const request = (letters: number) => ({
    call: { id: "call-1", toolName: "echo", arguments: { value: "x".repeat(letters) }, callContext },
  });
  // What is around the text is the same for every text of 2 MiB to 256 MiB: lengths take four bytes there.
  const some = 2 * mebibyte;
  const around = toBinary(InvokeRequestSchema, create(InvokeRequestSchema, request(some))).length - some;
  return request(bytes - around);
}

await describeWithGo("between the real host and a plugin", () => {
  const { launch } = setUp();

  const send = (plugin: GoPlugin, request: object) =>
    plugin.call({ method: toolRpc("Invoke"), messages: [request], sizes: true });

  const expectUsable = async (plugin: GoPlugin) => {
    await plugin.ping();
    expect(resultOf(await invoke(plugin, "echo", { value: "still here" }).ended)).toEqual({ value: "still here" });
  };

  test("64 MiB go each way, with the limit raised", async () => {
    const plugin = await launch({ FIXTURE_LIMIT: String(64 * mebibyte) });
    const { code, text, sizes, ms } = await send(plugin, echoOf(64 * mebibyte));
    console.info(`64 MiB there and back: ${Math.round(ms)} ms`);
    expect([code, text]).toEqual(["OK", ""]);
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeGreaterThan(64 * mebibyte - 512);
    await expectUsable(plugin);
    expect(await plugin.kill()).toMatchObject({ graceful: true });
  }, 120_000);

  test("4 MiB and a byte are too much for a request at the default, 4 MiB are not, and calls go on", async () => {
    const plugin = await launch();
    const [fits, tooLarge] = [echoOf(4 * mebibyte), echoOf(4 * mebibyte + 1)];
    for (let round = 0; round < 3; round++) {
      expect(await send(plugin, tooLarge)).toMatchObject({ code: "ResourceExhausted" });
      expect(await send(plugin, fits)).toMatchObject({ code: "OK" });
      await expectUsable(plugin);
    }
    expect(await plugin.kill()).toMatchObject({ graceful: true });
  }, 60_000);

  test("4 MiB and a byte are too much for a result at the default: an error tells so, and calls go on", async () => {
    const plugin = await launch();
    for (let round = 0; round < 3; round++) {
      const end = await invoke(plugin, "large", { letters: 4 * mebibyte + 1 }).ended;
      expect(errorOf(end)).toMatchObject({
        category: "TOOL_ERROR_CATEGORY_EXECUTION_FAILED",
        message: expect.stringMatching(/^the result has 41943\d\d bytes, the limit is 4194304: send less/),
      });
      const { code, sizes } = await invoke(plugin, "large", { letters: 4 * mebibyte - 256 }, { sizes: true }).ended;
      expect(code).toBe("OK");
      expect(sizes[0]).toBeLessThanOrEqual(4 * mebibyte);
      await expectUsable(plugin);
    }
    expect(await plugin.kill()).toMatchObject({ graceful: true });
  }, 60_000);
});
