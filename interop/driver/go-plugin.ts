import type { Answer, Link } from "./link.js";

/** How a call ended. */
export interface CallEnd {
  /** As Go writes it: "OK", "Unavailable", "ResourceExhausted". */
  readonly code: string;
  readonly text: string;
  readonly details: readonly Answer[];
  readonly trailer: Readonly<Record<string, readonly string[]>>;
  /** The answers, as JSON, or their sizes in bytes. */
  readonly messages: readonly unknown[];
  readonly sizes: readonly number[];
  readonly ms: number;
}

/** A call that is running. */
export interface RunningCall {
  readonly messages: readonly unknown[];
  readonly ended: Promise<CallEnd>;
  /** Resolves when this many answers have come. */
  readonly until: (count: number) => Promise<void>;
  readonly cancel: () => Promise<void>;
}

export interface CallOptions {
  /** "/package.Service/Method" */
  readonly method: string;
  /** As JSON. None is one empty message. */
  readonly messages?: readonly unknown[];
  /** One message as a later version encodes it, in base64, in place of the others. */
  readonly wire?: string;
  readonly fill?: { readonly field: string; readonly bytes: number };
  readonly unknown?: boolean;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly sizes?: boolean;
}

/** How to launch a plugin. */
export interface GoLaunchOptions {
  readonly path: string;
  readonly args?: readonly string[];
  readonly env?: readonly string[];
  readonly cookie: { readonly key: string; readonly value: string };
  readonly versions?: readonly number[];
  readonly autoMtls?: boolean;
  readonly multiplex?: boolean;
  readonly socketGroup?: string;
  readonly startTimeoutMs?: number;
  readonly connectLater?: boolean;
  readonly schema?: string;
}

/** A line of the host's own log: go-plugin's remarks, and what it made of the plugin's stderr. */
export interface HostLog {
  readonly "@level": string;
  readonly "@message": string;
  readonly "@module"?: string;
  readonly [field: string]: unknown;
}

/** A plugin that a real host has launched. */
export interface GoPlugin {
  readonly pid: number;
  readonly network: string;
  readonly address: string;
  readonly version: number;
  /** Every line since the launch. */
  readonly log: readonly HostLog[];
  readonly callbacks: readonly Answer[];
  ping(): Promise<Answer>;
  call(options: CallOptions): Promise<CallEnd>;
  start(options: CallOptions): RunningCall;
  serve(broker: number, options?: { answers?: Readonly<Record<string, object>>; delayMs?: number }): Promise<void>;
  exited(): Promise<boolean>;
  kill(): Promise<{ readonly ms: number; readonly exited: boolean; readonly graceful: boolean }>;
}

let names = 0;

/** Has a host launch a plugin. Rejects with what the host says when that fails. */
export async function launchByGo(link: Link, options: GoLaunchOptions): Promise<GoPlugin> {
  const plugin = `plugin-${++names}`;
  const log = logOf(link, plugin);
  const callbacks: Answer[] = [];
  link.onEvent((event) => {
    if (event["event"] === "callback" && event["plugin"] === plugin) callbacks.push(event);
  });
  const send = (command: object) => link.send({ plugin, ...command }).done;
  const start = (call: CallOptions) => startCall(link, plugin, call);
  const launched = await send({ do: "launch", versions: [1], ...options });
  return {
    pid: Number(launched["pid"]),
    network: String(launched["network"]),
    address: String(launched["address"]),
    version: Number(launched["version"]),
    log,
    callbacks,
    start,
    ping: () => send({ do: "ping" }),
    call: (call) => start(call).ended,
    serve: async (broker, more = {}) => void (await send({ do: "serve", broker, ...more })),
    exited: async () => (await send({ do: "exited" }))["exited"] === true,
    async kill() {
      const { ms, exited } = await send({ do: "kill" });
      const graceful = !log.some((line) => line["@message"].includes("failed to exit gracefully"));
      return { ms: Number(ms), exited: exited === true, graceful };
    },
  };
}

/** What the host logs from now on, of one plugin or of all. */
export function logOf(link: Link, plugin?: string): readonly HostLog[] {
  const log: HostLog[] = [];
  link.onEvent((event) => {
    if (event["event"] !== "log" || (plugin !== undefined && event["plugin"] !== plugin)) return;
    const entry = Object.entries(event["entry"] ?? {}).map(([key, value]) => [key, value] as const);
    log.push({ "@level": "", "@message": "", ...Object.fromEntries(entry) });
  });
  return log;
}

function startCall(link: Link, plugin: string, options: CallOptions): RunningCall {
  const messages: unknown[] = [];
  const sizes: number[] = [];
  const waiting = new Set<() => void>();
  const { id, done } = link.send({ do: "call", plugin, ...options }, (part) => {
    if (part["size"] !== undefined) sizes.push(Number(part["size"]));
    else messages.push(part["message"]);
    for (const look of waiting) look();
  });
  const ended = done.then((answer) => ({
    code: String(answer["code"]),
    text: String(answer["text"]),
    details: Array.isArray(answer["details"]) ? answer["details"] : [],
    trailer: Object.fromEntries(Object.entries(answer["trailer"] ?? {})),
    messages,
    sizes,
    ms: Number(answer["ms"]),
  }));
  return {
    messages,
    ended,
    async until(count) {
      const reached = new Promise<void>((resolve) => {
        const look = () => {
          if (messages.length + sizes.length >= count) resolve();
        };
        waiting.add(look);
        look();
      });
      const early = ended.then(({ code, text }) => {
        if (messages.length + sizes.length < count) throw new Error(`the call ended early: ${code} ${text}`);
      });
      await Promise.race([reached, early]);
    },
    cancel: async () => void (await link.send({ do: "cancel", plugin, call: id }).done),
  };
}
