import { closeSync, constants, fstatSync, openSync, type Stats, writeSync } from "node:fs";
import { originalOf } from "./original.js";

/** Where the handshake line is written to. */
export interface HandshakeOutput {
  readonly fd: number;
  /** Whether the descriptor is ours alone: nothing but the handshake can reach it, and no child inherits it. */
  readonly isOwn: boolean;
  /** What the host reads from. "other" is a terminal or a file: then nobody speaks the protocol. */
  readonly kind: "pipe" | "socket" | "other";
}

const stdout = 1;
const stderr = 2;

/**
 * Opens a second descriptor of the pipe that stdout leads to. Sockets, and pipes of another user, can only be written to
 * through descriptor 1.
 */
export function openHandshakeOutput(): HandshakeOutput {
  const kind = kindOf(stdout);
  // Not blocking, for a host that does not read.
  const fd = kind === "pipe" ? reopen(stdout, constants.O_NONBLOCK) : undefined;
  return fd === undefined ? { fd: stdout, isOwn: false, kind } : { fd, isOwn: true, kind };
}

/**
 * Points descriptor 1 at stderr, so that whatever prints there without asking Node (native code, `fs` in a worker, a
 * child that inherits it) cannot reach the host's end of stdout. Call it only when the handshake has a descriptor of its own.
 */
export function pointStdoutAtStderr(): boolean {
  const target = reopen(stderr, constants.O_APPEND) ?? openOrNot("/dev/null", constants.O_WRONLY);
  if (target === undefined) return false;
  closeSync(stdout);
  // The lowest free number is taken, which is 1 now: there is no dup2 in Node.
  const moved = reopen(target, constants.O_APPEND) ?? openOrNot("/dev/null", constants.O_WRONLY);
  closeSync(target);
  if (moved !== stdout) {
    if (moved !== undefined) closeSync(moved);
    return false;
  }
  if (statOf(stdout)?.isFile()) shareOffsets();
  return true;
}

/** Two descriptors of a file that do not both append would write over each other's text. */
function shareOffsets(): void {
  closeSync(stderr);
  reopen(stdout, constants.O_APPEND);
}

/**
 * Writes to where the host reads.
 * @throws what Node says: EPIPE when nobody reads any more.
 */
export function writeHandshake({ fd }: HandshakeOutput, text: string): void {
  originalOf(writeSync)(fd, text);
}

/**
 * Whether somebody still reads what we write there; `undefined` where that cannot be told. Tells by writing an empty
 * line, which hosts skip.
 */
export function hasReader(output: HandshakeOutput): boolean | undefined {
  if (output.kind === "other") return undefined;
  try {
    writeHandshake(output, "\n");
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EPIPE" || code === "ECONNRESET") return false;
    return code === "EAGAIN" ? true : undefined;
  }
}

function reopen(fd: number, flags: number): number | undefined {
  return (
    openOrNot(`/proc/self/fd/${fd}`, constants.O_WRONLY | flags) ??
    openOrNot(`/dev/fd/${fd}`, constants.O_WRONLY | flags)
  );
}

function openOrNot(path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags);
  } catch {
    return undefined;
  }
}

function kindOf(fd: number): HandshakeOutput["kind"] {
  const stats = statOf(fd);
  if (stats?.isFIFO()) return "pipe";
  return stats?.isSocket() ? "socket" : "other";
}

function statOf(fd: number): Stats | undefined {
  try {
    return fstatSync(fd);
  } catch {
    return undefined;
  }
}
