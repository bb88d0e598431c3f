import type { JsonObject } from "@plugwright/sdk";
import type { CallEvent, CallReport } from "../report.js";
import { sortedJson } from "../sorted-json.js";
import { durationText, listText } from "../text.js";
import { difference } from "./fail.js";
import { joinOutput } from "./output.js";

/**
 * A call as text: what was called, whether it waited, and a line for each event. Pieces of output to one stream that
 * follow each other are one line, as where they are cut is chance. The details of an error are left out.
 */
export function transcript({ operation, args, waited, events, error, result, denied }: CallReport<unknown>): string {
  const name = operation.type === "command" ? `/${operation.name}` : operation.name;
  const lines = [`${name} ${sortedJson(args)}`];
  if (waited.behind.length > 0) lines.push(`waited ${durationText(waited.ms)} behind ${listText(waited.behind)}`);
  const shown = joinOutput(events);
  lines.push(...shown.map(eventText));
  const last = shown.at(-1);
  const hasEnd =
    last !== undefined && (("result" in last && error === undefined) || ("error" in last && result === undefined));
  // What the kernel made of it, where that is not what the plugin said last.
  if (denied !== undefined) lines.push(`denied ${denied.reason}`);
  else if (!hasEnd && error !== undefined) lines.push(`kernel error ${error.category}: ${error.message}`);
  // What a person answered to an interactive call is JSON.
  else if (!hasEnd) lines.push(`answer ${sortedJson(result as JsonObject)}`);
  return lines.join("\n");
}

function eventText(event: CallEvent): string {
  if ("output" in event) {
    const { output, to } = event;
    return `${to} ${typeof output === "string" ? JSON.stringify(output) : `base64 ${Buffer.from(output).toString("base64")}`}`;
  }
  if ("progress" in event) {
    const fraction = event.fraction === undefined ? "" : ` ${event.fraction}`;
    return `progress ${JSON.stringify(event.progress)}${fraction}`;
  }
  if ("partial" in event) return `partial ${sortedJson(event.partial)}`;
  if ("exit" in event)
    return `exit ${event.exit.code}${event.exit.signal === undefined ? "" : ` ${event.exit.signal}`}`;
  if ("result" in event) return `result ${sortedJson(event.result)}`;
  return `error ${event.error.category}: ${event.error.message}`;
}

/**
 * Compares a call with a transcript, whose indentation does not count.
 * @throws AssertionError that shows the first line that differs.
 */
export function expectTranscript(report: CallReport<unknown>, expected: string): void {
  const [got, wanted] = [transcript(report), withoutIndentation(expected)];
  if (got !== wanted) throw difference("the call went otherwise", got, wanted);
}

function withoutIndentation(text: string): string {
  const lines = text.split("\n");
  while (lines[0]?.trim() === "") lines.shift();
  while (lines.at(-1)?.trim() === "") lines.pop();
  const depth = Math.min(
    ...lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length),
  );
  return lines.map((line) => line.slice(depth)).join("\n");
}
