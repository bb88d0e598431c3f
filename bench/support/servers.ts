import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { toBinary } from "@bufbuild/protobuf";
import { InvokeResponseSchema } from "@plugwright/protocol/tool";
import { build } from "esbuild";
import { buildGo } from "../../interop/driver/build.js";
import { buildPlugin, kernelEnvironment } from "./built.js";
import { memoryOf } from "./memory.js";
import { pieceOf, requestOf, resultOf } from "./messages.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A server that listens on a unix socket. */
export interface Running {
  readonly socket: string;
  /** Its resident memory now, and the most that it ever had, in MiB. */
  memory(): { readonly now: number; readonly most: number };
  stop(): Promise<void>;
}

/** A server that can be started, and started anew. */
export interface Startable {
  readonly name: string;
  start(): Promise<Running>;
}

/** What the Go client tells of one measurement. */
export type Found = Readonly<Record<"perSecond" | "bytes" | "messages" | "seconds", number>>;

export interface Lab {
  readonly servers: readonly Startable[];
  /** One run of the client: `calls` or `read`, with its flags. */
  client(verb: "calls" | "read", socket: string, flags: Readonly<Record<string, string | number>>): Promise<Found>;
  /** The file of a request. */
  request(toolName: string, args: Record<string, string | number>): string;
}

/**
 * Builds everything that is compared. All servers have the tools `echo` and `pour` and are called by the same client.
 * @param folder where files and sockets may be; its path must be short
 * @param chunks how many pieces the server in Go writes for every call: it does not read what it is asked
 */
export async function prepare(folder: string, chunks: number): Promise<Lab> {
  const go = await buildGo("bench");
  const write = (name: string, bytes: Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const reply = write("reply", toBinary(InvokeResponseSchema, resultOf()));
  const piece = write("piece", toBinary(InvokeResponseSchema, pieceOf()));
  let sockets = 0;
  const inNode = async (name: string, file: string): Promise<Startable> => {
    const outfile = join(folder, `${file}.cjs`);
    await build({
      entryPoints: [join(root, `bench/servers/${file}.ts`)],
      bundle: true,
      minify: true,
      platform: "node",
      target: "node20",
      format: "cjs",
      conditions: ["@plugwright/source"],
      outfile,
    });
    return {
      name,
      start: () => {
        const socket = join(folder, `s${++sockets}`);
        return running(
          spawn(process.execPath, [outfile, socket], { stdio: ["ignore", "pipe", "inherit"] }),
          () => socket,
        );
      },
    };
  };
  const plugin = buildPlugin("bench/servers/plugin.ts", folder);
  return {
    servers: [
      {
        name: "Plugwright, the whole SDK",
        start: () => {
          const env = kernelEnvironment(folder);
          return running(spawn(plugin, [], { env, stdio: ["ignore", "pipe", "ignore"] }), (line) => line.split("|")[3]);
        },
      },
      await inNode("connect-node alone", "connect-node"),
      await inNode("grpc-js", "grpc-js"),
      await inNode("bare framing on node:http2", "framing"),
      {
        name: "grpc-go, bytes passed on",
        start: () => {
          const socket = join(folder, `s${++sockets}`);
          const args = ["serve", "-address", socket, "-reply", reply, "-chunk", piece, "-chunks", String(chunks)];
          return running(spawn(go, args, { stdio: ["ignore", "pipe", "inherit"] }), () => socket);
        },
      },
    ],
    async client(verb, socket, flags) {
      const args = Object.entries(flags).flatMap(([name, value]) => [`-${name}`, String(value)]);
      const child = spawn(go, [verb, "-address", socket, ...args], { stdio: ["ignore", "pipe", "inherit"] });
      let text = "";
      child.stdout.on("data", (data: Buffer) => {
        text += data;
      });
      await once(child, "close");
      // Written by our own program.
      return JSON.parse(text) as Found;
    },
    request: (toolName, args) => write(`request-${toolName}`, requestOf(toolName, args)),
  };
}

async function running(child: ChildProcess, socketOf: (line: string) => string | undefined): Promise<Running> {
  if (child.stdout === null) throw new Error("its stdout is no pipe");
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`a server ended with ${code}`))),
  ]);
  const socket = socketOf(String(line));
  if (socket === undefined) throw new Error(`a server says ${line}`);
  return {
    socket,
    memory: () => memoryOf(child.pid),
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
