// A process that does nothing but serve: it opens an endpoint, tells where, and closes it when its stdin ends. Then
// nothing may keep it alive.
import { performance } from "node:perf_hooks";
import { type EndpointOptions, openEndpoint } from "../endpoint.js";
import { ProbeServer } from "./probe.js";

const options: Omit<EndpointOptions, "routes"> = JSON.parse(process.argv[2] ?? "{}");
const endpoint = await openEndpoint({ token: false, ...options, routes: new ProbeServer().routes });
process.stdout.write(`${endpoint.url}\n`);
process.stdin.resume().once("end", async () => {
  const started = performance.now();
  await endpoint.close();
  process.stdout.write(`${Math.round(performance.now() - started)}\n`);
});
