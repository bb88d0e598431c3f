// How many calls a second a server answers on a unix socket, one and 32 at a time. The client is the same program in Go
// for all; a call is a stream with one terminal event.
import { mkdtempSync, rmSync } from "node:fs";
import { alternate, isQuick } from "./support/rounds.js";
import { prepare } from "./support/servers.js";
import { digits, printTable, range, ratios, spread } from "./support/table.js";

const rounds = isQuick ? 2 : 8;
const ms = isQuick ? 500 : 1500;
const base = "grpc-go, bytes passed on";

const folder = mkdtempSync("/tmp/b-");
try {
  const lab = await prepare(folder, 0);
  const request = lab.request("echo", { text: "hello" });
  const servers = await Promise.all(lab.servers.map(async ({ name, start }) => ({ name, running: await start() })));
  try {
    for (const inflight of [1, 32]) {
      const measured = await alternate(
        servers.map(({ name, running }) => ({
          name,
          measure: async () => (await lab.client("calls", running.socket, { request, inflight, ms })).perSecond,
        })),
        rounds,
      );
      const rows = [...measured].map(([name, values]) => {
        const { median, p10, p90 } = spread(values);
        return [name, digits(median), digits(p10), digits(p90), range(ratios(values, measured.get(base) ?? []))];
      });
      printTable([`calls/s, ${inflight} at a time`, "median", "p10", "p90", "ratio to grpc-go"], rows);
    }
  } finally {
    await Promise.all(servers.map(({ running }) => running.stop()));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
