import { create } from "@bufbuild/protobuf";
import { ProducerRefSchema } from "@plugwright/protocol/common";
import { type CommandServiceCore, commandService } from "../command/service.js";
import { getCapabilitiesResponse } from "../command/spec.js";
import { absentKernel, type Kernel, type Logger } from "../kernel/client.js";
import type { OperationHost } from "../operation/host.js";
import { createLogger } from "../operation/log.js";
import type { Platform } from "../operation/platform.js";
import type { Redactor } from "../operation/redact.js";
import { answer, failed } from "../operation/status.js";
import { type ToolServiceCore, toolService } from "../tool/service.js";
import { getSchemaResponse } from "../tool/spec.js";
import { createConfigurations } from "./configurations.js";
import type { Plugin } from "./definition.js";
import { pluginKey } from "./plugin-key.js";
import { renderPayload } from "./render.js";

/** A plugin that can be called: what a lane serves. */
export interface Runtime {
  /** Absent when the plugin has neither tools nor prompts. */
  readonly tools: ToolServiceCore | undefined;
  /** Absent when the plugin has no slash commands. */
  readonly commands: CommandServiceCore | undefined;
  /** Resolves when no call runs any more, at the latest after `ms` milliseconds. */
  drain(ms: number): Promise<void>;
  /** The plugin's own log, without any secret of its configuration. */
  readonly log: Logger;
  /** Ends the running calls and refuses new ones. Waits at most a second. */
  end(): Promise<void>;
  /** Ends the running calls, then closes what `setup` made, which may take another second. */
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
  const { messageLimit = defaultMessageLimit } = options;
  const redactor = (): Redactor => configurations.redactor();
  const log = createLogger({ write: platform.log, now: platform.now, redactor, fields: {} });
  let closing = false;
  const endings = new Set<() => void>();
  const configurations = createConfigurations({
    internals,
    platform,
    log,
    kernel: options.kernel ?? absentKernel(),
    messageLimit,
  });
  for (const warning of internals.warnings) log.warn(warning);

  const host: OperationHost = {
    acquire: () => configurations.acquire(),
    async configure(config, signal) {
      const failure = await configurations.configure(config, signal);
      return failure === undefined ? answer(undefined) : failed(failure);
    },
    render(version, payload) {
      const redactor = configurations.redactor();
      return renderPayload(internals.render, version, payload, { platform, redactor, messageLimit, log });
    },
    redactor: configurations.redactor,
    platform,
    producer: (category) => create(ProducerRefSchema, { ...internals.identity, category, protocolVersion }),
    onShutdown(end) {
      if (closing) end();
      endings.add(end);
      return () => endings.delete(end);
    },
  };
  const { tools, prompts, commands } = internals;
  const end = async (): Promise<void> => {
    closing = true;
    configurations.shut();
    for (const endCall of [...endings]) endCall();
    await configurations.drain(1000);
  };
  return {
    tools: tools.length + prompts.length > 0 ? toolService(getSchemaResponse(internals), tools, host) : undefined,
    commands: commands.length > 0 ? commandService(getCapabilitiesResponse(internals), commands, host) : undefined,
    log,
    drain: (ms) => configurations.drain(ms),
    end,
    async close() {
      await end();
      await configurations.close();
    },
  };
}
