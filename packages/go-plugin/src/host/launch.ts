import { X509Certificate } from "node:crypto";
import { createClient, type Transport } from "@connectrpc/connect";
import { Health, HealthCheckResponse_ServingStatus as Status } from "../gen/grpc/health/v1/health_pb.js";
import { type Handshake, parseHandshake } from "../handshake/line.js";
import { healthService } from "../plugin/health.js";
import { createCertificate, type OwnCertificate } from "../tls/certificate.js";
import type { TlsIdentity } from "../tls/identity.js";
import { openConnection } from "../transport.js";
import { createHostBroker, type HostBroker } from "./broker.js";
import { type KillOutcome, killLadder } from "./kill.js";
import { type LogLine, parseLogLine } from "./log-line.js";
import { type Exit, type PluginProcess, startProcess } from "./process.js";
import { readStdio, type StdioData } from "./stdio.js";

/** Which plugin to launch, and how. */
export interface LaunchOptions {
  /** The executable. */
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  /** The environment, to which what go-plugin needs is added. Defaults to that of this process. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** What shows the plugin that it is meant. */
  readonly cookie: { readonly key: string; readonly value: string };
  readonly protocolVersions: readonly number[];
  /** Whether both sides make certificates, and serve only who shows the other's. */
  readonly autoMtls?: boolean | undefined;
  /** How long the plugin may take until its handshake, in milliseconds. Defaults to a minute. */
  readonly startTimeoutMs?: number | undefined;
  /** Takes the plugin's log: every line of its stderr. */
  readonly onLog?: ((line: LogLine) => void) | undefined;
  /** Sees all that the process writes to its stdout, of which a host needs the first line. */
  readonly onStdout?: ((bytes: Buffer) => void) | undefined;
  /** Takes what the plugin passes on of its own stdout and stderr. */
  readonly onStdio?: ((data: StdioData) => void) | undefined;
}

/** A plugin that runs and is connected to. */
export interface LaunchedPlugin {
  readonly pid: number;
  /** What the plugin said of itself. */
  readonly handshake: Handshake;
  /** For `createClient`. */
  readonly transport: Transport;
  readonly broker: HostBroker;
  /** Resolves when the process is gone, for whatever reason. */
  readonly exited: Promise<Exit>;
  /** @throws Error unless the plugin says that it serves. */
  ping(options?: { readonly timeoutMs?: number | undefined }): Promise<void>;
  /** Asks the plugin to exit, and kills it if it does not within seconds. Never fails. */
  kill(): Promise<KillOutcome>;
}

/**
 * Starts a plugin, in whatever language it is written, and connects to it. Multiplexing over one connection is not asked
 * for.
 * @throws Error in a sentence when it is not one, does not start in time, or speaks another version. It is killed then.
 */
export async function launchPlugin(options: LaunchOptions): Promise<LaunchedPlugin> {
  const own = options.autoMtls ? createCertificate() : undefined;
  const child = await startProcess({
    ...options,
    env: launchEnvironment(options, own),
    onStderr: (line) => options.onLog?.(parseLogLine(line)),
  });
  try {
    const handshake = await shakeHands(child, options);
    return connect(child, handshake, identityOf(own, handshake), options);
  } catch (error) {
    await killLadder(child, undefined);
    throw error;
  }
}

/**
 * The environment that a plugin is launched with.
 * @param own the host's certificate, where both sides make one
 */
export function launchEnvironment(
  { env = process.env, cookie, protocolVersions }: Pick<LaunchOptions, "env" | "cookie" | "protocolVersions">,
  own?: OwnCertificate,
): NodeJS.ProcessEnv {
  return {
    ...env,
    [cookie.key]: cookie.value,
    PLUGIN_MIN_PORT: "10000",
    PLUGIN_MAX_PORT: "25000",
    PLUGIN_PROTOCOL_VERSIONS: protocolVersions.join(","),
    PLUGIN_CLIENT_CERT: own?.cert,
    PLUGIN_MULTIPLEX_GRPC: undefined,
  };
}

async function shakeHands(
  child: PluginProcess,
  { startTimeoutMs = 60_000, protocolVersions }: LaunchOptions,
): Promise<Handshake> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`the plugin has not shown up within ${startTimeoutMs / 1000} s`);
    timer = setTimeout(() => reject(error), startTimeoutMs);
  });
  const line = await Promise.race([child.firstLine, late]).finally(() => clearTimeout(timer));
  const handshake = parseHandshake(line);
  if (protocolVersions.includes(handshake.protocolVersion)) return handshake;
  throw new Error(
    `the plugin speaks version ${handshake.protocolVersion} of the protocol, and this host ${protocolVersions.join(", ")}`,
  );
}

function identityOf(own: OwnCertificate | undefined, { certificate }: Handshake): TlsIdentity | undefined {
  if (own === undefined) return undefined;
  if (certificate === undefined) throw new Error("the plugin was asked for TLS and shows no certificate");
  return { ...own, ca: new X509Certificate(certificate).toString() };
}

function connect(
  child: PluginProcess,
  handshake: Handshake,
  tls: TlsIdentity | undefined,
  { onStdio }: LaunchOptions,
): LaunchedPlugin {
  const connection = openConnection({ address: () => handshake, tls });
  const { transport } = connection;
  const broker = createHostBroker(transport, tls);
  void readStdio(transport, onStdio);
  let killing: Promise<KillOutcome> | undefined;
  return {
    pid: child.pid,
    handshake,
    transport,
    broker,
    exited: child.exited,
    async ping({ timeoutMs } = {}) {
      const options = timeoutMs === undefined ? {} : { timeoutMs };
      const { status } = await createClient(Health, transport).check({ service: healthService }, options);
      if (status !== Status.SERVING) throw new Error(`the plugin does not serve: its state is ${Status[status]}`);
    },
    kill() {
      broker.close();
      killing ??= killLadder(child, connection);
      return killing;
    },
  };
}
