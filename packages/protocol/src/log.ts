/** Log lines (log.v1). */
export {
  type LogEntry,
  LogEntrySchema,
  LogLevel,
  LogLevelSchema,
} from "./gen/pluggableharness/log/v1/types_pb.js";
