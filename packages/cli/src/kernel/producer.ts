import { Code, ConnectError } from "@connectrpc/connect";
import type { ProducerRef } from "@plugwright/protocol/common";

/** Who a plugin says it is; `undefined` if it does not have the service. Rejects with the status of any other failure. */
export async function producerOf(
  describing: Promise<{ readonly producer?: ProducerRef | undefined }>,
): Promise<ProducerRef | undefined> {
  try {
    return (await describing).producer;
  } catch (error) {
    if (ConnectError.from(error).code === Code.Unimplemented) return undefined;
    throw error;
  }
}
