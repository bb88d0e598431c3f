import { Code, ConnectError } from "@connectrpc/connect";
import { Health } from "../gen/grpc/health/v1/health_pb.js";
import { GRPCBroker } from "../gen/plugin/grpc_broker_pb.js";
import { GRPCController } from "../gen/plugin/grpc_controller_pb.js";
import { GRPCStdio } from "../gen/plugin/grpc_stdio_pb.js";
import type { EndReason } from "../handshake/ending.js";
import type { StartedPlugin } from "../handshake/start.js";
import { hclogLine } from "../output/hclog.js";
import { flushStderr, writeStderr } from "../output/stderr.js";
import type { Router } from "../server/router.js";
import { createGrpcServer, type MessageLimits } from "../server/server.js";
import { aborted, nothingUntil, settlesWithin } from "../waiting.js";
import { type Broker, createBroker } from "./broker.js";
import { healthRoutes } from "./health.js";

/** What a plugin serves. */
export interface ServeOptions {
  /** Registers the plugin's own services. The signal of a handler aborts when the plugin ends. */
  readonly routes: (router: Router) => void;
  readonly limits?: MessageLimits | undefined;
  /**
   * Runs first when the plugin ends, while its calls can still answer: for ending them in the plugin's own way. After
   * 300 ms nobody waits for it any more.
   */
  readonly beforeEnd?: ((reason: EndReason) => Promise<void> | void) | undefined;
}

/** A plugin that is being served. */
export interface ServedPlugin {
  readonly broker: Broker;
}

const hookMs = 300;
/** What is left to handlers whose signal was aborted, and then to stderr. */
const callsMs = 50;
const stderrMs = 30;

/** What lasts as long as the host's connection. */
const background = new Set([
  `/${GRPCBroker.typeName}/StartStream`,
  `/${GRPCStdio.typeName}/StreamStdio`,
  `/${GRPCController.typeName}/Shutdown`,
  `/${Health.typeName}/Watch`,
]);

/**
 * Serves a plugin to its host: health, broker, controller and stdio as go-plugin asks for, and the plugin's own
 * services. Other services are answered with UNIMPLEMENTED.
 *
 * No bytes of a request end the process. When the plugin ends, running calls may answer, for at most 350 ms: first
 * `beforeEnd` runs, then the signal of every handler that is left aborts. The host has its answer to Shutdown after that.
 */
export function servePlugin(started: StartedPlugin, options: ServeOptions): ServedPlugin {
  const broker = createBroker(started.tls);
  let answerShutdown = (): void => {};
  const ended = new Promise<void>((resolve) => {
    answerShutdown = resolve;
  });
  const server = createGrpcServer({
    tls: started.tls,
    limits: options.limits,
    isBackground: (path) => background.has(path),
    routes(router) {
      healthRoutes(router);
      broker.routes(router);
      router.service(GRPCController, {
        async shutdown() {
          started.end("shutdown");
          await ended;
          return {};
        },
      });
      router.service(GRPCStdio, {
        // Whatever is printed is on stderr, where the host reads it. The stream is there because hosts ask for it.
        streamStdio: (_, { signal }) => nothingUntil(() => aborted(signal)),
      });
      options.routes(router);
    },
  });
  started.onEnd(async (reason) => {
    const hook = (async () => options.beforeEnd?.(reason))();
    await settlesWithin(hookMs, hook).catch((error: unknown) => {
      writeStderr(hclogLine({ level: "error", message: `the plugin did not end in order: ${String(error)}` }));
    });
    server.abort(new ConnectError("the plugin is ending", Code.Unavailable));
    await settlesWithin(callsMs, server.settled());
    answerShutdown();
    await flushStderr(stderrMs);
  });
  // What is printed when the host is gone must not end the process before its time.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  started.onConnection(server.serve);
  return { broker };
}
