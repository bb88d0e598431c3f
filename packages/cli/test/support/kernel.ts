import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { type LaunchedPlugin, type LaunchOptions, launchPlugin } from "@plugwright/go-plugin/host";
import { SlashCommandService } from "@plugwright/protocol/slashcommand";
import { ToolService } from "@plugwright/protocol/tool";
import { runtimeContract } from "@plugwright/sdk/host";

/** The environment that a kernel gives: no more than this. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR: TMPDIR ?? "/tmp" };
}

const launched = new Set<LaunchedPlugin>();

/** Launches a built file as a kernel does. */
export async function launch(command: string, options: Partial<LaunchOptions> = {}): Promise<LaunchedPlugin> {
  const plugin = await launchPlugin({ command, env: bareEnvironment(), ...runtimeContract, ...options });
  launched.add(plugin);
  return plugin;
}

/** To be called after each test: ends what it has left running. */
export async function killAll(): Promise<void> {
  await Promise.all([...launched].map((plugin) => plugin.kill()));
  launched.clear();
}

/** The clients of both services. */
export function clientsOf({ transport }: LaunchedPlugin) {
  return { tools: createClient(ToolService, transport), commands: createClient(SlashCommandService, transport) };
}

/** The code of the status that a call ends with. */
export async function codeOf(call: Promise<unknown>): Promise<Code | undefined> {
  return call.then(
    () => undefined,
    (error: unknown) => ConnectError.from(error).code,
  );
}

export { Code };
