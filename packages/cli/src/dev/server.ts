import { fromAdvertised } from "../describe/describe.js";
import { operationsOf } from "../describe/offered.js";
import { CommandError, messageOf } from "../problem.js";
import { compareOffers, type Offer } from "../schema/compare.js";
import type { BundlerOptions } from "../source/bundler.js";
import { loadError } from "../source/loading.js";
import type { Relay } from "./relay.js";
import type { DevReport } from "./report.js";
import { startWorker, type Worker, type WorkerOptions } from "./worker.js";

/** Serves one version of a plugin after the other. */
export interface DevServer {
  /** Serves this file from now on, if it can be served; else what was there before. @param since when it had changed */
  serve(file: string, since: number): Promise<void>;
  close(): Promise<void>;
}

export interface DevServerOptions {
  readonly relay: Relay;
  readonly report: DevReport;
  readonly source: Pick<BundlerOptions, "source" | "cwd">;
  readonly worker: WorkerOptions;
}

/** One that ends sooner would end again. */
const steadyMs = 1000;

export function createDevServer({ relay, report, source, worker }: DevServerOptions): DevServer {
  let current: Worker | undefined;
  let offer: Offer | undefined;
  let closing = false;

  /** Starts the file; it takes the place of what was there once it serves. */
  async function serve(file: string, since: number): Promise<void> {
    // Two of them cannot have one port for their debugger.
    if (worker.inspect !== undefined) await stopCurrent();
    const next = startWorker(file, worker);
    const fail = async (error: CommandError): Promise<void> => {
      await next.stop();
      if (!closing) report.failed(error, current !== undefined);
    };
    try {
      const said = await next.started;
      if ("notLoaded" in said) return await fail(loadError(said.notLoaded, source));
      const { name, version, port, warnings } = said.ready;
      const last = current;
      current = next;
      // New connections lead to the new one, while calls of the old one end.
      relay.lead(port);
      watchEnd(next, file);
      await last?.stop();
      const described = fromAdvertised(said.ready);
      const operations = operationsOf({ ...described, read: undefined }).length;
      report.serving({ name, version, operations }, performance.now() - since);
      for (const message of warnings) report.log({ level: "warn", message, fields: {} });
      if (offer !== undefined) report.changed(compareOffers(offer, described));
      offer = described;
    } catch (error) {
      await fail(new CommandError("the plugin does not start", [{ reason: messageOf(error) }]));
    }
  }

  /** Starts a plugin again that has ended by itself, unless it did so at once. */
  function watchEnd(served: Worker, file: string): void {
    const since = performance.now();
    void served.exited.then(async (how) => {
      if (current !== served || closing) return;
      current = undefined;
      relay.lead(undefined);
      const again = performance.now() - since > steadyMs;
      report.ended(how, again);
      if (again) await serve(file, performance.now());
    });
  }

  async function stopCurrent(): Promise<void> {
    const last = current;
    current = undefined;
    relay.lead(undefined);
    await last?.stop();
  }

  return {
    serve,
    async close() {
      closing = true;
      await stopCurrent();
    },
  };
}
