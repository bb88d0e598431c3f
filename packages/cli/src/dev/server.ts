import { fromAdvertised } from "../describe/describe.js";
import { operationsOf } from "../describe/offered.js";
import { patienceMs } from "../kernel/patience.js";
import { CommandError, messageOf } from "../problem.js";
import { compareOffers, type Offer } from "../schema/compare.js";
import type { BundlerOptions } from "../source/bundler.js";
import { loadError } from "../source/loading.js";
import type { Relay } from "./relay.js";
import type { DevReport } from "./report.js";
import { startWorker, type Worker, type WorkerOptions } from "./worker.js";
import type { Ready } from "./worker-script.js";

/** Serves one version of a plugin after the other. */
export interface DevServer {
  /**
   * Serves this file from now on, if it can be served; else what was there before. To be called when the last call of it
   * has ended.
   * @param since when the sources had changed
   * @returns whether it is served
   */
  serve(file: string, since: number): Promise<boolean>;
  /** The file that is served. */
  readonly serves: () => string | undefined;
  /** Gives up a file that is still being loaded: there is a newer one. */
  giveUp(): void;
  close(): Promise<void>;
}

export interface DevServerOptions {
  readonly relay: Relay;
  readonly report: DevReport;
  readonly source: Pick<BundlerOptions, "source" | "cwd">;
  readonly worker: WorkerOptions;
  /** Told of a file that was served and whose process has ended by itself: it may be served again. */
  readonly onEnd: (file: string) => void;
}

/** A version that is served. */
interface Serving {
  readonly file: string;
  readonly worker: Worker;
  readonly ready: Ready;
}

/** One that ends sooner would end again. */
const steadyMs = 1000;

export function createDevServer({ relay, report, source, worker, onEnd }: DevServerOptions): DevServer {
  let current: Serving | undefined;
  /** What worked last, for whoever cannot have two at once. */
  let lastGood: string | undefined;
  let starting: Worker | undefined;
  let offer: Offer | undefined;
  let closing = false;
  // Two processes cannot have one port for their debugger.
  const oneAtATime = worker.inspect !== undefined;

  /** Starts a file. `undefined` if it was given up meanwhile. */
  async function start(file: string): Promise<Serving | CommandError | undefined> {
    const next = startWorker(file, worker);
    starting = next;
    let outcome: Serving | CommandError;
    try {
      const said = await inTime(next.started);
      outcome = "ready" in said ? { file, worker: next, ready: said.ready } : loadError(said.notLoaded, source);
    } catch (error) {
      outcome = new CommandError("the plugin does not start", [{ reason: messageOf(error) }]);
    }
    const isWanted = starting === next && !closing;
    if (starting === next) starting = undefined;
    if (isWanted && !(outcome instanceof CommandError)) return outcome;
    await next.kill();
    return isWanted ? outcome : undefined;
  }

  /** Leads callers to it, and ends what was there before. */
  async function take(next: Serving): Promise<void> {
    const last = current;
    current = next;
    lastGood = next.file;
    // New connections lead to the new one, while calls of the old one end.
    relay.lead(next.ready.port);
    watchEnd(next);
    await last?.worker.stop();
  }

  function tell({ ready }: Serving, since: number): void {
    const { name, version, warnings } = ready;
    const described = fromAdvertised(ready);
    const operations = operationsOf(described).length;
    report.serving({ name, version, operations }, performance.now() - since);
    for (const message of warnings) report.log({ level: "warn", message, fields: {} });
    if (offer !== undefined) report.changed(compareOffers(offer, described));
    offer = described;
  }

  function watchEnd(served: Serving): void {
    const since = performance.now();
    void served.worker.exited.then((how) => {
      if (current !== served || closing) return;
      current = undefined;
      const again = performance.now() - since > steadyMs;
      report.ended(how, again);
      if (again) {
        relay.lead(undefined);
        onEnd(served.file);
      } else {
        relay.refuse();
      }
    });
  }

  async function stopCurrent(): Promise<void> {
    const last = current;
    current = undefined;
    await last?.worker.stop();
  }

  return {
    serves: () => current?.file,
    async serve(file, since) {
      if (closing) return false;
      if (current?.file === file) {
        tell(current, since);
        return true;
      }
      if (oneAtATime) await stopCurrent();
      if (current === undefined) relay.lead(undefined);
      const outcome = await start(file);
      if (outcome === undefined) return false;
      if (!(outcome instanceof CommandError)) {
        await take(outcome);
        tell(outcome, since);
        return true;
      }
      if (oneAtATime && lastGood !== undefined) {
        const before = await start(lastGood);
        if (before !== undefined && !(before instanceof CommandError)) await take(before);
      }
      if (current === undefined) relay.refuse();
      report.failed(outcome, current !== undefined);
      return false;
    },
    giveUp() {
      const late = starting;
      starting = undefined;
      void late?.kill();
    },
    async close() {
      closing = true;
      await starting?.kill();
      await stopCurrent();
    },
  };
}

/** @throws Error in a sentence when it takes too long. */
async function inTime<T>(started: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`its module was not loaded within ${patienceMs / 1000} s`);
    timer = setTimeout(() => reject(error), patienceMs);
  });
  return Promise.race([started, late]).finally(() => clearTimeout(timer));
}
