import { type Call, command, definePlugin, type ExecResult, type ProcessCall, secret, tool } from "@plugwright/sdk";
import { exec } from "@plugwright/sdk/node";
import * as z from "zod";

/** Under this name programs of the tests carry a mark, by which they are found. */
export const markName = "TEST_MARK";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const shellInput = z.object({
  command: z.string(),
  mark: z.string().default(""),
  cwd: z.string().optional(),
  maxBuffer: z.number().optional(),
});
const result = z.object({
  code: z.int(),
  signal: z.string().optional(),
  stdout: z.string(),
  stderr: z.string(),
  dropped: z.object({ stdout: z.int(), stderr: z.int() }),
});
const nothing = z.object({});

type ShellInput = z.output<typeof shellInput>;

const shellOptions = ({ mark, cwd, maxBuffer }: ShellInput) => ({ env: { [markName]: mark }, cwd, maxBuffer });
const resultOf = ({ code, signal, stdout, stderr, dropped }: ExecResult) => ({ code, signal, stdout, stderr, dropped });

async function shell(input: ShellInput, call: ProcessCall) {
  return resultOf(await call.exec("sh", ["-c", input.command], shellOptions(input)));
}

async function quiet(input: ShellInput, _call: Call) {
  return resultOf(await exec("sh", ["-c", input.command], shellOptions(input)));
}

const base = (name: string) => tool(name).describe(name);
const runs = (name: string) => base(name).input(shellInput).output(result).mutates("high").spawns();

/** Tools and commands that run programs. */
export const programs = definePlugin({
  name: "programs",
  version: "1.0.0",
  source: "github.com/plugwright/programs",
  config: z.object({ token: secret(z.string()).optional() }),
  tools: [
    runs("shell").run(shell),
    base("quiet").input(shellInput).output(result).reads().run(quiet),
    base("quiet_spawns").input(shellInput).output(result).reads().spawns().run(quiet),
    // The handler goes its own way when its program is ended.
    runs("catches").run(async (input, call) => {
      call.did("began");
      try {
        return await shell(input, call);
      } catch {
        return { code: 0, stdout: "caught", stderr: "", dropped: { stdout: 0, stderr: 0 } };
      }
    }),
    // The handler has something to do once its program is dead.
    runs("tidies").run(async (input, call) => {
      try {
        return await shell(input, call);
      } finally {
        await pause(60);
        call.did("tidied up");
      }
    }),
    base("program")
      .input(
        z.object({
          file: z.string(),
          args: z.array(z.string()).default([]),
          cwd: z.string().optional(),
          check: z.boolean().default(false),
          shell: z.boolean().default(false),
          input: z.string().optional(),
        }),
      )
      .output(result)
      .mutates("high")
      .spawns()
      .run(async ({ file, args, ...options }, call) => resultOf(await call.exec(file, args, options))),
    // A NUL byte and megabytes of arguments, which no caller could send.
    base("impossible")
      .input(z.object({ bytes: z.int() }))
      .output(nothing)
      .mutates("high")
      .spawns()
      .run(async ({ bytes }, call) => {
        await call.exec("true", [bytes === 0 ? "a\0b" : "x".repeat(bytes)]);
        return {};
      }),
    base("twice")
      .input(z.object({ first: z.string(), second: z.string(), together: z.boolean() }))
      .output(nothing)
      .mutates("high")
      .spawns()
      .run(async ({ first, second, together }, call) => {
        const one = call.exec("sh", ["-c", first]);
        if (!together) await one;
        await Promise.all([one, call.exec("sh", ["-c", second])]);
        call.progress("both have ended");
        await call.output("and more");
        return {};
      }),
    base("many")
      .input(z.object({ programs: z.int(), command: z.string() }))
      .output(z.object({ bytes: z.int() }))
      .mutates("high")
      .spawns()
      .run(async ({ programs, command: text }, call) => {
        const all = await Promise.all(Array.from({ length: programs }, () => call.exec("sh", ["-c", text])));
        return { bytes: all.reduce((sum, { stdout, dropped }) => sum + stdout.length + dropped.stdout, 0) };
      }),
    base("leaves")
      .input(shellInput)
      .output(nothing)
      .mutates("high")
      .spawns()
      .run(async (input, call) => {
        void call.exec("sh", ["-c", input.command], shellOptions(input));
        await pause(200);
        return {};
      }),
    base("leaves_and_fails")
      .input(shellInput)
      .output(nothing)
      .mutates("high")
      .spawns()
      .run(async (input, call) => {
        void shell(input, call);
        await pause(200);
        void Promise.reject(new Error("a floating promise"));
        await pause(5000);
        return {};
      }),
    base("after_the_end")
      .input(shellInput)
      .output(nothing)
      .mutates("high")
      .spawns()
      .run(async (input, call) => {
        setTimeout(() => {
          void shell(input, call).catch((error: unknown) => call.log.info(`refused: ${String(error)}`));
        }, 50);
        return {};
      }),
    base("starts_when_told_to_end")
      .input(shellInput)
      .output(nothing)
      .mutates("high")
      .spawns()
      .run(async (input, call) => {
        await new Promise((resolve) => call.signal.addEventListener("abort", resolve));
        await shell(input, call);
        return {};
      }),
    base("by_its_own_signal")
      .input(shellInput)
      .output(z.object({ error: z.string() }))
      .mutates("high")
      .spawns()
      .run(async (input, call) => {
        const signal = AbortSignal.timeout(300);
        const options = { ...shellOptions(input), signal };
        const error = await call.exec("sh", ["-c", input.command], options).then(
          () => "none",
          (reason: unknown) => String(reason),
        );
        return { error };
      }),
    base("throws")
      .input(nothing)
      .output(nothing)
      .reads()
      .run(async () => {
        setTimeout(() => {
          throw new Error("a throwing callback");
        }, 5);
        await pause(60_000);
        return {};
      }),
    base("previewed")
      .input(shellInput)
      .output(nothing)
      .mutates("high")
      .preview(async (input, call) => {
        const { stdout } = await quiet(input, { ...call, lock: () => undefined });
        throw new Error(stdout.trim());
      })
      .run(() => ({})),
  ],
  commands: [
    command("shell").describe("shell").input(shellInput).mutates("high").spawns().run(shell),
    command("quiet").describe("quiet").input(shellInput).reads().run(quiet),
  ],
});

export { programs as plugin };
