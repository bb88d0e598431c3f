import { create } from "@bufbuild/protobuf";
import { ProducerRefSchema } from "@plugwright/protocol/common";
import { type CommandServiceCore, commandService } from "../command/service.js";
import { getCapabilitiesResponse } from "../command/spec.js";
import { absentKernel, type Kernel } from "../kernel/client.js";
import type { OperationHost } from "../operation/host.js";
import { createLogger } from "../operation/log.js";
import type { Platform, Scope } from "../operation/platform.js";
import { noSecrets } from "../operation/redact.js";
import { answer, failed } from "../operation/status.js";
import { type ToolServiceCore, toolService } from "../tool/service.js";
import { getSchemaResponse } from "../tool/spec.js";
import { createConfigurations } from "./configurations.js";
import { type Plugin, pluginKey } from "./definition.js";
import { renderPayload } from "./render.js";

/** A plugin that can be called: what a lane serves. */
export interface Runtime {
  /** Absent when the plugin has neither tools nor prompts. */
  readonly tools: ToolServiceCore | undefined;
  /** Absent when the plugin has no slash commands. */
  readonly commands: CommandServiceCore | undefined;
  /** Resolves when no call runs any more, at the latest after `ms` milliseconds. */
  drain(ms: number): Promise<void>;
  /** Ends the running calls, waits at most a second for them, then closes what `setup` made. */
  close(): Promise<void>;
}

/** What a runtime needs of its surroundings. */
export interface RuntimeOptions {
  readonly platform: Platform;
  /** Defaults to none. */
  readonly kernel?: Kernel | undefined;
  /** The most bytes of one message, encoded. Defaults to 4 MiB. */
  readonly messageLimit?: number | undefined;
}

const defaultMessageLimit = 4 * 1024 * 1024;

/** The version of both category protocols that the SDK speaks. */
const protocolVersion = 1;

/** Makes a plugin callable. Nothing of the author's runs before the first Configure or Invoke. */
export function createRuntime(plugin: Plugin, options: RuntimeOptions): Runtime {
  const internals = plugin[pluginKey];
  const { platform } = options;
  const log = createLogger({ write: platform.log, now: platform.now, redactor: () => noSecrets, fields: {} });
  const endings = new Set<() => void>();
  const configurations = createConfigurations({
    internals,
    platform,
    log,
    kernel: options.kernel ?? absentKernel(),
    messageLimit: options.messageLimit ?? defaultMessageLimit,
  });
  for (const warning of internals.warnings) log.warn(warning);

  const host: OperationHost = {
    acquire: () => configurations.acquire(),
    async configure(config, signal) {
      const failure = await configurations.configure(config, signal);
      return failure === undefined ? answer(undefined) : failed(failure);
    },
    render(version, payload) {
      const scope: Scope = { label: `rendering of version ${version}`, log, fail: () => false };
      return renderPayload(internals.render, version, payload, {
        platform,
        redactor: configurations.redactor(),
        scope,
      });
    },
    producer: (category) => create(ProducerRefSchema, { ...internals.identity, category, protocolVersion }),
    onShutdown(end) {
      endings.add(end);
      return () => endings.delete(end);
    },
  };
  const { tools, prompts, commands } = internals;
  return {
    tools: tools.length + prompts.length > 0 ? toolService(getSchemaResponse(internals), tools, host) : undefined,
    commands: commands.length > 0 ? commandService(getCapabilitiesResponse(internals), commands, host) : undefined,
    drain: (ms) => configurations.drain(ms),
    async close() {
      for (const end of [...endings]) end();
      await configurations.drain(1000);
      await configurations.close();
    },
  };
}
