import { afterAll, afterEach, beforeAll } from "@jest/globals";
import { KernelCallbackService } from "@plugwright/protocol/kernel";
import { ErrorInfoSchema } from "@plugwright/protocol/rpc";
import { SlashCommandService } from "@plugwright/protocol/slashcommand";
import { ToolService } from "@plugwright/protocol/tool";
import { type GoHost, startGoHost } from "../../../../interop/driver/go-host.js";
import type { CallEnd, GoLaunchOptions, GoPlugin, RunningCall } from "../../../../interop/driver/go-plugin.js";
import { writeSchema } from "../../../../interop/driver/schema.js";
import { runtimeContract } from "../../src/node/kernel-lane/runtime-contract.js";
import { type Bundle, bundleFixture } from "./bundle.js";
import { foreignCategories } from "./foreign.js";

const { cookie } = runtimeContract;

export const toolRpc = (name: string): string => `/${ToolService.typeName}/${name}`;
export const commandRpc = (name: string): string => `/${SlashCommandService.typeName}/${name}`;
export const kernelRpc = (name: string): string => `/${KernelCallbackService.typeName}/${name}`;

export type Variables = Readonly<Record<string, string>>;

/** The real host, and the fixture for it to launch. */
export interface Setup {
  readonly bundle: () => Bundle;
  /** Launches the fixture as a kernel does: without arguments, in an environment in which there is next to nothing. */
  readonly launch: (variables?: Variables, options?: Partial<GoLaunchOptions>) => Promise<GoPlugin>;
  /** One plugin for all tests that ask for it, launched when the first does. */
  readonly shared: () => Promise<GoPlugin>;
  readonly host: () => GoHost;
}

const schema = writeSchema(
  ToolService.file,
  SlashCommandService.file,
  KernelCallbackService.file,
  ErrorInfoSchema.file,
  ...Object.values(foreignCategories).map(({ file }) => file),
);

export function sparseEnvironment(variables: Variables = {}): Record<string, string> {
  const { PATH = "", HOME = "/", TMPDIR = "/tmp" } = process.env;
  return { PATH, HOME, TMPDIR, ...variables };
}

/** Everything that is needed to launch the fixture. */
export function launchOptions(
  path: string,
  variables?: Variables,
  options: Partial<GoLaunchOptions> = {},
): GoLaunchOptions {
  const env = Object.entries(sparseEnvironment(variables)).map(([name, value]) => `${name}=${value}`);
  return { path, cookie, env, schema, ...options };
}

/** Starts a host before the tests of a file, ends each test's plugins after it, and the host after all. */
export function setUp(): Setup {
  let bundle: Bundle;
  let host: GoHost;
  let plugins: GoPlugin[] = [];
  let shared: Promise<GoPlugin> | undefined;
  beforeAll(async () => {
    [bundle, host] = await Promise.all([bundleFixture(), startGoHost()]);
  }, 300_000);
  afterEach(async () => {
    await Promise.all(plugins.map((plugin) => plugin.kill()));
    plugins = [];
  });
  afterAll(async () => {
    await (await shared)?.kill();
    await host.close();
    bundle.remove();
  });
  return {
    bundle: () => bundle,
    host: () => host,
    async launch(variables, options) {
      const plugin = await host.launch(launchOptions(bundle.path, variables, options));
      plugins.push(plugin);
      return plugin;
    },
    shared() {
      shared ??= host.launch(launchOptions(bundle.path)).then(async (plugin) => {
        await plugin.serve(1);
        return plugin;
      });
      return shared;
    },
  };
}

/** What a call may carry besides its arguments. */
export interface ToolCallOptions {
  readonly id?: string;
  readonly sessionId?: string;
  readonly turnId?: string;
  readonly timeoutMs?: number;
  /** Whether the sizes of the events are wanted instead of the events. */
  readonly sizes?: boolean;
}

/** Starts a call of a tool, as the kernel makes it. */
export function invoke(
  plugin: GoPlugin,
  toolName: string,
  args: object = {},
  { id = "call-1", sessionId = "s-1", turnId = "t-1", ...options }: ToolCallOptions = {},
): RunningCall {
  const callContext = { sessionId, turnId, workingDirectory: "/tmp" };
  return plugin.start({
    method: toolRpc("Invoke"),
    messages: [{ call: { id, toolName, arguments: args, callContext } }],
    ...options,
  });
}

/** The payload of the result, of a call that has one. */
export function resultOf({ code, text, messages }: CallEnd): unknown {
  const last = messages.at(-1);
  const result = field(field(last, "event"), "result");
  if (code !== "OK" || result === undefined) throw new Error(`no result: ${code} ${text} ${JSON.stringify(last)}`);
  return field(result, "payload");
}

/** The error event of a call that has one. */
export function errorOf({ messages }: CallEnd): unknown {
  return field(field(messages.at(-1), "event"), "error");
}

/** The entries that the plugin has sent to the kernel's log, with the session of their batch. */
export function kernelLog(plugin: GoPlugin): readonly KernelLogEntry[] {
  return plugin.callbacks
    .filter(({ method }) => method === kernelRpc("Log"))
    .flatMap(({ message }) => {
      const entries = field(message, "entries");
      if (!Array.isArray(entries)) return [];
      return entries.map((entry: unknown) => ({
        session: field(message, "sessionId"),
        level: String(field(entry, "level")).replace("LOG_LEVEL_", "").toLowerCase(),
        message: String(field(entry, "message")),
        fields: field(entry, "fields"),
      }));
    });
}

export interface KernelLogEntry {
  readonly session: unknown;
  readonly level: string;
  readonly message: string;
  readonly fields: unknown;
}

/** A field of an object that came from outside. */
export function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
