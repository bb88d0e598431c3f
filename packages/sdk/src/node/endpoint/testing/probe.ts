import { create, toBinary } from "@bufbuild/protobuf";
import { fileDesc, type GenService, serviceDesc } from "@bufbuild/protobuf/codegenv2";
import { base64Encode } from "@bufbuild/protobuf/wire";
import {
  type BytesValueSchema,
  FileDescriptorProtoSchema,
  file_google_protobuf_wrappers,
} from "@bufbuild/protobuf/wkt";
import type { ConnectRouter, HandlerContext } from "@connectrpc/connect";
import { healthRoutes } from "../health.js";

const bytesValue = { inputType: ".google.protobuf.BytesValue", outputType: ".google.protobuf.BytesValue" };

const file = toBinary(
  FileDescriptorProtoSchema,
  create(FileDescriptorProtoSchema, {
    name: "probe.proto",
    package: "probe.v1",
    dependency: ["google/protobuf/wrappers.proto"],
    service: [
      {
        name: "Probe",
        method: [
          { name: "Echo", ...bytesValue },
          { name: "Repeat", ...bytesValue, serverStreaming: true },
          { name: "Hang", ...bytesValue, serverStreaming: true },
        ],
      },
      { name: "Unserved", method: [{ name: "Echo", ...bytesValue }] },
    ],
    syntax: "proto3",
  }),
);

const descriptor = fileDesc(base64Encode(file), [file_google_protobuf_wrappers]);

/** A service as generated code would declare it, for tests that need more than health. */
export const Probe: GenService<{
  echo: { methodKind: "unary"; input: typeof BytesValueSchema; output: typeof BytesValueSchema };
  repeat: { methodKind: "server_streaming"; input: typeof BytesValueSchema; output: typeof BytesValueSchema };
  hang: { methodKind: "server_streaming"; input: typeof BytesValueSchema; output: typeof BytesValueSchema };
}> = serviceDesc(descriptor, 0);

/** A service that nobody serves. */
export const Unserved: GenService<{
  echo: { methodKind: "unary"; input: typeof BytesValueSchema; output: typeof BytesValueSchema };
}> = serviceDesc(descriptor, 1);

/** How often `repeat` sends what it was sent. */
export const repeats = 64;

/** Serves Probe and health, and counts the runs of every Probe handler. */
export class ProbeServer {
  runs = 0;
  /** The signal of the last `hang`. */
  hanging: AbortSignal | undefined;

  readonly routes = (router: ConnectRouter): void => {
    healthRoutes([Probe.typeName])(router);
    router.service(Probe, {
      echo: ({ value }) => {
        this.runs += 1;
        return { value };
      },
      repeat: ({ value }) => this.#repeat(value),
      hang: (_, context) => this.#hang(context),
    });
  };

  async *#repeat(value: Uint8Array) {
    this.runs += 1;
    for (let sent = 0; sent < repeats; sent++) yield { value };
  }

  /** Sends one message and then takes no notice of its signal. */
  async *#hang({ signal }: HandlerContext) {
    this.runs += 1;
    this.hanging = signal;
    yield {};
    await new Promise(() => {});
  }
}
