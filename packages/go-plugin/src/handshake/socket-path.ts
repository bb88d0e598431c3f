import { Buffer } from "node:buffer";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { StartError } from "./start-error.js";

/** Where a socket is to be made. */
export interface SocketPath {
  readonly path: string;
  /** A folder that was made for it. */
  readonly folder: string | undefined;
}

/** What fits into the kernel's `sockaddr_un`, without the zero byte at the end. Node cuts what is longer, in silence. */
const mostBytes = process.platform === "darwin" ? 103 : 107;

/**
 * A path in the folder that the host prescribes.
 * @throws StartError when no socket can have such a path: then it is not for us to choose another place.
 */
export function pathIn(folder: string): SocketPath {
  // The folder is the host's, so the name need not be hard to guess.
  const path = join(resolve(folder), `plugin${process.pid}-${Math.random().toString(36).slice(2, 8)}`);
  const problem = problemWith(path);
  if (problem !== undefined) throw new StartError(`PLUGIN_UNIX_SOCKET_DIR cannot be used: ${problem}`);
  return { path, folder: undefined };
}

/**
 * A path in a new folder that only this user can enter: in TMPDIR, or where that is too long, missing or read-only, in
 * /tmp or /var/tmp. `undefined` if none will do.
 */
export function privatePath(places: readonly string[] = [tmpdir(), "/tmp", "/var/tmp"]): SocketPath | undefined {
  for (const place of new Set(places)) {
    const prefix = join(resolve(place), "plugin-");
    if (problemWith(join(`${prefix}XXXXXX`, "s")) !== undefined) continue;
    try {
      const folder = mkdtempSync(prefix);
      return { path: join(folder, "s"), folder };
    } catch {
      // The next one, then.
    }
  }
  return undefined;
}

/** Removes a folder that `privatePath` made. Never throws. */
export function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It is gone already, or somebody has put something into it.
  }
}

function problemWith(path: string): string | undefined {
  const bytes = Buffer.byteLength(path);
  if (bytes > mostBytes) return `the path of a socket may have ${mostBytes} bytes, and ${path} has ${bytes}`;
  // Either would end the field of the handshake in which the host reads the path.
  if (/[|\r\n\0]/.test(path)) return `${JSON.stringify(path)} has a character that cannot be told to the host`;
  return undefined;
}
