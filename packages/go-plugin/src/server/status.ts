import type { OutgoingHttpHeaders } from "node:http2";
import { create, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { Code, ConnectError } from "@connectrpc/connect";

/** How a call has failed. A ConnectError is one; it makes Headers, which load the whole of `fetch` the first time. */
export interface Status extends Pick<ConnectError, "code" | "rawMessage" | "details"> {
  readonly metadata: Iterable<readonly [string, string]>;
}

/** That the client has gone. */
export function cancelled(): ConnectError {
  return new ConnectError("the call was cancelled", Code.Canceled);
}

/** The trailers of a call that has ended well, or has failed: code, message, details (google.rpc.Status). */
export function statusTrailers(failure?: Status): OutgoingHttpHeaders {
  if (failure === undefined) return { "grpc-status": "0" };
  const { code, rawMessage, details, metadata } = failure;
  return {
    ...Object.fromEntries(metadata),
    "grpc-status": String(code),
    "grpc-message": percentEncoded(rawMessage),
    ...(details.length === 0 ? {} : { "grpc-status-details-bin": encodedStatus(failure) }),
  };
}

/** Header values have printable ASCII alone; all else, and "%", is written as the bytes of its UTF-8. */
function percentEncoded(text: string): string {
  let encoded = "";
  for (const byte of Buffer.from(text)) {
    const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    encoded += plain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return encoded;
}

/** In base64 without padding, as all binary headers of gRPC. */
function encodedStatus({ code, rawMessage, details }: Status): string {
  const status = new BinaryWriter();
  status.tag(1, WireType.Varint).int32(code).tag(2, WireType.LengthDelimited).string(rawMessage);
  for (const detail of details) {
    const known = "desc" in detail;
    const name = known ? detail.desc.typeName : detail.type;
    const value = known ? toBinary(detail.desc, create(detail.desc, detail.value)) : detail.value;
    const any = new BinaryWriter();
    any.tag(1, WireType.LengthDelimited).string(`type.googleapis.com/${name}`);
    any.tag(2, WireType.LengthDelimited).bytes(value);
    status.tag(3, WireType.LengthDelimited).bytes(any.finish());
  }
  return Buffer.from(status.finish()).toString("base64").replace(/=+$/, "");
}
