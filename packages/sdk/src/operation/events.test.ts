import { describe, expect, test } from "@jest/globals";
import { OutputStream } from "@plugwright/protocol/tool";
import fc from "fast-check";
import { verifies } from "../../test/verifies.js";
import { type CallEvent, type EventSink, orderedSink } from "./events.js";

const samples: Readonly<Record<string, CallEvent>> = {
  o: { case: "outputChunk", value: { stream: OutputStream.STDOUT, data: new Uint8Array([1]) } },
  p: { case: "progress", value: { message: "half", fractionComplete: 0.5 } },
  a: { case: "partialResult", value: { payload: { hit: 1 } } },
  x: { case: "exitStatus", value: { exitCode: 0 } },
  r: { case: "result", value: { payload: {} } },
  e: { case: "error", value: { category: 9, message: "broken", retryable: false } },
};

const letters = new Map(Object.entries(samples).map(([letter, event]) => [event.case, letter]));

/**
 * The reference, from the chapter's sentences: chunks, progress and partial results zero or more times
 * before the terminal event, exit_status at most once, exactly one of result and error, and it closes.
 */
const whole = /^[opa]*x?[opa]*[re]$/;
const beginning = /^[opa]*x?[opa]*[re]?$/;

function allowed(sequence: readonly string[]): string {
  let written = "";
  for (const letter of sequence) if (beginning.test(written + letter)) written += letter;
  return written;
}

function recorder(): { sink: EventSink; written: () => string } {
  let written = "";
  const sink: EventSink = {
    async write(event) {
      written += letters.get(event.case) ?? "?";
    },
  };
  return { sink, written: () => written };
}

describe("the order of a call's events", () => {
  test("any sequence is cut down to what the reference grammar allows", async () => {
    verifies("TOOL-25", "RUN-20");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(..."opaxre"), { maxLength: 30 }), async (sequence) => {
        const { sink, written } = recorder();
        const refused: string[] = [];
        const ordered = orderedSink(sink, (event) => refused.push(letters.get(event.case) ?? "?"));
        for (const letter of sequence) await ordered.write(sample(letter));
        expect(written()).toBe(allowed(sequence));
        expect(refused.length).toBe(sequence.length - written().length);
        if (/[re]/.test(written())) expect(written()).toMatch(whole);
      }),
      { numRuns: 1000 },
    );
  });

  test("a refused event says what went before it", async () => {
    const reasons: string[] = [];
    const ordered = orderedSink(recorder().sink, (_event, why) => reasons.push(why));
    for (const letter of "xxroe") await ordered.write(sample(letter));
    expect(reasons).toEqual([
      "exit_status was sent already",
      "the call has ended with its result",
      "the call has ended with its result",
    ]);
  });
});

function sample(letter: string): CallEvent {
  const event = samples[letter];
  if (event === undefined) throw new Error(`no event for ${letter}`);
  return event;
}
