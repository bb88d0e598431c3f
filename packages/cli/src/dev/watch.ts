import { type FSWatcher, watch } from "node:fs";

/** Looks at folders, and nothing below them. */
export interface Watch {
  /** Which folders are looked at from now on. */
  see(folders: ReadonlySet<string>): void;
  close(): void;
}

/** Editors write a file in several steps. */
const settleMs = 50;

/**
 * Calls back once when something in the folders has changed and nothing has for a moment.
 * @param failed told of a folder that cannot be watched
 */
export function watchFolders(changed: () => void, failed: (folder: string, error: unknown) => void): Watch {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, settleMs);
  };
  return {
    see(folders) {
      for (const [folder, watcher] of watchers) {
        if (folders.has(folder)) continue;
        watcher.close();
        watchers.delete(folder);
      }
      for (const folder of folders) {
        if (watchers.has(folder)) continue;
        try {
          // One that is removed is seen from the folder above, or not at all.
          const watcher = watch(folder, settle).on("error", () => watchers.delete(folder));
          watchers.set(folder, watcher);
        } catch (error) {
          failed(folder, error);
        }
      }
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
