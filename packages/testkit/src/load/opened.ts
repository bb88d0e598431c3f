import type { Transport } from "@connectrpc/connect";
import type { Router } from "@plugwright/go-plugin";
import type { LogRecord } from "../callbacks/recording.js";
import type { Clock } from "../clock.js";
import type { LoadedOperation } from "../operation.js";
import type { Category } from "../source.js";

/** A provider that can be called, before anything is known of it. */
export interface Opened {
  readonly transport: Transport;
  readonly category: Category;
  /** What is told of the processes of an operation. */
  readonly spawns: (operation: string) => LoadedOperation["spawns"];
  /** Whether what it says after a cancel can be seen. */
  readonly heardAfterCancel: boolean;
  /** Resolves when its process is gone. Absent for one in this process. */
  readonly exited: Promise<unknown> | undefined;
  close(): Promise<void>;
}

/** What a provider is opened with. */
export interface Surroundings {
  readonly clock: Clock;
  /** The kernel's callbacks for this provider. */
  readonly callbacks: (router: Router) => void;
  /** Takes what it logs other than by a callback. */
  readonly log: (entry: Omit<LogRecord, "provider">) => void;
  /** Told of an event that came after the end of its call. */
  readonly late: (message: string) => void;
}
