import type { JsonObject } from "@plugwright/sdk";
import type { CalledOperation } from "../report.js";

/** An interactive call, as a person gets to see it. */
export interface Question {
  readonly callId: string;
  readonly operation: CalledOperation;
  readonly description: string;
  readonly args: JsonObject;
  /** Aborts when the call is cancelled or out of time. */
  readonly signal: AbortSignal;
}

/** Stands for the person who answers. What is thrown becomes the call's error. */
export type Answer = (question: Question) => JsonObject | Promise<JsonObject>;
