import type { Category, ProducerRef } from "@plugwright/protocol/common";
import type { RenderTree } from "@plugwright/protocol/render";
import type { JsonObject } from "../schema/types.js";
import type { Environment } from "./environment.js";
import type { Platform } from "./platform.js";
import type { Redactor } from "./redact.js";
import type { Answer } from "./status.js";

/** A call's hold on the configuration it began with: the configuration is closed after its last call. */
export interface Lease {
  readonly environment: Environment;
  release(): void;
}

/** The plugin as its services see it. Both services of a plugin share one. */
export interface OperationHost {
  /**
   * The configuration of a call that begins now. Before Configure: as if configured with `{}`.
   * @throws ToolError that names the attribute where the config schema does not allow that.
   */
  acquire(): Promise<Lease>;
  /** Configures the plugin; with the values it already has, nothing happens. */
  configure(config: JsonObject, signal: AbortSignal): Promise<Answer<void>>;
  /** Renders a payload of the given schema version. */
  render(version: string, payload: Uint8Array): Promise<Answer<RenderTree>>;
  /** Who this plugin is, as a provider of a category. */
  producer(category: Category): ProducerRef;
  /** Takes the secrets of the current configuration out. */
  redactor(): Redactor;
  readonly platform: Platform;
  /** Lets a call be ended by shutdown; returns what undoes it. */
  onShutdown(end: () => void): () => void;
}
