import { Code, ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { HealthCheckResponse_ServingStatus as Status } from "@plugwright/protocol/health";
import { type Endpoint, openEndpoint } from "./endpoint.js";
import { healthRoutes } from "./health.js";
import { connectGrpc } from "./testing/clients.js";

let endpoint: Endpoint;
beforeAll(async () => {
  endpoint = await openEndpoint({ routes: healthRoutes(["some.Service"]) });
});
afterAll(() => endpoint.close());

test.each(["", "plugin", "some.Service"])("Check says that %j is serving, without a token", async (service) => {
  const { health } = connectGrpc(endpoint);
  expect((await health.check({ service })).status).toBe(Status.SERVING);
});

test("Check does not know other names", async () => {
  const { health } = connectGrpc(endpoint);
  const failure = await health
    .check({ service: "other.Service" })
    .catch((reason: unknown) => ConnectError.from(reason));
  expect(failure).toMatchObject({ code: Code.NotFound });
});

test("List names them all", async () => {
  const { health } = connectGrpc(endpoint);
  const { statuses } = await health.list({});
  expect(Object.keys(statuses).sort()).toEqual(["", "plugin", "some.Service"]);
});

test("Watch answers at once and stays until the client leaves", async () => {
  const { health } = connectGrpc(endpoint);
  const leave = new AbortController();
  const watch = health.watch({ service: "plugin" }, { signal: leave.signal })[Symbol.asyncIterator]();
  expect((await watch.next()).value?.status).toBe(Status.SERVING);
  const end = watch.next().catch((reason: unknown) => ConnectError.from(reason).code);
  expect(await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 100, "open"))])).toBe("open");
  leave.abort();
  expect(await end).toBe(Code.Canceled);
});

test("Watch waits for a service that is not there", async () => {
  const { health } = connectGrpc(endpoint);
  const watch = health.watch({ service: "other.Service" })[Symbol.asyncIterator]();
  expect((await watch.next()).value?.status).toBe(Status.SERVICE_UNKNOWN);
  await watch.return?.();
});

test("Watch ends with UNAVAILABLE when the endpoint closes", async () => {
  const closing = await openEndpoint({ routes: healthRoutes([]) });
  const watch = connectGrpc(closing).health.watch({})[Symbol.asyncIterator]();
  await watch.next();
  const end = watch.next().catch((reason: unknown) => ConnectError.from(reason));
  await closing.close();
  expect(await end).toMatchObject({ code: Code.Unavailable });
});
