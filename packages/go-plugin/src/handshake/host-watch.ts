import { type HandshakeOutput, hasReader } from "../output/descriptor.js";

const intervalMs = 500;
/** What is known a moment after the connections are lost: the process may not be gone yet when its sockets are. */
const soonMs = [0, 50, 200];
/** A pipe that may block, or a socket, takes only so many empty lines that nobody reads. */
const often = 20;
const most = 200;

/** Looks after a host that does not say goodbye. */
export interface HostWatch {
  /** The last connection is lost. */
  readonly onLost: () => void;
}

/**
 * Tells when the host is gone. A host that is connected is there. One that is not is gone when the parent process is
 * another than at the start (not when it is number 1, which it may always have been), or, where a shell stands between,
 * when nobody reads our stdout any more. The end of stdin tells nothing: stdin is the host's own.
 */
export function watchHost(options: {
  /** The parent at the start. */
  readonly parent: number;
  readonly output: HandshakeOutput;
  readonly isConnected: () => boolean;
  readonly onGone: () => void;
}): HostWatch {
  const { parent, output, isConnected, onGone } = options;
  let probes = 0;

  const isDeaf = (): boolean => {
    probes++;
    // Elsewhere a second descriptor blocks as the first one does.
    const mayBlock = !(output.isOwn && process.platform === "linux");
    if (mayBlock && (probes > most * often || (probes > often && probes % often !== 0))) return false;
    return hasReader(output) === false;
  };
  const look = (): void => {
    if (isConnected()) return;
    if (process.ppid !== parent || isDeaf()) onGone();
  };
  setInterval(look, intervalMs).unref();
  return {
    onLost: () => {
      for (const ms of soonMs) setTimeout(look, ms).unref();
    },
  };
}
