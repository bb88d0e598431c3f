import { create, type DescFile, toBinary } from "@bufbuild/protobuf";
import { fileDesc } from "@bufbuild/protobuf/codegenv2";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { FileDescriptorProtoSchema, file_google_protobuf_empty } from "@bufbuild/protobuf/wkt";

/** A category of plugins that the SDK does not make, as far as a kernel's probe goes. */
export interface ForeignCategory {
  readonly file: DescFile;
  readonly describe: string;
}

export const foreignCategories: Readonly<Record<string, ForeignCategory>> = {
  model: foreign("model", "ModelService"),
  context: foreign("context", "ContextService"),
  memory: foreign("memory", "MemoryService"),
  frontend: foreign("frontend", "FrontendService"),
  widget: foreign("widget", "WidgetService"),
};

function foreign(category: string, service: string): ForeignCategory {
  const pkg = `pluggableharness.${category}.v1`;
  const empty = { inputType: ".google.protobuf.Empty", outputType: ".google.protobuf.Empty" };
  const file = create(FileDescriptorProtoSchema, {
    name: `foreign/${category}.proto`,
    package: pkg,
    dependency: ["google/protobuf/empty.proto"],
    service: [{ name: service, method: [{ name: "Describe", ...empty }] }],
    syntax: "proto3",
  });
  return {
    file: fileDesc(base64Encode(toBinary(FileDescriptorProtoSchema, file)), [file_google_protobuf_empty]),
    describe: `/${pkg}.${service}/Describe`,
  };
}
