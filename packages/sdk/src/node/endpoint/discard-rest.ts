import type { NodeServerRequest, NodeServerResponse } from "./node-types.js";

/**
 * Has what is left of a request read when it is answered early (a message over the limit, say). As it is, connect stops
 * iterating, which destroys the request: HTTP/1.1 then stops reading from the socket but keeps it open, and the next call
 * on it hangs; over HTTP/2 a client that sends to the end whatever the answer waits for its window for ever.
 */
export function discardRest(request: NodeServerRequest, response: NodeServerResponse): void {
  request[Symbol.asyncIterator] = () => request.iterator({ destroyOnReturn: false });
  const discard = () => {
    while (request.read() !== null);
  };
  // The response over HTTP/2 is finished when its stream is closed, which is what is waited for here.
  const answer = "stream" in response ? response.stream : response;
  answer.once("finish", () => {
    if (request.complete) return;
    // Not resume(): an iterator that was not returned listens for "readable", which keeps the request from flowing.
    request.on("readable", discard);
    discard();
  });
}
