import { randomBytes } from "node:crypto";
import type { TestKernel } from "../kernel.js";
import { leakWatch } from "../leaks.js";
import { type EnvReference, env } from "../load/config.js";
import type { CallReport } from "../report.js";
import { treeText } from "../tree-text.js";
import { failure } from "./fail.js";

/** A secret that nobody else has, and that must not come back. */
export interface Canary {
  readonly value: string;
  /** For a sensitive attribute of a provider's configuration. */
  readonly env: EnvReference;
  /** For `environment` of `startKernel`. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Checks that it stands nowhere in what the providers have logged, emitted and published, nor in these calls: as it is,
   * in JSON, percent-encoded, in hexadecimal or base64.
   * @throws AssertionError that names each place.
   */
  expectUnseen(kernel: TestKernel, reports: readonly CallReport<unknown>[]): void;
}

/** Makes a secret to be planted in a configuration, or anywhere else that a plugin can read. */
export function plantCanary(): Canary {
  const value = `canary/${randomBytes(9).toString("base64")}+${randomBytes(3).toString("hex")}`;
  const variable = `CANARY_${randomBytes(4).toString("hex").toUpperCase()}`;
  const watch = leakWatch(new Map([["canary", value]]));
  return {
    value,
    env: env(variable),
    environment: { [variable]: value },
    expectUnseen(kernel, reports) {
      const places: string[] = [];
      const look = (where: string, what: string | Uint8Array) => {
        if (watch.find(what) !== undefined) places.push(where);
      };
      for (const { provider, message, fields } of kernel.log)
        look(`the log of ${provider}`, `${message}\n${JSON.stringify(fields)}`);
      for (const { id, payload } of kernel.emits) look(`the emitted event ${id}`, payload);
      for (const { topic, payload } of kernel.published) look(`the event on ${topic}`, payload);
      for (const report of reports) {
        const where = `${report.operation.name} (${report.id})`;
        look(`the text of ${where}`, report.text);
        const streams = { stdout: watch.stream(), stderr: watch.stream() };
        for (const event of report.events) {
          if (!("output" in event)) look(`an event of ${where}`, JSON.stringify(event));
          else if (streams[event.to](Buffer.from(event.output)) !== undefined) places.push(`${event.to} of ${where}`);
        }
        look(`the preview of ${where}`, treeText(report.preview));
      }
      const leaked = kernel.violations.filter(({ rule }) => rule === "secret_leaked").map(({ message }) => message);
      const all = [...new Set([...places, ...leaked])];
      if (all.length > 0) throw failure(`the canary was seen:\n${all.join("\n")}`);
    },
  };
}
