// connect-node as it comes, and a handler that answers at once.
import { createServer } from "node:http2";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { type InvokeRequest, ToolService } from "@plugwright/protocol/tool";
import { answersTo } from "../support/messages.js";

async function* invoke(request: InvokeRequest) {
  yield* answersTo(request);
}

createServer(connectNodeAdapter({ routes: (router) => router.service(ToolService, { invoke }) })).listen(
  process.argv[2],
  () => console.log("listening"),
);
