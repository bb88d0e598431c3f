import { createClient } from "@connectrpc/connect";
import { type LaunchedPlugin, launchEnvironment, launchPlugin } from "@plugwright/go-plugin/host";
import type { ConfigSchema } from "@plugwright/protocol/config";
import { SlashCommandService } from "@plugwright/protocol/slashcommand";
import { ToolService } from "@plugwright/protocol/tool";
import { runtimeContract } from "@plugwright/sdk/host";
import type { ProviderConfig, TestKernel } from "@plugwright/testkit";
import { configBlock } from "../kernel/config.js";
import { commandOf, kernelEnvironment } from "../kernel/environment.js";
import { loadInto } from "../kernel/load.js";
import { logOnly } from "../kernel/log-only.js";
import { patienceMs } from "../kernel/patience.js";
import { producerOf } from "../kernel/producer.js";
import { count, number } from "../text.js";
import { bytesText } from "./bytes.js";
import { type DoStep, type Step, stepper } from "./step.js";

/** All that a kernel would do with an executable up to its first call. */
export interface Examination {
  /** What the plugin gets to see, sorted. */
  readonly environment: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  /** What is odd, and does not keep a kernel from taking it. */
  readonly warnings: readonly string[];
  /** What it wrote to stderr. */
  readonly log: readonly string[];
}

/** How much of what it prints is kept. */
const mostStdout = 64 * 1024;

/** @param given the operator's configuration, as the command line has it */
export async function examine(
  file: string,
  given: readonly string[],
  shown: (step: Step) => void,
): Promise<Examination> {
  const { command, args } = commandOf(file);
  const env = kernelEnvironment();
  const steps: Step[] = [];
  const log: string[] = [];
  const warnings: string[] = [];
  let stdout = Buffer.alloc(0);
  const launching = { command, args, env, ...runtimeContract, startTimeoutMs: patienceMs };
  const environment = sorted(launchEnvironment(launching));
  const done = () => ({ environment, steps, warnings, log });
  const step = stepper(steps, shown);

  const launched = await step(
    "start",
    () =>
      launchPlugin({
        ...launching,
        onStdout: (bytes) => {
          if (stdout.length < mostStdout) stdout = Buffer.concat([stdout, bytes.subarray(0, mostStdout)]);
        },
        onLog: ({ message }) => void log.push(message),
      }),
    () => `handshake ${stdout.toString().split("\n")[0] ?? ""}`,
    (error) => startHint(file, stdout, error),
  );
  if (launched === undefined) return done();
  const plugin = launched.value;
  const handshakeEnd = stdout.indexOf("\n") + 1;
  try {
    const offered = await ask(plugin, step, log);
    if (offered === undefined) {
      const end = await Promise.race([
        plugin.exited,
        new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 500)),
      ]);
      if (end !== undefined) warnings.push(`its process had ended by itself, with ${end.code ?? end.signal}`);
      return done();
    }
    const { category, config, configure } = offered;
    const block = configBlock(config, given);
    const missing = (config?.attributes ?? []).filter(({ name, required }) => required && !Object.hasOwn(block, name));
    if (missing.length > 0) {
      const names = missing.map(({ name }) => name).join(", ");
      warnings.push(`it was not configured, as it needs ${names}: give it with --config NAME=VALUE`);
    }
    await end(plugin, step);
    // As a kernel does it, with the configuration decoded and previews probed: in a second process.
    if (missing.length === 0) await load(file, category, { [configure]: block }, step, warnings);
  } finally {
    await plugin.kill();
    const after = stdout.subarray(handshakeEnd);
    if (after.length > 0) warnings.push(`it went on writing to stdout, which nobody reads: ${bytesText(after)}`);
  }
  return done();
}

interface Offered {
  readonly category: "tool" | "slashcommand";
  readonly config: ConfigSchema | undefined;
  /** The name under which it is configured. */
  readonly configure: string;
}

async function ask(plugin: LaunchedPlugin, step: DoStep, log: string[]): Promise<Offered | undefined> {
  const options = { timeoutMs: patienceMs };
  const tools = createClient(ToolService, plugin.transport);
  const commands = createClient(SlashCommandService, plugin.transport);
  const callbacks = () =>
    plugin.broker.serve(runtimeContract.callbackId, { routes: logOnly((text) => void log.push(text.trimEnd())) });
  if ((await step("callbacks", callbacks, () => "the kernel's own service is announced")) === undefined)
    return undefined;
  if (
    (await step(
      "health",
      () => plugin.ping({ timeoutMs: patienceMs }),
      () => "SERVING",
    )) === undefined
  )
    return undefined;
  const described = await step(
    "Describe",
    async () => {
      for (const [category, client] of [["tool", tools] as const, ["slashcommand", commands] as const]) {
        const producer = await producerOf(client.describe({}, options));
        if (producer !== undefined) return { category, producer };
      }
      throw new Error("it answers for neither tools nor slash commands");
    },
    ({ category, producer: { name, version, source } }) => `${category}: ${name} ${version} of ${source}`,
  );
  if (described === undefined) return undefined;
  const { category, producer } = described.value;
  const schema = await step(
    category === "tool" ? "GetSchema" : "GetCapabilities",
    async () => {
      if (category === "slashcommand") {
        const { commands: offered, configSchema } = await commands.getCapabilities({}, options);
        return { text: count(offered.length, "slash command"), config: configSchema };
      }
      const { tools: offered, slashCommands, configSchema } = await tools.getSchema({}, options);
      const prompts = slashCommands.length === 0 ? "" : `, ${count(slashCommands.length, "prompt")}`;
      return { text: `${count(offered.length, "tool")}${prompts}`, config: configSchema };
    },
    ({ text, config }) => `${text}, ${count(config?.attributes.length ?? 0, "attribute")} to configure`,
  );
  return schema && { category, config: schema.value.config, configure: producer.name };
}

async function end(plugin: LaunchedPlugin, step: DoStep): Promise<void> {
  await step(
    "shutdown",
    async () => {
      const { graceful, code, signal } = await plugin.kill();
      if (!graceful || code !== 0) throw new Error(`it was told to end, and ended with ${code ?? signal}`);
    },
    () => "exit code 0",
    () => "end when the Shutdown RPC comes; what still runs then keeps the kernel waiting",
  );
}

async function load(
  file: string,
  category: Offered["category"],
  config: Readonly<Record<string, ProviderConfig>>,
  step: DoStep,
  warnings: string[],
): Promise<void> {
  let kernel: TestKernel | undefined;
  const { command, args } = commandOf(file);
  await step(
    "load",
    async () => {
      kernel = await loadInto({ providers: [{ binary: command, args, category }], config });
      return kernel;
    },
    ({ tools, commands }) => {
      const operations = [...tools, ...commands];
      const previews = operations.filter(({ hasPreview }) => hasPreview).length;
      return `${count(operations.length, "operation")} checked, configured, ${number(previews)} with a preview`;
    },
  );
  for (const { operation, message } of kernel?.warnings ?? []) {
    warnings.push(operation === undefined ? message : `${operation}: ${message}`);
  }
  await kernel?.close({ allowViolations: true });
}

function startHint(file: string, stdout: Buffer, error: unknown): string {
  if (stdout.length > 0) {
    return `it wrote to stdout what is no handshake, ${bytesText(stdout)}; print to stderr, and nothing before serve()`;
  }
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EACCES" || code === "ENOENT" || code === "ENOEXEC") {
    return `is ${file} executable (chmod +x), and is what its first line names in the PATH?`;
  }
  return "what it wrote to stderr is below; a plugin prints one line on stdout, and goes on";
}

function sorted(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
