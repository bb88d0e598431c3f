import type { LogEntry, Logger, LogLevel } from "../kernel/client.js";
import { normalise } from "../schema/normalise.js";
import type { JsonObject } from "../schema/types.js";
import type { Redactor } from "./redact.js";

/** Where entries go, and what every one of them carries. */
export interface LogTarget {
  readonly write: (entry: LogEntry) => void;
  readonly now: () => number;
  readonly redactor: () => Redactor;
  readonly fields: JsonObject;
}

/** A logger whose entries carry `fields` and no secret. What JSON cannot carry is named, never thrown. */
export function createLogger(target: LogTarget): Logger {
  const at =
    (level: LogLevel) =>
    (message: string, fields: object = {}): void => {
      const redactor = target.redactor();
      target.write({
        level,
        message: redactor.text(String(message)),
        fields: redactor.json({ ...loggable(fields), ...target.fields }),
        time: new Date(target.now()),
      });
    };
  return Object.freeze({ debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") });
}

function loggable(fields: object): JsonObject {
  const normal = normalise(fields);
  return normal.ok ? normal.value : { fields_left_out: `${normal.path}: ${normal.reason}` };
}
