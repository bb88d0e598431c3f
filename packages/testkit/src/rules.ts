/** What a plugin can do against the protocol when it is loaded. The load fails. */
export type LoadRule =
  | "checksum_mismatch"
  | "no_category"
  | "no_answer"
  | "describe_mismatch"
  | "kind_unspecified"
  | "risk_unspecified"
  | "risk_against_kind"
  | "terminates_turn_off_resource"
  | "schema_outside_subset"
  | "key_field_unknown"
  | "duplicate_command"
  | "config_invalid"
  | "configure_failed"
  | "schema_failed";

/** What is odd, and ignored or dropped. The load goes on. */
export type WarningRule =
  | "duplicate_tool"
  | "concurrency_on_interactive"
  | "keys_without_safe"
  | "mixed_plugin"
  | "concurrency_missing";

/** What a plugin can do against the protocol in a call. */
export type CallRule =
  | "second_terminal"
  | "event_after_terminal"
  | "late_event"
  | "no_terminal"
  | "second_exit_status"
  | "exit_status_without_process"
  | "process_without_exit_status"
  | "event_without_streaming"
  | "result_after_cancel"
  | "output_against_schema"
  | "zero_enum_value"
  | "empty_event"
  | "reported_process_crashed"
  | "unavailable_from_live_plugin"
  | "secret_leaked"
  | "cancel_ignored";

/** Something that a plugin did against the protocol in a call, or in its log. */
export interface Violation {
  readonly rule: CallRule;
  readonly provider: string;
  /** Absent for what belongs to no call. */
  readonly callId?: string;
  readonly operation?: string;
  /** What happened, and what is right, in a sentence. */
  readonly message: string;
}

/** Something that keeps a plugin from being loaded, or that a kernel overlooks. */
export interface LoadFinding<Rule extends string> {
  readonly rule: Rule;
  readonly provider: string;
  /** The tool or command, where it is one's. */
  readonly operation?: string;
  readonly message: string;
}
