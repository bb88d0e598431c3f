import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { OutputStream } from "@plugwright/protocol/tool";
import { command, definePlugin, type StreamingCall, secret, text, tool } from "@plugwright/sdk";
import {
  type CancelPoint,
  env,
  expectGolden,
  expectNoMutation,
  expectNoOverlap,
  expectTranscript,
  plantCanary,
  printed,
  startKernel,
  sweepCancel,
  type TestKernel,
  transcript,
  virtualClock,
} from "@plugwright/testkit";
import * as z from "zod";
import { rightResult, rightTool, tools } from "./support/routes.js";

const none = z.object({});
const ok = z.object({ ok: z.boolean() });
const identity = { name: "p", version: "1.0.0", source: "github.com/acme/p" };
const config = z.object({ token: secret(z.string()).optional() });

const copy = tool("copy")
  .describe("Copies.")
  .input(z.object({ from: z.string() }))
  .output(z.object({ files: z.number() }))
  .mutates("low", { key: ["from"] })
  .streams()
  .preview(({ from }) => text(`would copy ${from}`))
  .run(async function* ({ from }, call) {
    yield { output: `copying ${from}\n` };
    yield { output: "done\n" };
    yield { progress: "half", fraction: 0.5 };
    yield { partial: { file: from } };
    call.did("copied");
    return { files: 1 };
  });
const fails = tool("fails")
  .describe("Fails.")
  .input(none)
  .output(none)
  .reads()
  .run(() => {
    throw Object.assign(new Error("no such file, open 'x'"), { code: "ENOENT", syscall: "open" });
  });
const greet = command("greet")
  .describe("Greets.")
  .input(z.object({ name: z.string() }))
  .reads()
  .run(({ name }, call) => ({ hello: name, in: call.workingDirectory, at: new Date().toISOString(), call: call.id }));
const plugin = definePlugin({ ...identity, config, tools: [copy, fails] });
const greeter = definePlugin({ ...identity, name: "greeter", commands: [greet] });

let kernel: TestKernel;
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "assert-"));
});
afterEach(async () => {
  await kernel?.close({ allowViolations: true });
  await rm(directory, { recursive: true });
});

const start = async (options: Partial<Parameters<typeof startKernel>[0]> = {}) => {
  kernel = await startKernel({
    providers: [{ plugin }, { plugin: greeter }],
    workingDirectory: directory,
    ...options,
  });
};

describe("a transcript", () => {
  test("tells the call and its events, pieces of output together", async () => {
    await start();
    const report = await kernel.call(copy, { from: "a" });
    expectTranscript(
      report,
      `
        copy {"from":"a"}
        stdout "copying a\\ndone\\n"
        progress "half" 0.5
        partial {"file":"a"}
        result {"files":1}
      `,
    );
    expect(printed(report)).toBe("copying a\ndone\n");
    expect(printed(report, "stderr")).toBe("");
  });

  test("tells what the kernel says, where the plugin said nothing", async () => {
    await start({ policy: [{ kind: "resource", decision: "deny" }] });
    expect(transcript(await kernel.call("copy", {}))).toBe(
      "copy {}\nkernel error invalid_arguments: the arguments break the input schema: from: required, but missing",
    );
    expect(transcript(await kernel.call(copy, { from: "a" }))).toBe(
      'copy {"from":"a"}\ndenied copy was not run: it was denied by rule 1 of the policy',
    );
  });

  test("tells for what a call waited", async () => {
    const clock = virtualClock();
    const open: (() => void)[] = [];
    const provider = tools({
      tools: [{ ...rightTool, concurrency: { safe: false } }],
      async *invoke() {
        await new Promise<void>((resolve) => open.push(resolve));
        yield rightResult;
      },
    });
    await start({ providers: [provider], clock });
    const both = kernel.message([{ tool: "look" }, { tool: "look" }]);
    await clock.advance(3200);
    open[0]?.();
    await clock.settle();
    open[1]?.();
    expect((await both).results.map(transcript)).toEqual([
      'look {}\nresult {"ok":"yes"}',
      'look {}\nwaited 3.2 s behind look\nresult {"ok":"yes"}',
    ]);
  });

  test("bytes that are no text are told in base64, an exit with its signal", async () => {
    const provider = tools({
      tools: [{ ...rightTool, streaming: true }],
      spawns: ["look"],
      invoke: () => [
        { case: "outputChunk", value: { stream: OutputStream.STDERR, data: new Uint8Array([0xff, 0xe2]) } },
        { case: "outputChunk", value: { stream: OutputStream.STDOUT, data: new Uint8Array([0xe2]) } },
        { case: "outputChunk", value: { stream: OutputStream.STDOUT, data: new Uint8Array([0x82, 0xac]) } },
        { case: "exitStatus", value: { exitCode: 137, signal: "SIGKILL" } },
        rightResult,
      ],
    });
    await start({ providers: [provider] });
    expectTranscript(
      await kernel.call("look"),
      `
      look {}
      stderr base64 /+I=
      stdout "€"
      exit 137 SIGKILL
      result {"ok":"yes"}`,
    );
  });

  test("that differs fails with the first line that does", async () => {
    await start();
    const report = await kernel.call(fails, {});
    const wrong = () => expectTranscript(report, "fails {}\nerror not_found: no such fil");
    expect(wrong).toThrow(
      "the call went otherwise\n  fails {}\n- error not_found: no such fil\n+ error not_found: no such file, open 'x'",
    );
    expect(wrong).toThrow(expect.objectContaining({ code: "ERR_ASSERTION" }));
  });
});

describe("a golden record", () => {
  const calls = [{ tool: copy, args: { from: "a" } }, { command: greet, args: "you" }, { tool: "fails" }] as const;
  const withVariables = async (variables: Readonly<Record<string, string | undefined>>, run: () => Promise<void>) => {
    const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
    const set = (name: string, value: string | undefined) => {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    };
    for (const [name, value] of Object.entries(variables)) set(name, value);
    try {
      await run();
    } finally {
      for (const [name, value] of before) set(name, value);
    }
  };
  const record = (file: string) =>
    withVariables({ PLUGWRIGHT_RECORD: "1", CI: undefined }, () => expectGolden(kernel, { file, calls }));

  test("is written when it is asked for, without what differs from run to run, and compared from then on", async () => {
    await start();
    const file = join(directory, "golden", "calls.txt");
    await record(file);
    expect(await readFile(file, "utf8")).toBe(
      [
        'copy {"from":"a"}',
        'stdout "copying a\\ndone\\n"',
        'progress "half" 0.5',
        'partial {"file":"a"}',
        'result {"files":1}',
        "",
        '/greet {"name":"you"}',
        'result {"at":"<time>","call":"<call>","hello":"you","in":"<directory>"}',
        "",
        "fails {}",
        "error not_found: no such file, open 'x'",
        "",
      ].join("\n"),
    );
    await expectGolden(kernel, { file, calls });
    await writeFile(file, (await readFile(file, "utf8")).replace('"files":1', '"files":2'));
    await expect(expectGolden(kernel, { file, calls })).rejects.toThrow(
      '  partial {"file":"a"}\n- result {"files":2}\n+ result {"files":1}\nat line 5',
    );
  });

  test("that is missing fails, and nothing is recorded in CI", async () => {
    await start();
    const file = join(directory, "none.txt");
    await expect(expectGolden(kernel, { file, calls })).rejects.toThrow(
      `there is no ${file}: record it with PLUGWRIGHT_RECORD=1, and commit it`,
    );
    await withVariables({ PLUGWRIGHT_RECORD: "1", CI: "true" }, async () => {
      await expect(expectGolden(kernel, { file, calls })).rejects.toThrow("is set in CI");
    });
  });

  test("takes further texts out on request", async () => {
    await start();
    const file = join(directory, "replaced.txt");
    const replace = [
      ["you", "<who>"],
      [/\d file/, "<n> file"],
    ] as const;
    await withVariables({ PLUGWRIGHT_RECORD: "1", CI: undefined }, () =>
      expectGolden(kernel, { file, calls: [{ command: "greet", args: { name: "you" } }], replace }),
    );
    expect(await readFile(file, "utf8")).toContain('/greet {"name":"<who>"}');
  });
});

describe("a sweep of cancels", () => {
  const sweepable = (run: (call: StreamingCall) => Promise<{ ok: boolean }>) => {
    const swept = tool("swept")
      .describe("Is swept.")
      .input(none)
      .output(ok)
      .mutates("low")
      .streams()
      .run((_, call) => run(call));
    return { swept, plugin: definePlugin({ ...identity, tools: [swept] }) };
  };

  test("passes a handler that heeds its signal, at every kind of point", async () => {
    const clock = virtualClock();
    const { swept, plugin } = sweepable(async (call) => {
      for (let step = 0; step < 3; step++) {
        call.progress(`step ${step}`);
        await call.output("x");
        await new Promise<void>((resolve) => clock.after(100, resolve));
        call.signal.throwIfAborted();
      }
      return { ok: true };
    });
    await start({ providers: [{ plugin }], clock });
    const seen = new Map<CancelPoint, number>();
    const { points, slowestMs } = await sweepCancel(
      kernel,
      swept,
      {},
      {
        clock,
        after(report, point) {
          seen.set(point, (seen.get(point) ?? 0) + 1);
          if (point === "before the handler") expect(report.error?.category).toBe("cancelled");
          if (point === "after the terminal event") expect(report.result).toEqual({ ok: true });
        },
      },
    );
    console.info(
      `swept ${[...points.values()].reduce((a, b) => a + b)} points, the slowest ended after ${slowestMs.toFixed(0)} ms`,
    );
    expect(seen).toEqual(points);
    expect([...points.keys()]).toEqual([
      "before the handler",
      "at an event",
      "between turns",
      "at a timer",
      "while a write is blocked",
      "in the terminal event",
      "after the terminal event",
    ]);
    expect(points.get("between turns")).toBeGreaterThan(30);
    expect(points.get("at a timer")).toBeGreaterThanOrEqual(3);
  }, 60_000);

  test("finds a handler that goes on and sends when its call is over", async () => {
    const clock = virtualClock();
    const { swept, plugin } = sweepable(async (call) => {
      call.progress("begun");
      await new Promise<void>((resolve) => clock.after(2000, resolve));
      try {
        call.progress("still here");
      } catch {
        // It has been told.
      }
      return { ok: true };
    });
    await start({ providers: [{ plugin }], clock });
    await expect(sweepCancel(kernel, swept, {}, { clock, turns: 3 })).rejects.toThrow(
      /^swept does not take every cancel:\n(.*\n)*call call-\d+ of swept: a progress came after the end/,
    );
  }, 60_000);

  test("finds what a call leaves behind", async () => {
    let left = 0;
    const { swept, plugin } = sweepable(async (call) => {
      left++;
      call.progress("begun");
      await new Promise((resolve) => setImmediate(resolve));
      call.signal.throwIfAborted();
      left--;
      return { ok: true };
    });
    await start({ providers: [{ plugin }] });
    const after = () => {
      const was = left;
      left = 0;
      if (was > 0) throw new Error("a file is left");
    };
    await expect(sweepCancel(kernel, swept, {}, { after, turns: 0 })).rejects.toThrow("at an event 1: a file is left");
  }, 60_000);

  test("finds a result after the cancel", async () => {
    const provider = tools({
      tools: [{ ...rightTool, streaming: true }],
      async *invoke() {
        yield { case: "progress", value: { message: "p" } };
        await sleep(10);
        yield rightResult;
      },
    });
    await start({ providers: [provider] });
    await expect(
      sweepCancel(kernel, { type: "tool", name: "look", "~types": undefined }, {}, { turns: 0 }),
    ).rejects.toThrow("at an event 1: a result came after the call was cancelled");
  });
});

describe("no overlap", () => {
  const report = (name: string, path: string, from: number, to: number) => ({
    ...({} as Awaited<ReturnType<TestKernel["call"]>>),
    id: `call-${name}-${path}-${from}`,
    operation: { type: "tool", name, provider: "hand" } as const,
    args: { path },
    ran: { from, to },
  });

  test("holds for what the specs exclude", async () => {
    const keyed = { ...rightTool, name: "edit", concurrency: { safe: true, keyFields: ["path"] } };
    await start({ providers: [tools({ tools: [rightTool, keyed] })] });
    const a = report("edit", "a", 0, 10);
    expectNoOverlap(kernel, [a, report("edit", "a", 10, 20), report("edit", "b", 5, 15), report("look", "a", 0, 20)]);
    expect(() => expectNoOverlap(kernel, [a, report("edit", "a", 9, 20)])).toThrow(
      'calls ran at the same time:\nedit {"path":"a"} (call-edit-a-0) and edit {"path":"a"} (call-edit-a-9) exclude each other',
    );
  });

  test("holds for what they touch, which no spec can tell", async () => {
    await start({ providers: [tools()] });
    const touched = ({ args }: { readonly args: { readonly [name: string]: unknown } }) =>
      String(args["path"]).replace("./", "");
    const [a, b] = [report("look", "a", 0, 10), report("look", "./a", 5, 15)];
    expectNoOverlap(kernel, [a, b]);
    expect(() => expectNoOverlap(kernel, [a, b], touched)).toThrow("both touched a");
    expectNoOverlap(kernel, [a, report("look", "b", 5, 15)], touched);
  });
});

describe("a canary", () => {
  test("that the SDK knows of is not seen; one that it does not know of is", async () => {
    const canary = plantCanary();
    const tells = tool<z.output<typeof config>>("tells")
      .describe("Tells.")
      .input(none)
      .output(z.object({ text: z.string() }))
      .reads()
      .run((_, call) => ({ text: `it is ${call.config.token}` }));
    await start({
      providers: [{ plugin: definePlugin({ ...identity, config, tools: [tells] }) }],
      config: { p: { token: canary.env } },
      environment: canary.environment,
    });
    const report = await kernel.call(tells, {});
    expect(report.result).toEqual({ text: "it is [secret:token]" });
    canary.expectUnseen(kernel, [report]);

    const other = plantCanary();
    expect(other.value).not.toBe(canary.value);
    const reads = tool("reads")
      .describe("Reads.")
      .input(none)
      .output(z.object({ text: z.string() }))
      .reads()
      .streams()
      .run(async (_, call) => {
        call.log.warn(other.value);
        await call.output(Buffer.from(other.value).toString("base64"));
        return { text: encodeURIComponent(other.value) };
      });
    await kernel.close();
    await start({ providers: [{ plugin: definePlugin({ ...identity, tools: [reads] }) }] });
    const leaking = await kernel.call(reads, {});
    expect(() => other.expectUnseen(kernel, [leaking])).toThrow(
      [
        "the canary was seen:",
        "the log of p",
        "the text of reads (call-1)",
        "stdout of reads (call-1)",
        "an event of reads (call-1)",
      ].join("\n"),
    );
  });

  test("is seen by the kernel itself where it is configured", async () => {
    const attributes = [{ name: "token", type: 1, sensitive: true }];
    await start({
      providers: [
        tools({
          config: { attributes },
          invoke: () => [{ case: "result", value: { payload: { ok: "s3cr3t-value" } } }],
        }),
      ],
      config: { hand: { token: env("T") } },
      environment: { T: "s3cr3t-value" },
    });
    const report = await kernel.call("look");
    expect(() => plantCanary().expectUnseen(kernel, [report])).toThrow("the secret token stands in the result");
  });
});

describe("no mutation", () => {
  test("passes what leaves everything as it was, and hands its value on", async () => {
    await writeFile(join(directory, "a"), "1");
    const read = () => readFile(join(directory, "a"), "utf8");
    expect(await expectNoMutation({ directories: [directory] }, read)).toBe("1");
  });

  test("finds what was created, changed and deleted, temporary files as well", async () => {
    const before = process.env["TMPDIR"];
    await writeFile(join(directory, "changed"), "1");
    await writeFile(join(directory, "deleted"), "1");
    const failed = expectNoMutation({ directories: [directory] }, async () => {
      await writeFile(join(directory, "changed"), "2");
      await rm(join(directory, "deleted"));
      await writeFile(join(directory, "created"), "");
      await mkdtemp(join(tmpdir(), "left-"));
    });
    const text = await failed.then(
      () => "",
      (error: Error) => error.message,
    );
    expect(text.split("\n").map((line) => line.replace(directory, "D"))).toEqual([
      "what was to be left alone has changed:",
      expect.stringMatching(/^(changed D\/changed|created .*left-)/),
      expect.stringMatching(/D\/c/),
      expect.stringMatching(/D\/(created|deleted)/),
      expect.stringMatching(/deleted D\/deleted|created .*left-/),
    ]);
    expect(process.env["TMPDIR"]).toBe(before);
  });
});
