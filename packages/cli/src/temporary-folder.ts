import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onExit } from "./on-exit.js";

/** A folder that is there as long as it is needed, and no longer than the process. */
export interface TemporaryFolder {
  readonly path: string;
  readonly remove: () => void;
}

/** @param within where to make it; the system's folder for temporary files unless given */
export function temporaryFolder(within = tmpdir(), prefix = "plugwright-"): TemporaryFolder {
  const path = mkdtempSync(join(within, prefix));
  const remove = () => rmSync(path, { recursive: true, force: true });
  const forget = onExit(remove);
  return {
    path,
    remove() {
      forget();
      remove();
    },
  };
}
