import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { type LaunchedPlugin, launchPlugin } from "@plugwright/go-plugin/host";
import { type ProducerRef, Category as WireCategory } from "@plugwright/protocol/common";
import type { ConfigSchema } from "@plugwright/protocol/config";
import { SlashCommandService } from "@plugwright/protocol/slashcommand";
import { ToolService } from "@plugwright/protocol/tool";
import { runtimeContract } from "@plugwright/sdk/host";
import { commandOf, kernelEnvironment } from "../kernel/environment.js";
import { logOnly } from "../kernel/log-only.js";
import { patienceMs } from "../kernel/patience.js";
import { CommandError, messageOf } from "../problem.js";
import type { Category, ReadPlugin } from "../source/read-source.js";

/** What a built file said of itself. */
export interface Verified {
  readonly config: ConfigSchema | undefined;
  /** How many tools, prompts and commands it offers. */
  readonly offers: { readonly tools: number; readonly prompts: number; readonly commands: number };
}

/**
 * Starts a built file as the kernel does, asks who it is and what it has, and has it end.
 * @param print takes what it logs
 * @throws CommandError when it does anything else than a kernel expects.
 */
export async function verifyFile(
  file: string,
  category: Category,
  expected: ReadPlugin,
  print: (text: string) => void,
): Promise<Verified> {
  const fail = (
    reason: string,
    hint = "this is a fault of the SDK unless the plugin itself ends or blocks the process",
  ) => new CommandError("the built file does not work", [{ where: file, reason, hint }]);
  let plugin: LaunchedPlugin;
  // What it says before it starts is in the error, if there is one.
  let started = false;
  const early: string[] = [];
  const log = (line: string) => (started ? print(line) : void early.push(line));
  try {
    plugin = await launchPlugin({
      ...commandOf(file),
      env: kernelEnvironment(),
      ...runtimeContract,
      startTimeoutMs: patienceMs,
      onLog: ({ level, message }) => log(`${level}: ${message}\n`),
    });
  } catch (error) {
    throw fail(`it did not start: ${messageOf(error)}`, "node must be in the PATH");
  }
  started = true;
  for (const line of early) print(line);
  let verified: Verified;
  try {
    await plugin.broker.serve(runtimeContract.callbackId, { routes: logOnly(print) });
    await plugin.ping({ timeoutMs: patienceMs });
    verified = await askAll(plugin.transport, category, expected);
  } catch (error) {
    await plugin.kill();
    throw error instanceof CommandError ? error : fail(ConnectError.from(error).message);
  }
  const { graceful, code, signal } = await plugin.kill();
  if (!graceful || code !== 0) throw fail(`it was told to end and ended with ${code ?? signal}`);
  return verified;

  async function askAll(transport: Transport, own: Category, { name, version, source }: ReadPlugin): Promise<Verified> {
    const timeoutMs = patienceMs;
    const tools = createClient(ToolService, transport);
    const commands = createClient(SlashCommandService, transport);
    const [here, elsewhere] = own === "tool" ? [tools, commands] : [commands, tools];
    const foreign = await elsewhere.describe({}, { timeoutMs }).then(
      () => "an answer",
      (error: unknown) => ConnectError.from(error).code,
    );
    if (foreign !== Code.Unimplemented) throw fail(`the other category's Describe got ${foreign}, not UNIMPLEMENTED`);
    const { producer } = await here.describe({}, { timeoutMs });
    const wire = own === "tool" ? WireCategory.TOOL : WireCategory.SLASHCOMMAND;
    const wanted = { name, version, source, category: wire, protocolVersion: 1 };
    if (!isSame(producer, wanted))
      throw fail(`Describe says ${JSON.stringify(producer)}, not ${JSON.stringify(wanted)}`);
    if (own === "tool") {
      const { tools: offered, slashCommands, configSchema } = await tools.getSchema({}, { timeoutMs });
      return { config: configSchema, offers: { tools: offered.length, prompts: slashCommands.length, commands: 0 } };
    }
    const { commands: offered, configSchema } = await commands.getCapabilities({}, { timeoutMs });
    return { config: configSchema, offers: { tools: 0, prompts: 0, commands: offered.length } };
  }
}

function isSame(producer: ProducerRef | undefined, wanted: Omit<ProducerRef, "$typeName" | "$unknown">): boolean {
  const { name, version, source, category, protocolVersion } = wanted;
  return (
    producer?.name === name &&
    producer.version === version &&
    producer.source === source &&
    producer.category === category &&
    producer.protocolVersion === protocolVersion
  );
}
