import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { Health, HealthCheckResponse_ServingStatus as Status } from "@plugwright/protocol/health";

/** What the paths of the health service begin with. */
export const healthPath = `/${Health.typeName}/`;

/**
 * Serves grpc.health.v1: `services`, the server as a whole ("") and "plugin" (what the kernel asks for) are serving as
 * long as anybody answers.
 */
export function healthRoutes(services: readonly string[]): (router: ConnectRouter) => void {
  const known = new Set(["", "plugin", ...services]);
  const serving = { status: Status.SERVING };

  return (router) =>
    router.service(Health, {
      check({ service }) {
        if (!known.has(service)) throw new ConnectError("this endpoint has no service of that name", Code.NotFound);
        return serving;
      },
      list() {
        return { statuses: Object.fromEntries([...known].map((service) => [service, serving])) };
      },
      // Unlike Check, Watch answers for a service it does not know, and waits for it (grpc/health/v1/health.proto).
      async *watch({ service }, { signal }) {
        yield known.has(service) ? serving : { status: Status.SERVICE_UNKNOWN };
        await aborted(signal);
        // Ending without an error would say that there is nothing more to watch.
        throw signal.reason;
      },
    });
}

/** Resolves when the signal aborts. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
