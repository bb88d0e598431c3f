import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { command, definePlugin, tool } from "@plugwright/sdk";
import * as z from "zod";

const path = z.object({ path: z.string() });
const none = z.object({});
const met = z.object({ met: z.boolean() });

/** Says that it is there, and waits for somebody else to be. */
async function meets(directory: string, own: string, other: string): Promise<boolean> {
  await writeFile(`${directory}/${own}.here`, "");
  for (let waited = 0; waited < 500; waited++) {
    if (existsSync(`${directory}/${other}.here`)) return true;
    await sleep(10);
  }
  return false;
}

/** Fails where another call with the same path runs. */
const edit = tool("edit")
  .describe("Edits.")
  .input(path)
  .output(none)
  .mutates("low", { key: ["path"] })
  .run(async ({ path }, call) => {
    await mkdir(call.resolvePath(path));
    await sleep(100);
    await rm(call.resolvePath(path), { recursive: true });
    return {};
  });

/** Whether a call with the other path runs at the same time. */
const pair = tool("pair")
  .describe("Meets another call.")
  .input(z.object({ path: z.string(), other: z.string() }))
  .output(met)
  .mutates("low", { key: ["path"] })
  .run(async ({ path, other }, call) => ({ met: await meets(call.resolvePath("."), path, other) }));

const alone = tool("alone")
  .describe("Edits without a key.")
  .input(path)
  .output(none)
  .mutates("low")
  .run(async (_, call) => {
    await mkdir(call.resolvePath("alone"));
    await sleep(50);
    await rm(call.resolvePath("alone"), { recursive: true });
    return {};
  });

const crash = tool("crash")
  .describe("Ends its own process.")
  .input(none)
  .output(none)
  .mutates("low")
  .run(() => {
    process.kill(process.pid, "SIGKILL");
    return new Promise<Record<string, never>>(() => {});
  });

const shell = tool("shell")
  .describe("Runs a shell.")
  .input(z.object({ script: z.string() }))
  .output(z.object({ code: z.number() }))
  .mutates("high")
  .spawns()
  .run(async ({ script }, call) => {
    call.log.info("running");
    return { code: (await call.exec("sh", ["-c", script])).code };
  });

const waits = tool("waits")
  .describe("Waits.")
  .input(none)
  .output(none)
  .reads()
  .streams()
  .run(async (_, call) => {
    call.progress("waiting");
    await new Promise((_, reject) => call.signal.addEventListener("abort", () => reject(call.signal.reason)));
    return {};
  });

const hello = command("hello")
  .describe("Greets.")
  .input(z.object({ name: z.string() }))
  .reads()
  .run(({ name }) => ({ greeted: name }));

const identity = { version: "1.0.0", source: "github.com/acme/p" };
export const plugin =
  process.env["AS_COMMANDS"] === undefined
    ? definePlugin({
        name: process.env["AS_NAME"] ?? "built",
        ...identity,
        tools: [edit, pair, alone, crash, shell, waits],
      })
    : definePlugin({ name: "commands", ...identity, commands: [hello] });
