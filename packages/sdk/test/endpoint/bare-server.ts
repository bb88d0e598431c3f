// What connect-node alone makes of the stream that "pour" of output-plugin.ts is, to compare with: no plugin, no SDK, no
// compression either. Prints the ports of HTTP/1.1 and HTTP/2.
import * as http from "node:http";
import * as http2 from "node:http2";
import type { AddressInfo, Server } from "node:net";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { OutputStream, ToolService } from "@plugwright/protocol/tool";

const data = new Uint8Array(64 * 1024).fill(120);
const adapter = connectNodeAdapter({
  compressMinBytes: 0xffffffff,
  routes: (router) =>
    router.service(ToolService, {
      async *invoke({ call }) {
        const chunks = Number(call?.arguments?.["chunks"]);
        for (let sent = 0; sent < chunks; sent++)
          yield { event: { event: { case: "outputChunk", value: { stream: OutputStream.STDOUT, data } } } };
        yield { event: { event: { case: "result", value: { payload: {} } } } };
      },
    }),
});

const ports: number[] = [];
for (const server of [http.createServer(adapter), http2.createServer(adapter)]) ports.push(await listen(server));
process.stdout.write(`${ports.join(" ")}\n`);

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}
