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
  let rest: { readonly to: "stdout" | "stderr"; readonly text: string } | undefined;
  const row = (what: string, text: string) => out(`${what.padEnd(8)} ${text}\n`);
  const end = (): void => {
    if (rest !== undefined) row(rest.to, rest.text);
    rest = undefined;
  };
  const printOutput = (to: "stdout" | "stderr", output: string | Uint8Array): void => {
    if (rest?.to !== to) end();
    const text = typeof output === "string" ? output : Buffer.from(output).toString();
    const lines = `${rest?.text ?? ""}${text}`.split("\n");
    const last = lines.pop() ?? "";
    for (const line of lines) row(to, line);
    rest = last === "" ? undefined : { to, text: last };
  };
  return {
    end,
    print(event) {
      if ("output" in event) {
        printOutput(event.to, event.output);
        return;
      }
      end();
      if ("progress" in event) row("progress", progressText(event));
      else if ("partial" in event) row("partial", jsonText(event.partial));
      else if ("exit" in event)
        row("exit", [event.exit.code, event.exit.signal].filter((part) => part !== undefined).join(" "));
      else if ("result" in event) row("result", jsonText(event.result));
      else row("error", `${event.error.category}: ${event.error.message}`);
    },
  };
}

function progressText({ progress, fraction }: { readonly progress: string; readonly fraction?: number }): string {
  return fraction === undefined ? progress : `${progress} (${Math.round(fraction * 100)}%)`;
}

/** In a line if it is short, else over several. */
function jsonText(value: object): string {
  const line = JSON.stringify(value);
  return line.length <= 100 ? line : JSON.stringify(value, undefined, 2);
}
