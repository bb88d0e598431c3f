import { guardConsole, levelOf } from "./console.js";
import { type HandshakeOutput, openHandshakeOutput, pointStdoutAtStderr } from "./descriptor.js";
import { guardFileSystem } from "./file-system.js";
import { hclogLine, type LogLevel } from "./hclog.js";
import { writeStderr } from "./stderr.js";
import { guardStreams } from "./streams.js";

/** Something that code of this process has printed. */
export interface Printed {
  readonly to: "stdout" | "stderr";
  /** As the function of `console` says; else info for stdout and warn for stderr. */
  readonly level: LogLevel;
  /** What one call has printed, without the newline at its end. */
  readonly text: string;
}

/** What a guard has achieved. */
export interface OutputGuard {
  /** Where the handshake goes: pass it to `startPlugin`. */
  readonly handshake: HandshakeOutput;
  /**
   * Whether stdout has been pointed at stderr for everything that prints without asking Node: native code, `fs` in
   * workers, children that inherit it. Not where stdout is a socket (a host written in Node), and not on Windows.
   */
  readonly isSwapped: boolean;
}

/**
 * Keeps stdout for the handshake and stderr for lines that the host can read, from the call on. What `console`,
 * `process.stdout`, `process.stderr` and `node:fs` are told to print on descriptors 1 and 2 is passed to `onPrinted`
 * instead, while the code that prints is running: the caller finds out whose it is. Unless given, and for what it prints
 * itself, the text becomes an hclog line on stderr.
 */
export function guardOutput(onPrinted: (printed: Printed) => void = logPrinted): OutputGuard {
  const handshake = openHandshakeOutput();
  const isSwapped = handshake.isOwn && pointStdoutAtStderr();

  let isReporting = false;
  const report = (to: Printed["to"], raw: string): void => {
    const text = raw.replace(/\r?\n$/, "");
    if (text === "") return;
    const printed: Printed = { to, level: levelOf(to), text };
    if (isReporting) {
      logPrinted(printed);
      return;
    }
    isReporting = true;
    try {
      onPrinted(printed);
    } catch {
      logPrinted(printed);
    } finally {
      isReporting = false;
    }
  };
  guardConsole();
  guardStreams(report);
  guardFileSystem(report);
  return { handshake, isSwapped };
}

function logPrinted({ level, text }: Printed): void {
  for (const line of text.split("\n")) writeStderr(hclogLine({ level, message: line }));
}
