// A process that does nothing but serve: it opens an endpoint, tells where, and closes it when its stdin ends. Then
// nothing may keep it alive.
import { performance } from "node:perf_hooks";
import { openEndpoint } from "../endpoint.js";
import { ProbeServer } from "./probe.js";

const endpoint = await openEndpoint({ token: false, routes: new ProbeServer().routes });
process.stdout.write(`${endpoint.url}\n`);
process.stdin.resume().once("end", async () => {
  const started = performance.now();
  await endpoint.close();
  process.stdout.write(`${Math.round(performance.now() - started)}\n`);
});
