import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from "@connectrpc/connect-node";
import type { ServedMethod } from "./callable.js";
import type { RequestListener } from "./node-types.js";

/**
 * Has a method answer a request. What its handler throws is in the answer. What fails besides is the writing of it, when
 * the client has gone: there is nobody to tell, and nothing to print.
 * @throws Error for a request of which no URL or no Headers can be made.
 */
export function answerCall(served: ServedMethod, ...[request, response]: Parameters<RequestListener>): void {
  served(universalRequestFromNodeRequest(request, response, undefined, undefined))
    .then((answer) => universalResponseToNodeResponse(answer, response))
    .catch(() => response.destroy());
}
