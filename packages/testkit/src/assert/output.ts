import type { CallEvent, CallReport } from "../report.js";

/** What a call has printed to a stream, as text. */
export function printed(
  { events }: Pick<CallReport<unknown>, "events">,
  stream: "stdout" | "stderr" = "stdout",
): string {
  const pieces = events.flatMap((event) =>
    "output" in event && event.to === stream ? [Buffer.from(event.output)] : [],
  );
  return Buffer.concat(pieces).toString();
}

/** The events, with pieces of output to one stream that follow each other put together. */
export function joinOutput(events: readonly CallEvent[]): CallEvent[] {
  const joined: CallEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if ("output" in event && last !== undefined && "output" in last && last.to === event.to) {
      const bytes = Buffer.concat([Buffer.from(last.output), Buffer.from(event.output)]);
      const text = bytes.toString();
      const isText = Buffer.from(text).equals(bytes);
      joined[joined.length - 1] = { output: isText ? text : new Uint8Array(bytes), to: event.to };
    } else joined.push(event);
  }
  return joined;
}
