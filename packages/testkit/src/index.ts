// For authors of plugins.

export type { Clock } from "./clock.js";
export type {
  CallError,
  CallErrorCategory,
  CallEvent,
  CalledOperation,
  CallReport,
  Denial,
  ExitStatus,
  Waited,
} from "./report.js";
export type { CallRule, LoadFinding, LoadRule, Violation, WarningRule } from "./rules.js";
