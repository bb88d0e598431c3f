// For authors of plugins.

export { type Canary, plantCanary } from "./assert/canary.js";
export { expectGolden, type GoldenCall, type GoldenOptions } from "./assert/golden.js";
export { expectNoMutation, type MutationOptions } from "./assert/no-mutation.js";
export { expectNoOverlap, type Touched } from "./assert/no-overlap.js";
export type { Replacement } from "./assert/normalise.js";
export { printed } from "./assert/output.js";
export { type CancelPoint, type SweepOptions, type SweepResult, sweepCancel } from "./assert/sweep-cancel.js";
export { expectTranscript, transcript } from "./assert/transcript.js";
export type { BusRecord, EmitRecord, LogRecord, Recording } from "./callbacks/recording.js";
export type { Clock } from "./clock.js";
export { convert as convertArgument } from "./command-text/convert.js";
export type { Approval, Approve, PlanItem } from "./gate/plan.js";
export type { Decision, PolicyRule } from "./gate/policy.js";
export type {
  AnyCommand,
  AnyTool,
  ArgsOf,
  MessageCall,
  MessageReport,
  ProviderInfo,
  ResultOf,
  RunningCall,
  TestKernel,
} from "./kernel.js";
export { type ConfigValue, type EnvReference, env, type ProviderConfig } from "./load/config.js";
export { isKernelLoadError, type KernelLoadError } from "./load/finding.js";
export type { ConcurrencySpec, LoadedOperation } from "./operation.js";
export type { CallOptions, KernelOptions } from "./options.js";
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
export type { Answer, Question } from "./run/question.js";
export type {
  BinarySource,
  Category,
  LockRow,
  PluginSource,
  ProviderSource,
  RoutesSource,
  ServiceRouter,
} from "./source.js";
export { startKernel } from "./start-kernel.js";
export { systemClock } from "./system-clock.js";
export type { ViolationsError } from "./violations-error.js";
export { type VirtualClock, virtualClock } from "./virtual-clock.js";
