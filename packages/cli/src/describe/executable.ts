import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { type LaunchedPlugin, launchPlugin } from "@plugwright/go-plugin/host";
import type { ProducerRef } from "@plugwright/protocol/common";
import { SlashCommandService } from "@plugwright/protocol/slashcommand";
import { ToolService } from "@plugwright/protocol/tool";
import { runtimeContract } from "@plugwright/sdk/host";
import { commandOf, kernelEnvironment } from "../kernel/environment.js";
import { logOnly } from "../kernel/log-only.js";
import { CommandError, messageOf } from "../problem.js";
import type { Described } from "./describe.js";

/** How long it may take for its handshake, and for each answer, in milliseconds. */
const patienceMs = 30_000;

/**
 * Launches an executable as a kernel does, and asks what it offers.
 * @throws CommandError when it does not start, or answers for none of our categories.
 */
export async function describeExecutable(
  file: string,
  print: (text: string) => void,
): Promise<Omit<Described, "read" | "project">> {
  let plugin: LaunchedPlugin;
  try {
    plugin = await launchPlugin({
      ...commandOf(file),
      env: kernelEnvironment(),
      ...runtimeContract,
      startTimeoutMs: patienceMs,
      onLog: ({ message }) => print(`${message}\n`),
    });
  } catch (error) {
    throw new CommandError("the plugin does not start", [
      { where: file, reason: messageOf(error), hint: `plugwright doctor ${file} shows what it does` },
    ]);
  }
  try {
    await plugin.broker.serve(runtimeContract.callbackId, { routes: logOnly(print) });
    const tools = createClient(ToolService, plugin.transport);
    const commands = createClient(SlashCommandService, plugin.transport);
    const options = { timeoutMs: patienceMs };
    const asTools = await producerOf(tools.describe({}, options));
    const asCommands = await producerOf(commands.describe({}, options));
    const producer = asTools ?? asCommands;
    if (producer === undefined) {
      throw new CommandError("this is no plugin of ours", [
        { where: file, reason: "its Describe answers for neither tools nor slash commands", hint: undefined },
      ]);
    }
    const { name, version, source } = producer;
    return {
      ...{ name, version, source },
      tool: asTools && (await tools.getSchema({}, options)),
      slashcommand: asCommands && (await commands.getCapabilities({}, options)),
    };
  } finally {
    await plugin.kill();
  }
}

/** Who it says it is; `undefined` if it does not have the service. */
async function producerOf(
  describing: Promise<{ readonly producer?: ProducerRef | undefined }>,
): Promise<ProducerRef | undefined> {
  try {
    return (await describing).producer;
  } catch (error) {
    if (ConnectError.from(error).code === Code.Unimplemented) return undefined;
    throw error;
  }
}
