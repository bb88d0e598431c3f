import { createServer, type Socket } from "node:net";
import { type HandshakeOutput, openHandshakeOutput, writeHandshake } from "../output/descriptor.js";
import type { OutputGuard } from "../output/guard.js";
import { hclogLine } from "../output/hclog.js";
import type { TlsIdentity } from "../tls/identity.js";
import { type EndHook, type EndReason, prepareEnding } from "./ending.js";
import { watchHost } from "./host-watch.js";
import { chooseIdentity } from "./identity.js";
import { type Address, formatHandshake } from "./line.js";
import { listenForHost } from "./listen.js";
import { exitWith } from "./refuse.js";
import { queueSockets } from "./sockets.js";
import { StartError } from "./start-error.js";
import { chooseVersion } from "./version.js";

/** How a plugin presents itself to its host. */
export interface StartOptions {
  /** The environment variable by which a host shows that it means this kind of plugin. Not a secret. */
  readonly cookie: { readonly key: string; readonly value: string };
  /** The versions of the application's protocol that the plugin speaks, at least one. */
  readonly protocolVersions: readonly number[];
  /** What `guardOutput` returned, if it was called. */
  readonly guard?: OutputGuard | undefined;
  /** Defaults to a unix socket, and to a port of this machine on Windows. */
  readonly network?: Address["network"] | undefined;
  /** What is printed when somebody starts the plugin by hand. */
  readonly notice?: string | undefined;
}

/** A plugin that listens and has told its host so. */
export interface StartedPlugin extends Address {
  /** The version that was chosen. */
  readonly protocolVersion: number;
  /** What to serve TLS with, if the host wants that. */
  readonly tls: TlsIdentity | undefined;
  /** Hands on the connections accepted so far, unread, and from then on every new one. */
  readonly onConnection: (take: (socket: Socket) => void) => void;
  /** Has something done before the process exits, in at most 400 ms. */
  readonly onEnd: (hook: EndHook) => void;
  /** Ends the process in less than half a second. */
  readonly end: (reason: EndReason) => void;
}

/**
 * Does what must be done before the host can connect, and loads nothing that can be loaded afterwards: checks the
 * cookie, opens a socket, prints the handshake. Connections wait until `servePlugin` takes them.
 *
 * From here on the process exits when the host says so or is gone, and removes its socket. If the plugin cannot be
 * started it exits with 1 and a sentence on stderr.
 */
export async function startPlugin(options: StartOptions): Promise<StartedPlugin> {
  const { cookie, protocolVersions, guard, network, notice = byHand } = options;
  const parent = process.ppid;
  if (process.env[cookie.key] !== cookie.value) exitWith(notice);
  try {
    return await start(guard?.handshake ?? openHandshakeOutput(), protocolVersions, network, parent);
  } catch (error) {
    const message = error instanceof StartError ? error.message : `the plugin cannot be started: ${String(error)}`;
    return exitWith(hclogLine({ level: "error", message }));
  }
}

const byHand = `This is a plugin. It is started by the program that uses it, not by hand.
`;

async function start(
  output: HandshakeOutput,
  protocolVersions: readonly number[],
  network: Address["network"] | undefined,
  parent: number,
): Promise<StartedPlugin> {
  const { env } = process;
  let onLost = (): void => {};
  const sockets = queueSockets(() => onLost());
  const server = createServer(sockets.accept);
  const { remove, ...address } = await listenForHost(server, env, network);
  const ending = prepareEnding(remove);
  ({ onLost } = watchHost({
    parent,
    output,
    isConnected: () => sockets.count() > 0,
    onGone: () => ending.end("host gone"),
  }));
  const protocolVersion = chooseVersion(protocolVersions, env["PLUGIN_PROTOCOL_VERSIONS"]);
  const tls = await chooseIdentity(env["PLUGIN_CLIENT_CERT"]);
  // A host that multiplexes cannot do without; told "false" it says so itself.
  const multiplexing = env["PLUGIN_MULTIPLEX_GRPC"] ? false : undefined;
  writeHandshake(output, formatHandshake({ ...address, protocolVersion, certificate: tls?.der, multiplexing }));
  return {
    ...address,
    protocolVersion,
    tls,
    onConnection: sockets.handTo,
    onEnd: ending.onEnd,
    end: ending.end,
  };
}
