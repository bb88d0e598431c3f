import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LaunchedPlugin, launchPlugin } from "@plugwright/go-plugin/host";
import type { JsonObject } from "@plugwright/sdk";
import { type Category, runtimeContract } from "@plugwright/sdk/host";
import type { LoadRule } from "../rules.js";
import type { BinarySource, LockRow } from "../source.js";
import { probeOrder, serves } from "./category.js";
import { type Found, noAnswer } from "./check-operation.js";
import type { Opened, Surroundings } from "./opened.js";
import { spawnsOf } from "./spawns.js";

/**
 * Launches an executable as the kernel does: one with a row in the lock file for its category, after its checksum was
 * compared; any other once for each category, until one answers. It gets a directory for temporary files of its own,
 * which is removed when it has ended.
 */
export async function openBinary(source: BinarySource, surroundings: Surroundings): Promise<Opened | Found<LoadRule>> {
  const mismatch = source.lock && (await checksumFault(source.binary, source.lock));
  if (mismatch !== undefined) return { rule: "checksum_mismatch", message: mismatch };
  const temporary = await mkdtemp(join(tmpdir(), "plugin-"));
  const remove = () => rm(temporary, { recursive: true, force: true });
  try {
    const found = await findCategory(source, surroundings, temporary);
    if ("rule" in found) await remove();
    return "rule" in found ? found : opened(source, found, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

interface Recognised {
  readonly plugin: LaunchedPlugin;
  readonly category: Category;
}

async function findCategory(
  source: BinarySource,
  surroundings: Surroundings,
  temporary: string,
): Promise<Recognised | Found<LoadRule>> {
  const known = source.lock?.category ?? source.category;
  for (const category of known === undefined ? probeOrder : [known]) {
    const plugin = await launch(source, surroundings, temporary);
    try {
      const isThat = await serves(plugin.transport, category);
      if (isThat && (category === "tool" || category === "slashcommand")) return { plugin, category };
      await plugin.kill();
      if (isThat) return { rule: "no_category", message: `it is a ${category} plugin, which cannot be tested here` };
    } catch (error) {
      await plugin.kill();
      return noAnswer(error);
    }
  }
  return { rule: "no_category", message: "its Describe answers for no category" };
}

async function checksumFault(binary: string, { checksum }: LockRow): Promise<string | undefined> {
  const hash = createHash("sha256").update(await readFile(binary));
  const found = `sha256:${hash.digest("hex")}`;
  return found === checksum ? undefined : `the lock file has ${checksum}, and ${binary} is ${found}`;
}

async function launch(
  { binary, args, environment }: BinarySource,
  { callbacks, log }: Surroundings,
  temporary: string,
): Promise<LaunchedPlugin> {
  const { PATH, HOME } = process.env;
  const plugin = await launchPlugin({
    command: binary,
    args,
    env: { PATH, HOME, TMPDIR: temporary, ...environment },
    ...runtimeContract,
    onLog: ({ level, message, fields }) => log({ level, message, fields: jsonOf(fields), by: "stderr" }),
    onStdio: ({ data }) => log({ level: "debug", message: Buffer.from(data).toString(), fields: {}, by: "stderr" }),
  });
  try {
    await plugin.broker.serve(runtimeContract.callbackId, { routes: callbacks });
  } catch (error) {
    await plugin.kill();
    throw error;
  }
  return plugin;
}

function opened({ spawns }: BinarySource, { plugin, category }: Recognised, remove: () => Promise<void>): Opened {
  return {
    transport: plugin.transport,
    category,
    spawns: spawnsOf(spawns),
    heardAfterCancel: false,
    exited: plugin.exited,
    async close() {
      await plugin.kill();
      await remove();
    },
  };
}

/** The fields of a line were parsed from JSON. */
const jsonOf = (fields: Readonly<Record<string, unknown>>): JsonObject =>
  JSON.parse(JSON.stringify(fields)) as JsonObject;
