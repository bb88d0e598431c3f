import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { exec, type Listening, listen } from "@plugwright/sdk/node";
import { collect, type SeenEvent, services } from "../support/clients.js";
import { verifies } from "../verifies.js";
import { programs } from "./fixture.js";
import { setUpPrograms } from "./ran.js";

const { call, run } = setUpPrograms();
const text = "aäß→𝄞\u0301é\n";

/** Shell code that writes the text byte by byte to a stream, with a pause after each byte. */
const byteByByte = (to: 1 | 2) =>
  [...Buffer.from(text)]
    .map((byte) => `printf '\\${byte.toString(8).padStart(3, "0")}' >&${to}; sleep 0.01`)
    .join("; ");

describe("what a program writes", () => {
  test.each(["shell", "quiet"])("byte by byte arrives as the text it is, on both streams: %s", async (name) => {
    const ran = await run(name, { command: `(${byteByByte(1)}) & ${byteByByte(2)}; wait` });
    expect(ran.result).toMatchObject({ stdout: text, stderr: text });
    if (name === "shell") expect(ran).toMatchObject({ stdout: text, stderr: text });
  });

  test("is sent as bytes, whatever they mean, in small chunks that were joined", async () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const command = [...all].map((byte) => `printf '\\${byte.toString(8).padStart(3, "0")}'`).join("; ");
    const { events } = await call("shell", { command }, { workingDirectory: "/" });
    const chunks = events.flatMap((event) => (event.case === "outputChunk" ? [event.value.data] : []));
    expect(chunks.length).toBeLessThan(60);
    expect(Buffer.concat(chunks)).toEqual(Buffer.from(all));
  });

  test("of two million lines of one byte is all received, in few events", async () => {
    const { stdout, result, events } = await run("shell", { command: "yes '' | head -n 2000000", maxBuffer: 1000 });
    expect([stdout.length, events]).toEqual([2_000_000, "xr"]);
    expect(result).toMatchObject({
      stdout: `${"\n".repeat(1000)}\n[… 1999000 more bytes were cut]`,
      dropped: { stdout: 1_999_000, stderr: 0 },
    });
  });

  test("of 32 programs at once does not overrun a slow reader", async () => {
    const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 1));
    const command = "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2";
    const { events, stdout, stderr, result } = await run("many", { programs: 32, command }, { onEvent: slow });
    expect([events, stdout.length, stderr.length]).toEqual(["xr", 32 * 300_000, 32 * 300_000]);
    expect(result).toEqual({ bytes: 32 * 300_000 });
  });
});

describe("what is collected", () => {
  test("is at most a mebibyte of each stream, with a mark that tells how much is missing", async () => {
    const command = "head -c 3000000 /dev/zero | tr '\\0' x; head -c 2000000 /dev/zero | tr '\\0' y >&2";
    const { stdout, stderr, truncated, dropped } = await exec("sh", ["-c", command], { cwd: "/" });
    expect([truncated, dropped]).toEqual([true, { stdout: 3_000_000 - 1_048_576, stderr: 2_000_000 - 1_048_576 }]);
    expect(stdout).toBe(`${"x".repeat(1_048_576)}\n[… 1951424 more bytes were cut]`);
    expect(stderr).toBe(`${"y".repeat(1_048_576)}\n[… 951424 more bytes were cut]`);
  });

  test("is bytes for who asks for bytes, and text in other encodings", async () => {
    const printf = (words: string, encoding: "bytes" | "latin1" | "utf16le") =>
      exec("printf", [words], { cwd: "/", encoding, maxBuffer: 4 });
    expect((await printf("\\377\\0a", "bytes")).stdout).toEqual(new Uint8Array([255, 0, 97]));
    expect((await printf("\\377\\344", "latin1")).stdout).toBe("ÿä");
    expect((await printf("a\\0\\344\\0", "utf16le")).stdout).toBe("aä");
    expect(await printf("abcdef", "bytes")).toMatchObject({ truncated: true, dropped: { stdout: 2 } });
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("has a limit: %p is none", async (maxBuffer) => {
    await expect(exec("true", [], { cwd: "/", maxBuffer })).rejects.toThrow(
      `maxBuffer is ${maxBuffer}: give a number of bytes from 0 to 268435456 (256 MiB)`,
    );
  });
});

describe.each(Object.entries(services))("over a real endpoint, %s", (_, caller) => {
  let listening: Listening;
  let invoke: (name: string, command: string) => Promise<SeenEvent[]>;
  beforeAll(async () => {
    listening = await listen(programs, { token: false });
    const to = caller(createGrpcTransport({ baseUrl: listening.url }));
    invoke = (name, command) => collect(to.invoke(name, { command }, { context: { workingDirectory: "/" } }));
  });
  afterAll(() => listening.close());

  test("chunks of both streams, one exit_status and the result, in this order", async () => {
    verifies("TOOL-20", "TOOL-21", "CMD-20", "RUN-19");
    const events = await invoke("shell", "echo out; sleep 0.1; echo err >&2; sleep 0.1; echo out; exit 3");
    expect(events.map(({ name, stream, text: data, exit }) => [name, stream ?? exit ?? "", data])).toEqual([
      ["output_chunk", 1, "out\n"],
      ["output_chunk", 2, "err\n"],
      ["output_chunk", 1, "out\n"],
      ["exit_status", { code: 3, signal: undefined }, ""],
      ["result", "", ""],
    ]);
    expect(events.at(-1)?.payload).toMatchObject({ code: 3, stdout: "out\nout\n", stderr: "err\n" });
  });

  test("what ended it by its name", async () => {
    verifies("TOOL-21", "CMD-20");
    const events = await invoke("shell", "kill -9 $$");
    expect(events.map(({ name, exit }) => [name, exit])).toEqual([
      ["exit_status", { code: 137, signal: "SIGKILL" }],
      ["result", undefined],
    ]);
  });

  test("no exit_status and no chunk of a program that is merely used", async () => {
    verifies("TOOL-20", "CMD-20", "RUN-19");
    expect((await invoke("quiet", "echo hi; exit 3")).map(({ name }) => name)).toEqual(["result"]);
  });
});
