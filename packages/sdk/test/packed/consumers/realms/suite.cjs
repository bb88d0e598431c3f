// What is thrown and returned in handlers that run in another realm than Node's core, which is what Jest gives its
// tests. The suite is given the SDK as its runner loaded it, another copy of it, and a zod of either build.
const { readFile } = require("node:fs/promises");
const { readFileSync } = require("node:fs");
const { gzipSync } = require("node:zlib");
const { command, invoke } = require("../client.cjs");

const thrown = (otherSdk) => ({
  fs_error: () => readFileSync("/nonexistent/file"),
  fs_promise_error: () => readFile("/nonexistent/file"),
  url_error: () => new URL("no address"),
  abort_error: () => AbortSignal.abort().throwIfAborted(),
  plain_error: () => {
    throw new RangeError("out of range", { cause: new Error("the cause") });
  },
  buffer: () => {
    throw Buffer.from("bytes");
  },
  array_buffer: () => {
    throw new ArrayBuffer(4);
  },
  map: () => {
    throw new Map([["key", 1]]);
  },
  other_tool_error: () => {
    throw new otherSdk.ToolError("not_found", "no such row", { details: { table: "t", row: 7 }, retryable: true });
  },
});

const returned = {
  buffer: () => Buffer.from("bytes"),
  compressed: () => ({ data: gzipSync("bytes") }),
  array_buffer: () => ({ data: new ArrayBuffer(4) }),
  map: () => new Map([["key", 1]]),
  map_inside: () => ({ data: new Map([["key", 1]]) }),
  date: () => ({ data: new Date(0) }),
  plain: () => ({ data: [1, { two: null }] }),
  parsed: () => JSON.parse('{ "data": [1, { "two": null }] }'),
};

/** The events of every case, by its name. */
module.exports = async function suite({ sdk, listen, otherSdk, z }) {
  const throwing = Object.entries(thrown(otherSdk)).map(([name, handler]) =>
    sdk
      .command(`throws_${name}`)
      .describe(name)
      .reads()
      .run(async () => {
        await handler();
      }),
  );
  const returning = Object.entries(returned).map(([name, handler]) =>
    sdk
      .command(`returns_${name}`)
      .describe(name)
      .reads()
      .run(async () => handler()),
  );
  const output = (name, data) =>
    sdk
      .command(`outputs_${name}`)
      .describe(name)
      .reads()
      .streams()
      .run(async (_, call) => {
        await call.output(data);
      });
  const parsing = sdk
    .tool("parses")
    .describe("takes and gives what zod schemas say")
    .input(z.object({ day: z.enum(["mon", "tue"]), count: z.number().min(1).default(2) }))
    .output(z.object({ days: z.array(z.string()) }))
    .reads()
    .run(async ({ day, count }) => ({ days: Array(count).fill(day) }));
  const plugin = sdk.definePlugin({
    name: "realms",
    version: "1.0.0",
    source: "github.com/acme/realms",
    tools: [parsing],
    commands: [
      ...throwing,
      ...returning,
      output("buffer", Buffer.from("bytes")),
      output("view", new DataView(new TextEncoder().encode("bytes").buffer)),
      output("array_buffer", new ArrayBuffer(4)),
    ],
  });
  const { url, close } = await listen(plugin, { token: false });
  try {
    const events = {};
    for (const { name } of plugin.commands) events[name] = await command(url, name);
    events["parses"] = await invoke(url, "parses", { day: "tue" });
    events["parses_wrong"] = await invoke(url, "parses", { day: "sun", count: 0 });
    return events;
  } finally {
    await close();
  }
};
