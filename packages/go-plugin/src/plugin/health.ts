import { Code, ConnectError } from "@connectrpc/connect";
import { Health, HealthCheckResponse_ServingStatus as Status } from "../gen/grpc/health/v1/health_pb.js";
import type { Router } from "../server/router.js";
import { aborted } from "../waiting.js";

/** What hosts ask for. */
export const healthService = "plugin";

const known = ["", healthService];
const serving = { status: Status.SERVING };

/** Serves grpc.health.v1 for a process that can take calls as long as it answers at all. */
export function healthRoutes(router: Router): void {
  router.service(Health, {
    check({ service }) {
      if (!known.includes(service)) throw new ConnectError("no service of that name is watched", Code.NotFound);
      return serving;
    },
    list: () => ({ statuses: Object.fromEntries(known.map((service) => [service, serving])) }),
    // Unlike Check, Watch answers for a service it does not know, and waits for it.
    async *watch({ service }, { signal }) {
      yield known.includes(service) ? serving : { status: Status.SERVICE_UNKNOWN };
      await aborted(signal);
      // Ending without an error would say that there is nothing more to watch.
      throw signal.reason;
    },
  });
}
