import { ConnectError, createClient } from "@connectrpc/connect";
import { type LaunchedPlugin, launchPlugin } from "@plugwright/go-plugin/host";
import { SlashCommandService } from "@plugwright/protocol/slashcommand";
import { ToolService } from "@plugwright/protocol/tool";
import { runtimeContract } from "@plugwright/sdk/host";
import { commandOf, kernelEnvironment } from "../kernel/environment.js";
import { logOnly } from "../kernel/log-only.js";
import { patienceMs } from "../kernel/patience.js";
import { producerOf } from "../kernel/producer.js";
import { CommandError, messageOf } from "../problem.js";
import type { Described } from "./describe.js";

/**
 * Launches an executable as a kernel does, and asks what it offers.
 * @throws CommandError when it does not start, does not answer, or answers for none of our categories.
 */
export async function describeExecutable(
  file: string,
  print: (text: string) => void,
): Promise<Omit<Described, "read" | "project">> {
  const fault = (headline: string, reason: string) =>
    new CommandError(headline, [{ where: file, reason, hint: `plugwright doctor ${file} shows what it does` }]);
  const plugin = await launchPlugin({
    ...commandOf(file),
    env: kernelEnvironment(),
    ...runtimeContract,
    startTimeoutMs: patienceMs,
    onLog: ({ message }) => print(`${message}\n`),
  }).catch((error: unknown) => {
    throw fault("the plugin does not start", messageOf(error));
  });
  try {
    const offered = await ask(plugin, print);
    if (offered === undefined) {
      throw fault("this is no plugin of ours", "its Describe answers for neither tools nor slash commands");
    }
    return offered;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw fault("the plugin does not answer", ConnectError.from(error).message);
  } finally {
    await plugin.kill();
  }
}

async function ask({ broker, transport }: LaunchedPlugin, print: (text: string) => void) {
  await broker.serve(runtimeContract.callbackId, { routes: logOnly(print) });
  const tools = createClient(ToolService, transport);
  const commands = createClient(SlashCommandService, transport);
  const options = { timeoutMs: patienceMs };
  const asTools = await producerOf(tools.describe({}, options));
  const asCommands = await producerOf(commands.describe({}, options));
  const producer = asTools ?? asCommands;
  if (producer === undefined) return undefined;
  const { name, version, source } = producer;
  return {
    ...{ name, version, source },
    tool: asTools && (await tools.getSchema({}, options)),
    slashcommand: asCommands && (await commands.getCapabilities({}, options)),
  };
}
