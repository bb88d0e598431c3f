import { unlinkSync } from "node:fs";
import type { ListenOptions, Server } from "node:net";
import type { HostEnvironment } from "./environment.js";
import type { Address } from "./line.js";
import { pathIn, privatePath, removeFolder, type SocketPath } from "./socket-path.js";
import { StartError } from "./start-error.js";

/** Where a server listens. */
export interface Listening extends Address {
  /** Removes the file of the socket. Never throws. */
  readonly remove: () => void;
}

/**
 * Starts listening where the host can connect: on a unix socket, or on a port of this machine if asked for, on Windows,
 * and where no folder will do.
 * @throws StartError in a sentence.
 */
export async function listenForHost(
  server: Server,
  environment: HostEnvironment,
  network: Address["network"] = process.platform === "win32" ? "tcp" : "unix",
): Promise<Listening> {
  if (network === "tcp") return listenOnPort(server, environment);
  const { PLUGIN_UNIX_SOCKET_DIR: folder, PLUGIN_UNIX_SOCKET_GROUP: group } = environment;
  const place = folder ? pathIn(folder) : privatePath();
  return place === undefined ? listenOnPort(server, environment) : listenOnSocket(server, place, group);
}

async function listenOnSocket(server: Server, { path, folder }: SocketPath, group: string | undefined) {
  const remove = () => {
    try {
      unlinkSync(path);
    } catch {
      // Node removes it when the server is closed.
    }
    if (folder !== undefined) removeFolder(folder);
  };
  try {
    await listen(server, { path });
    if (group) {
      const { giveToGroup } = await import("./group.js");
      if (folder !== undefined) giveToGroup(folder, group, 0o750);
      giveToGroup(path, group, 0o660);
    }
  } catch (cause) {
    remove();
    if (cause instanceof StartError) throw cause;
    throw new StartError(`the plugin cannot listen on ${path}: ${reasonOf(cause)}`, { cause });
  }
  return { network: "unix", address: path, remove } as const;
}

async function listenOnPort(server: Server, environment: HostEnvironment): Promise<Listening> {
  const first = portOf(environment, "PLUGIN_MIN_PORT");
  const last = portOf(environment, "PLUGIN_MAX_PORT");
  let reason = "the range is empty";
  for (let port = first; port <= last; port++) {
    try {
      await listen(server, { host: "127.0.0.1", port });
      const bound = server.address();
      if (bound === null || typeof bound === "string") continue;
      return { network: "tcp", address: `127.0.0.1:${bound.port}`, remove: () => {} };
    } catch (error) {
      reason = reasonOf(error);
    }
  }
  throw new StartError(
    `the plugin cannot listen on any port from PLUGIN_MIN_PORT (${first}) to PLUGIN_MAX_PORT (${last}): ${reason}`,
  );
}

function portOf(environment: HostEnvironment, name: "PLUGIN_MIN_PORT" | "PLUGIN_MAX_PORT"): number {
  const { [name]: text = "0" } = environment;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new StartError(`${name} is ${JSON.stringify(text)}: a port is a whole number from 0 to 65535`);
}

function listen(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
