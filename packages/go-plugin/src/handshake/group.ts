import { execFileSync } from "node:child_process";
import { chmodSync, chownSync } from "node:fs";
import { StartError } from "./start-error.js";

/**
 * Gives a file to a group, named or numbered, with this mode.
 * @throws StartError when the group does not exist or this user may not do that.
 */
export function giveToGroup(path: string, group: string, mode: number): void {
  try {
    if (/^\d+$/.test(group)) chownSync(path, -1, Number(group));
    // Node cannot look up the number of a name.
    else execFileSync("chgrp", ["--", group, path], { stdio: ["ignore", "ignore", "pipe"] });
    chmodSync(path, mode);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.trim() : String(cause);
    throw new StartError(`the socket cannot be given to the group of PLUGIN_UNIX_SOCKET_GROUP: ${reason}`, { cause });
  }
}
