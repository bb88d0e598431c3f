// How fast a server writes output in pieces of 64 KiB to a client in Go, and how much memory it takes more while it does.
import { mkdtempSync, rmSync } from "node:fs";
import { alternate, isQuick } from "./support/rounds.js";
import { prepare } from "./support/servers.js";
import { digits, printTable, range, ratios, spread, verdict } from "./support/table.js";

const rounds = isQuick ? 2 : 6;
const mib = isQuick ? 64 : 1024;
const chunks = mib * 16;
const base = "connect-node alone";

const folder = mkdtempSync("/tmp/b-");
try {
  const lab = await prepare(folder, chunks);
  const request = lab.request("pour", { chunks });
  const growth = new Map<string, number[]>();
  const measured = await alternate(
    lab.servers.map(({ name, start }) => ({
      name,
      async measure() {
        const server = await start();
        const idle = server.memory().now;
        const { bytes, seconds } = await lab.client("read", server.socket, { request });
        growth.set(name, [...(growth.get(name) ?? []), server.memory().most - idle]);
        await server.stop();
        return bytes / 1024 / 1024 / seconds;
      },
    })),
    rounds,
  );
  const rows = [...measured].map(([name, values]) => {
    const ratio = ratios(values, measured.get(base) ?? []);
    // The round that is not counted is the first.
    const more = spread((growth.get(name) ?? []).slice(1));
    const goal = name.startsWith("Plugwright") ? verdict(ratio, { least: 0.9 }) : "";
    return [name, digits(spread(values).median), range(ratio), goal, range(more)];
  });
  printTable([`${mib} MiB of output`, "MiB/s", "ratio to connect-node", "goal", "MiB of memory more"], rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
