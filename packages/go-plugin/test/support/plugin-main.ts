// The plugin of the tests: what an author's main file comes down to. It is bundled before it is run.
import { startPlugin } from "@plugwright/go-plugin/handshake";
import { guardOutput, hclogLine, type Printed, writeStderr } from "@plugwright/go-plugin/output";
import { cookie } from "./cookie.js";

const log = ({ to, level, text }: Printed): void => {
  writeStderr(hclogLine({ level, message: text, fields: { printed: to } }));
};

async function main(): Promise<void> {
  const guard = process.env["PROBE_UNGUARDED"] ? undefined : guardOutput(log);
  const versions = (process.env["PROBE_VERSIONS"] ?? "1").split(",").map(Number);
  const network = process.env["PROBE_NETWORK"] === "tcp" ? "tcp" : undefined;
  const started = await startPlugin({ cookie, protocolVersions: versions, guard, network });
  const { serveProbe } = await import("./plugin-probe.js");
  serveProbe(started);
}

void main();
