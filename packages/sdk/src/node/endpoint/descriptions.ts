import { type DescFile, type DescService, toBinary } from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  type EnumDescriptorProto,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
} from "@bufbuild/protobuf/wkt";

/** A .proto file as it was compiled. */
export interface DescribedFile {
  /** As other files import it. */
  readonly name: string;
  /** A google.protobuf.FileDescriptorProto. */
  readonly encoded: Uint8Array;
  /** Every other file it needs, directly or not. */
  readonly dependencies: () => readonly DescribedFile[];
}

/** What services are made of. */
export interface Descriptions {
  /** Their full names, in alphabetical order. */
  readonly services: readonly string[];
  readonly file: (name: string) => DescribedFile | undefined;
  /** The file that declares what has this full name. */
  readonly fileOf: (symbol: string) => DescribedFile | undefined;
}

/** Describes services and whatever they refer to. */
export function describeServices(services: readonly DescService[]): Descriptions {
  const files = new Map<string, DescribedFile>();
  const symbols = new Map<string, DescribedFile>();
  for (const file of reachable(services.map((service) => service.file))) {
    const described: DescribedFile = {
      name: file.proto.name,
      encoded: toBinary(FileDescriptorProtoSchema, file.proto),
      dependencies: () => reachable(file.dependencies).flatMap(({ proto }) => files.get(proto.name) ?? []),
    };
    files.set(described.name, described);
    for (const symbol of symbolsOf(file.proto)) symbols.set(symbol, described);
  }
  return {
    services: services.map(({ typeName }) => typeName).sort(),
    file: (name) => files.get(name),
    fileOf: (symbol) => symbols.get(symbol),
  };
}

/** These files and all they depend on, each once. Files never import in circles. */
function reachable(files: readonly DescFile[]): DescFile[] {
  const found = new Set<DescFile>();
  const visit = (file: DescFile): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const dependency of file.dependencies) visit(dependency);
  };
  for (const file of files) visit(file);
  return [...found];
}

/** By full name: messages, fields, oneofs, enums, enum values, services, methods, extensions. */
function symbolsOf({ package: name, messageType, enumType, service, extension }: FileDescriptorProto): string[] {
  const scope = name === "" ? "" : `${name}.`;
  return [
    ...messageType.flatMap((message) => symbolsOfMessage(scope, message)),
    ...enumType.flatMap((descriptor) => symbolsOfEnum(scope, descriptor)),
    ...service.flatMap((of) => [
      `${scope}${of.name}`,
      ...of.method.map((method) => `${scope}${of.name}.${method.name}`),
    ]),
    ...extension.map((of) => `${scope}${of.name}`),
  ];
}

function symbolsOfMessage(outer: string, message: DescriptorProto): string[] {
  const scope = `${outer}${message.name}.`;
  return [
    `${outer}${message.name}`,
    ...[...message.field, ...message.oneofDecl, ...message.extension].map(({ name }) => `${scope}${name}`),
    ...message.nestedType.flatMap((nested) => symbolsOfMessage(scope, nested)),
    ...message.enumType.flatMap((nested) => symbolsOfEnum(scope, nested)),
  ];
}

/** A value stands beside its enum, not in it: that is how protobuf scopes them. */
function symbolsOfEnum(scope: string, { name, value }: EnumDescriptorProto): string[] {
  return [name, ...value.map((of) => of.name)].map((symbol) => `${scope}${symbol}`);
}
