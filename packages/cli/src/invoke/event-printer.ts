import type { CallEvent } from "@plugwright/testkit";

/** Prints the events of a call as they come. */
export interface EventPrinter {
  print(event: CallEvent): void;
  /** Prints what is left of output that did not end with its line. */
  end(): void;
}

/** For programs: one object in a line for each event. */
export function jsonPrinter(out: (text: string) => void): EventPrinter {
  return {
    print: (event) =>
      out(`${JSON.stringify("output" in event ? { ...event, output: outputJson(event.output) } : event)}\n`),
    end: () => {},
  };
}

function outputJson(output: string | Uint8Array): string | { readonly base64: string } {
  return typeof output === "string" ? output : { base64: Buffer.from(output).toString("base64") };
}

/** For people: what it is, and what it says. Output is shown line by line, wherever its pieces were cut. */
export function textPrinter(out: (text: string) => void): EventPrinter {
  const row = (what: string, text: string) => out(`${what.padEnd(8)} ${text}\n`);
  const lines = {
    stdout: lineReader((line) => row("stdout", line)),
    stderr: lineReader((line) => row("stderr", line)),
  };
  const end = (): void => {
    lines.stdout.end();
    lines.stderr.end();
  };
  return {
    end,
    print(event) {
      if ("output" in event) {
        lines[event.to === "stdout" ? "stderr" : "stdout"].end();
        lines[event.to].add(event.output);
        return;
      }
      end();
      if ("progress" in event) row("progress", progressText(event));
      else if ("partial" in event) row("partial", jsonText(event.partial));
      else if ("exit" in event) row("exit", exitText(event.exit));
      else if ("result" in event) row("result", jsonText(event.result));
      else row("error", `${event.error.category}: ${event.error.message}`);
    },
  };
}

/** Puts pieces of output together into lines. A letter may lie across two pieces. */
function lineReader(onLine: (line: string) => void) {
  let decoder = new TextDecoder();
  let pieces: string[] = [];
  return {
    add(output: string | Uint8Array): void {
      const text = decoder.decode(typeof output === "string" ? Buffer.from(output) : output, { stream: true });
      const [first = "", ...more] = text.split("\n");
      pieces.push(first);
      for (const line of more) {
        onLine(pieces.join(""));
        pieces = [line];
      }
    },
    /** Shows what did not end with its line. */
    end(): void {
      const rest = pieces.join("") + decoder.decode();
      if (rest !== "") onLine(rest);
      decoder = new TextDecoder();
      pieces = [];
    },
  };
}

function exitText({ code, signal }: { readonly code: number; readonly signal?: string }): string {
  return signal === undefined ? `${code}` : `${code} ${signal}`;
}

function progressText({ progress, fraction }: { readonly progress: string; readonly fraction?: number }): string {
  return fraction === undefined ? progress : `${progress} (${Math.round(fraction * 100)}%)`;
}

/** In a line if it is short, else over several. */
function jsonText(value: object): string {
  const line = JSON.stringify(value);
  return line.length <= 100 ? line : JSON.stringify(value, undefined, 2);
}
