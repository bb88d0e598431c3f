import { create, type DescFile, fromJson, type JsonObject, toBinary, toJson } from "@bufbuild/protobuf";
import { fileDesc, type GenService, serviceDesc } from "@bufbuild/protobuf/codegenv2";
import { base64Encode } from "@bufbuild/protobuf/wire";
import {
  type BytesValueSchema,
  FileDescriptorProtoSchema,
  file_google_protobuf_struct,
  file_google_protobuf_wrappers,
  type Struct,
  StructSchema,
} from "@bufbuild/protobuf/wkt";

const bytes = { inputType: ".google.protobuf.BytesValue", outputType: ".google.protobuf.BytesValue" };
const struct = { inputType: ".google.protobuf.Struct", outputType: ".google.protobuf.Struct" };

const file = create(FileDescriptorProtoSchema, {
  name: "interop.proto",
  package: "interop.v1",
  dependency: ["google/protobuf/struct.proto", "google/protobuf/wrappers.proto"],
  service: [
    {
      name: "Probe",
      method: [
        { name: "Echo", ...bytes },
        { name: "Do", ...struct },
        { name: "Stream", ...struct, serverStreaming: true },
      ],
    },
    { name: "Callback", method: [{ name: "Tell", ...struct }] },
    { name: "Unserved", method: [{ name: "Echo", ...bytes }] },
  ],
  syntax: "proto3",
});

/** The services of the tests, as generated code would declare them. */
export const probeFile: DescFile = fileDesc(base64Encode(toBinary(FileDescriptorProtoSchema, file)), [
  file_google_protobuf_struct,
  file_google_protobuf_wrappers,
]);

interface Unary<Schema> {
  methodKind: "unary";
  input: Schema;
  output: Schema;
}

/** What the test plugins serve. `do` and `stream` do what the field "do" of their argument says. */
export const Probe: GenService<{
  echo: Unary<typeof BytesValueSchema>;
  do: Unary<typeof StructSchema>;
  stream: { methodKind: "server_streaming"; input: typeof StructSchema; output: typeof StructSchema };
}> = serviceDesc(probeFile, 0);

/** What the host of a test serves. */
export const Callback: GenService<{ tell: Unary<typeof StructSchema> }> = serviceDesc(probeFile, 1);

/** A service that nobody serves. */
export const Unserved: GenService<{ echo: Unary<typeof BytesValueSchema> }> = serviceDesc(probeFile, 2);

export function structOf(value: JsonObject): Struct {
  return fromJson(StructSchema, value, { recursionLimit: 10_000 });
}

export function jsonOf(struct: Struct): JsonObject {
  const json = toJson(StructSchema, struct);
  return typeof json === "object" && json !== null && !Array.isArray(json) ? json : {};
}
