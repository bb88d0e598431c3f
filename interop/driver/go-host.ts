import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildGo } from "./build.js";
import { type GoLaunchOptions, type GoPlugin, type HostLog, launchByGo, logOf } from "./go-plugin.js";
import { connectTo } from "./link.js";

/** A process in which the real go-plugin runs as the host. */
export interface GoHost {
  readonly pid: number;
  readonly child: ChildProcess;
  launch(options: GoLaunchOptions): Promise<GoPlugin>;
  /** Every line of its log. */
  readonly log: readonly HostLog[];
  /** What it printed on stderr, and stdout if that is piped. */
  output(): string;
  /** Kills the host itself, as nobody should. */
  murder(): void;
  /** Ends it, if it is still there. */
  close(): Promise<void>;
}

/** What runs the host: it gets the command line with which it starts. */
export interface GoHostOptions {
  /** Defaults to nothing, which is /dev/null. */
  readonly stdin?: "ignore" | "pipe";
  /** Wraps the command line, such as into a shell. */
  readonly wrap?: (command: readonly string[]) => readonly string[];
}

/** Starts a host. Rejects with what it printed if it does not come up. */
export async function startGoHost({ stdin = "ignore", wrap = (line) => line }: GoHostOptions = {}): Promise<GoHost> {
  const binary = await buildGo("host");
  const folder = mkdtempSync(join(tmpdir(), "go-host-"));
  const control = join(folder, "control");
  const server = createServer().listen(control);
  await once(server, "listening");
  const [command = "", ...args] = wrap([binary, control]);
  // Where its own sockets lie, which it leaves behind when it is killed.
  const env = { ...process.env, TMPDIR: folder };
  const child = spawn(command, args, { env, stdio: [stdin, "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (output += text));
  const gone = once(child, "close").then(() => {
    throw new Error(`the host is gone: ${output}`);
  });
  gone.catch(() => {});
  const [socket]: Socket[] = await Promise.race([once(server, "connection"), gone]);
  if (socket === undefined) throw new Error("no connection");
  const link = connectTo(socket, gone);
  const pid = Number((await link.ready)["pid"]);
  return {
    pid,
    child,
    output: () => output,
    log: logOf(link),
    launch: (options) => launchByGo(link, options),
    murder: () => void process.kill(pid, "SIGKILL"),
    async close() {
      socket.destroy();
      server.close();
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It is gone already.
      }
      await gone.catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
