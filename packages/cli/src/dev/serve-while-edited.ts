import { relative } from "node:path";
import { CommandError, messageOf } from "../problem.js";
import type { BundlerOptions } from "../source/bundler.js";
import { writeKernelFiles } from "./kernel-files.js";
import { openRebuilds } from "./rebuild.js";
import { openRelay } from "./relay.js";
import type { DevReport } from "./report.js";
import { createDevServer } from "./server.js";
import { watchFolders } from "./watch.js";

/** What is served, and where. */
export interface DevOptions {
  readonly bundler: BundlerOptions;
  readonly host: string;
  readonly port: number;
  readonly token: string | false;
  /** Where a debugger connects. */
  readonly inspect: string | undefined;
  /** Where the executables for a kernel are kept fresh. Absent where there is no kernel. */
  readonly kernelDir: string | undefined;
  readonly report: DevReport;
  /** Takes what the plugin prints. */
  readonly print: (text: string) => void;
  readonly stop: AbortSignal;
}

/**
 * Serves a plugin until it is told to stop, anew whenever one of its files changes.
 * @throws CommandError when the address cannot be listened on
 */
export async function serveWhileEdited(options: DevOptions): Promise<void> {
  const { bundler, host, port, token, inspect, kernelDir, report, print, stop } = options;
  const { cwd } = bundler;
  const relay = await openRelay(host, port).catch((error: unknown) => {
    throw new CommandError("nothing is served", [{ where: `${host}:${port}`, reason: messageOf(error) }]);
  });
  const queue = oneByOne(stop);
  const server = createDevServer({
    relay,
    report,
    source: bundler,
    // What a kernel launches has the debugger, where there is one.
    worker: { cwd, token, inspect: kernelDir === undefined ? inspect : undefined, print, log: report.log },
    onEnd: (file) => queue.add(() => serveAgain(file)),
  });
  const rebuilds = await openRebuilds(bundler);
  /** The newest that could be bundled. */
  let newest: string | undefined;
  /** Whether everything of it has worked. */
  let isDone = false;

  /** Serves what the sources are now, and builds it for the kernel. Failures are told. */
  async function update(): Promise<void> {
    const since = performance.now();
    try {
      newest = await rebuilds.rebuild().finally(() => watch.see(rebuilds.folders()));
      if (stop.aborted || (isDone && server.serves() === newest)) return;
      isDone = false;
      if (!(await server.serve(newest, since)) || stop.aborted) return;
      if (kernelDir !== undefined) {
        const { path, overrides } = await writeKernelFiles({ ...bundler, outDir: kernelDir, print }, inspect);
        report.kernel(relative(cwd, path), overrides);
      }
      isDone = true;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      isDone = false;
      report.failed(error, server.serves() !== undefined);
    }
  }
  async function serveAgain(file: string): Promise<void> {
    if (file === newest && server.serves() === undefined) await server.serve(file, performance.now());
  }
  const watch = watchFolders(
    () => {
      server.giveUp();
      queue.add(update);
    },
    (folder, error) =>
      report.log({ level: "warn", message: `${folder} is not watched: ${messageOf(error)}`, fields: {} }),
  );
  try {
    const url = `http://${host.includes(":") ? `[${host}]` : host}:${relay.port}`;
    report.listening(url, token === false ? undefined : token);
    watch.see(rebuilds.folders());
    queue.add(update);
    await queue.over;
  } finally {
    watch.close();
    await server.close();
    await queue.idle();
    // One may just have been taken when it was told to stop.
    await server.close();
    await rebuilds.close();
    await relay.close();
  }
}

/** Does one thing after the other: a change while another one is served is the next. */
function oneByOne(stop: AbortSignal) {
  let last: Promise<void> = Promise.resolve();
  let fail: (fault: unknown) => void = () => {};
  const over = new Promise<void>((resolve, reject) => {
    fail = reject;
    if (stop.aborted) resolve();
    else stop.addEventListener("abort", () => resolve(), { once: true });
  });
  return {
    add(work: () => Promise<void>): void {
      last = last.then(() => (stop.aborted ? undefined : work())).catch(fail);
    },
    /** Resolves when it is told to stop, and rejects with what anything throws. */
    over,
    idle: () => last,
  };
}
