import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type LaunchedPlugin, launchPlugin } from "@plugwright/go-plugin/host";
import type { JsonObject } from "@plugwright/sdk";
import { type Category, runtimeContract } from "@plugwright/sdk/node";
import type { LoadRule } from "../rules.js";
import type { BinarySource, LockRow } from "../source.js";
import { probeOrder, serves } from "./category.js";
import type { Found } from "./check-operation.js";
import type { Opened, Surroundings } from "./opened.js";
import { spawnsOf } from "./spawns.js";

/**
 * Launches an executable as the kernel does: one with a row in the lock file for its category, after its checksum was
 * compared; any other once for each category, until one answers.
 */
export async function openBinary(source: BinarySource, surroundings: Surroundings): Promise<Opened | Found<LoadRule>> {
  const mismatch = source.lock && (await checksumFault(source.binary, source.lock));
  if (mismatch !== undefined) return { rule: "checksum_mismatch", message: mismatch };
  for (const category of source.lock === undefined ? probeOrder : [source.lock.category]) {
    const launched = await launch(source, surroundings);
    const isThat = await serves(launched.transport, category).catch(async (error: unknown) => {
      await launched.kill();
      throw error;
    });
    if (isThat && (category === "tool" || category === "slashcommand")) return opened(source, launched, category);
    await launched.kill();
    if (isThat) return { rule: "no_category", message: `it is a ${category} plugin, which cannot be tested here` };
  }
  return { rule: "no_category", message: "its Describe answers for no category" };
}

async function checksumFault(binary: string, { checksum }: LockRow): Promise<string | undefined> {
  const found = `sha256:${createHash("sha256")
    .update(await readFile(binary))
    .digest("hex")}`;
  return found === checksum ? undefined : `the lock file has ${checksum}, and ${binary} is ${found}`;
}

async function launch(source: BinarySource, { callbacks, log }: Surroundings): Promise<LaunchedPlugin> {
  const { PATH, HOME, TMPDIR } = process.env;
  const plugin = await launchPlugin({
    command: source.binary,
    args: source.args,
    env: { PATH, HOME, TMPDIR, ...source.environment },
    ...runtimeContract,
    onLog: ({ level, message, fields }) => log({ level, message, fields: jsonOf(fields), by: "stderr" }),
    onStdio: ({ data }) => log({ level: "debug", message: Buffer.from(data).toString(), fields: {}, by: "stderr" }),
  });
  await plugin.broker.serve(runtimeContract.callbackId, { routes: callbacks });
  return plugin;
}

function opened({ spawns }: BinarySource, launched: LaunchedPlugin, category: Category): Opened {
  return {
    transport: launched.transport,
    category,
    spawns: spawnsOf(spawns),
    heardAfterCancel: false,
    exited: launched.exited,
    close: async () => void (await launched.kill()),
  };
}

/** The fields of a line were parsed from JSON. */
const jsonOf = (fields: Readonly<Record<string, unknown>>): JsonObject =>
  JSON.parse(JSON.stringify(fields)) as JsonObject;
