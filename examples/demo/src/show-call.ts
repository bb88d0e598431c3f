import { ConnectError } from "@connectrpc/connect";
import {
  type CallEvent,
  type Invocation,
  type InvokeOptions,
  invokeCommand,
  invokeTool,
} from "@plugwright/example-support";
import { eventText, jsonText } from "./event-text.js";
import { bold, cyan, type Out, type Part, red, width } from "./out.js";
import type { Running } from "./stage.js";
import { wrap } from "./wrap.js";

/** What came back from a call. */
export interface Shown {
  readonly events: readonly CallEvent[];
  /** The last event, if it was a `result` or an `error`. */
  readonly last: CallEvent | undefined;
  /** What the RPC itself failed with, as it does when its client cancels. */
  readonly failure: ConnectError | undefined;
}

export interface ShowOptions extends InvokeOptions {
  /** Told of each event, after it was printed. */
  readonly onEvent?: (event: CallEvent) => void;
}

const labelWidth = 18;
const textWidth = width - labelWidth;
const mostLines = 5;

/** Calls a tool and prints each event as it arrives. */
export function showTool(out: Out, plugin: Running, call: Invocation, options: ShowOptions = {}): Promise<Shown> {
  return show(out, call.name, call.args, invokeTool(plugin, call, options), options);
}

/** Calls a slash command and prints each event as it arrives. */
export function showCommand(out: Out, plugin: Running, call: Invocation, options: ShowOptions = {}): Promise<Shown> {
  return show(out, `/${call.name}`, call.args, invokeCommand(plugin, call, options), options);
}

async function show(
  out: Out,
  name: string,
  args: Invocation["args"],
  stream: AsyncIterable<CallEvent>,
  { onEvent }: ShowOptions,
): Promise<Shown> {
  out.line("  → ", bold(name), ` ${jsonText(args)}`);
  const events: CallEvent[] = [];
  let failure: ConnectError | undefined;
  try {
    for await (const event of stream) {
      events.push(event);
      const { name: label, text } = eventText(event);
      labelled(out, label === "error" ? red : cyan, label, text);
      onEvent?.(event);
    }
  } catch (error) {
    failure = ConnectError.from(error);
    labelled(out, red, "(RPC failed)", failure.message);
  }
  const last = events.at(-1);
  return { events, last: last?.case === "result" || last?.case === "error" ? last : undefined, failure };
}

/** A label, and a text beside it in a few lines. */
export function labelled(out: Out, paint: (text: string) => Part, label: string, text: string): void {
  const lines = wrap(text, textWidth);
  const shown =
    lines.length > mostLines ? [...lines.slice(0, mostLines - 1), lines.slice(mostLines - 1).join(" ")] : lines;
  for (const [index, line] of shown.entries()) {
    out.line(paint(`  ${index === 0 ? label : ""}`.padEnd(labelWidth)), line);
  }
}
