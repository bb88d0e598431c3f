import { Code, ConnectError } from "@connectrpc/connect";
import type { ContentBlock } from "@plugwright/protocol/content";

/** The kernel's estimate: a quarter of the text's length in UTF-8 bytes, rounded up. @throws ConnectError unless all is text. */
export function countTokens(content: readonly ContentBlock[]): number {
  let bytes = 0;
  for (const { block } of content) {
    if (block.case !== "text") throw new ConnectError("CountTokens: only text can be counted", Code.InvalidArgument);
    bytes += Buffer.byteLength(block.value.text);
  }
  return Math.ceil(bytes / 4);
}
