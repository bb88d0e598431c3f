import type { LogEntry, Logger, LogLevel } from "../kernel/client.js";
import { normaliseValue } from "../schema/normalise.js";
import type { JsonObject, JsonValue } from "../schema/types.js";
import type { Redactor } from "./redact.js";

/** Where entries go, and what every one of them carries. */
export interface LogTarget {
  readonly write: (entry: LogEntry) => void;
  readonly now: () => number;
  readonly redactor: () => Redactor;
  readonly fields: JsonObject;
}

/** A logger whose entries carry `fields` and no secret. Never throws: what JSON cannot carry is named in its place. */
export function createLogger(target: LogTarget): Logger {
  const at =
    (level: LogLevel) =>
    (message: string, fields: object = {}): void => {
      try {
        const redactor = target.redactor();
        target.write({
          level,
          message: redactor.text(String(message)),
          fields: redactor.json({ ...loggable(fields), ...target.fields }),
          time: new Date(target.now()),
        });
      } catch {
        // A log that cannot be written must not change what its writer does.
      }
    };
  return Object.freeze({ debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") });
}

function loggable(fields: object): JsonObject {
  const entries = Object.entries(fields).flatMap(([key, value]): [string, JsonValue][] =>
    value === undefined ? [] : [[key, loggableValue(value)]],
  );
  return Object.fromEntries(entries);
}

function loggableValue(value: unknown): JsonValue {
  try {
    const normal = normaliseValue(errorFields(value));
    return normal.ok ? normal.value : `(not shown: ${normal.reason})`;
  } catch {
    return "(cannot be read)";
  }
}

/** An error has its name and message, not its enumerable properties, which it has none of. */
function errorFields(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("message" in value) || !("stack" in value)) return value;
  const { message, stack } = value;
  return { message: String(message), stack: String(stack) };
}
