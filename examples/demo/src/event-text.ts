import type { CallEvent } from "@plugwright/example-support";
import { OutputStream, type ToolError, ToolErrorCategory } from "@plugwright/protocol/tool";

/** An event's name in the specification, and what it carries. */
export interface EventText {
  readonly name: "output_chunk" | "progress" | "partial_result" | "exit_status" | "result" | "error";
  readonly text: string;
}

export function eventText(event: CallEvent): EventText {
  switch (event.case) {
    case "outputChunk": {
      const stream = event.value.stream === OutputStream.STDERR ? "stderr" : "stdout";
      return { name: "output_chunk", text: `${stream}: ${new TextDecoder().decode(event.value.data).trimEnd()}` };
    }
    case "progress": {
      const { message, fractionComplete } = event.value;
      const percent = fractionComplete === undefined ? "" : `${Math.round(fractionComplete * 100)} % `;
      return { name: "progress", text: `${percent}${message}` };
    }
    case "partialResult":
      return { name: "partial_result", text: jsonText(event.value.payload) };
    case "exitStatus":
      return { name: "exit_status", text: `code ${event.value.exitCode}` };
    case "result":
      return { name: "result", text: jsonText(event.value.payload) };
    case "error":
      return { name: "error", text: errorText(event.value) };
  }
}

function errorText({ category, message, retryable }: ToolError): string {
  return `${categoryName(category)}${retryable ? ", retryable" : ""}: ${message}`;
}

/** JSON with spaces, so that it can be broken into lines. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, undefined, 1).replace(/\s*\n\s*/g, " ");
}

/** As in `not_found`. */
export function categoryName(category: ToolErrorCategory): string {
  return (ToolErrorCategory[category] ?? String(category)).toLowerCase();
}
