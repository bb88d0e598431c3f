import { create, createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ToolService } from "@plugwright/protocol/tool";
import { type Endpoint, openEndpoint } from "./endpoint.js";
import { clientKinds, connectGrpc } from "./testing/clients.js";
import { ProbeServer } from "./testing/probe.js";

const token = "a-token-of-the-tests";
let endpoint: Endpoint;
beforeAll(async () => {
  const probe = new ProbeServer();
  endpoint = await openEndpoint({
    token,
    routes(router) {
      probe.routes(router);
      router.service(ToolService, {});
    },
  });
});
afterAll(() => endpoint.close());

type Question =
  | {
      readonly case: "listServices" | "fileByFilename" | "fileContainingSymbol" | "allExtensionNumbersOfType";
      readonly value: string;
    }
  | { readonly case: "fileContainingExtension"; readonly value: { containingType: string; extensionNumber: number } }
  | { readonly case: undefined };

/** Both versions, called the same way. */
const versions = {
  v1: (asked: AsyncIterable<{ host: string; messageRequest: Question }>) =>
    connectGrpc(endpoint).reflection.serverReflectionInfo(asked),
  v1alpha: (asked: AsyncIterable<{ host: string; messageRequest: Question }>) =>
    connectGrpc(endpoint).olderReflection.serverReflectionInfo(asked),
};

describe.each(["v1", "v1alpha"] as const)("%s", (version) => {
  /** The answers to questions of one stream, each asked when the one before was answered. */
  const ask = async (...questions: Question[]) => {
    let answered = () => {};
    async function* asking() {
      for (const messageRequest of questions) {
        const next = new Promise<void>((resolve) => {
          answered = resolve;
        });
        yield { host: "anything", messageRequest };
        await next;
      }
    }
    const answers = [];
    for await (const { validHost, originalRequest, messageResponse } of versions[version](asking())) {
      expect(validHost).toBe("anything");
      expect(originalRequest?.messageRequest).toMatchObject(questions[answers.length] ?? {});
      answers.push(messageResponse);
      answered();
    }
    return answers;
  };
  const filesIn = (answer: Awaited<ReturnType<typeof ask>>[number] | undefined): FileDescriptorProto[] => {
    if (answer?.case !== "fileDescriptorResponse") throw new Error(`no files: ${JSON.stringify(answer)}`);
    return answer.value.fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes));
  };

  test("lists what is served", async () => {
    const [answer] = await ask({ case: "listServices", value: "" });
    expect(answer).toMatchObject({
      case: "listServicesResponse",
      value: {
        service: [
          { name: "grpc.health.v1.Health" },
          { name: "grpc.reflection.v1.ServerReflection" },
          { name: "grpc.reflection.v1alpha.ServerReflection" },
          { name: "pluggableharness.tool.v1.ToolService" },
          { name: "probe.v1.Probe" },
        ],
      },
    });
  });

  test("gives a file with all that it needs, and nothing twice on one stream", async () => {
    const service: Question = { case: "fileContainingSymbol", value: ToolService.typeName };
    const [first, second] = await ask(service, service);
    const names = filesIn(first).map(({ name }) => name);
    expect(names[0]).toBe("pluggableharness/tool/v1/service.proto");
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain("google/protobuf/struct.proto");
    // What was given makes sense without anything else.
    const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: dependenciesFirst(filesIn(first)) }));
    expect(registry.getService(ToolService.typeName)?.methods.map(({ name }) => name)).toEqual(
      ToolService.methods.map(({ name }) => name),
    );
    expect(filesIn(second).map(({ name }) => name)).toEqual(["pluggableharness/tool/v1/service.proto"]);
  });

  test.each([
    ["pluggableharness.tool.v1.ToolService.Invoke", "pluggableharness/tool/v1/service.proto"],
    ["pluggableharness.tool.v1.ToolCall", "pluggableharness/tool/v1/types.proto"],
    ["pluggableharness.tool.v1.ToolCall.tool_name", "pluggableharness/tool/v1/types.proto"],
    ["pluggableharness.tool.v1.ToolEvent.OutputChunk", "pluggableharness/tool/v1/events.proto"],
    ["pluggableharness.tool.v1.ToolEvent.event", "pluggableharness/tool/v1/events.proto"],
    ["pluggableharness.tool.v1.ToolKind", "pluggableharness/tool/v1/types.proto"],
    ["pluggableharness.tool.v1.TOOL_KIND_RESOURCE", "pluggableharness/tool/v1/types.proto"],
    ["google.protobuf.Struct.FieldsEntry", "google/protobuf/struct.proto"],
    ["google.protobuf.NULL_VALUE", "google/protobuf/struct.proto"],
    ["grpc.health.v1.HealthCheckResponse.SERVING", "grpc/health/v1/health.proto"],
  ])("finds %s", async (symbol, file) => {
    const [answer] = await ask({ case: "fileContainingSymbol", value: symbol });
    expect(filesIn(answer)[0]?.name).toBe(file);
  });

  test("gives a file by its name, as it is imported", async () => {
    const [answer] = await ask({ case: "fileByFilename", value: "google/protobuf/wrappers.proto" });
    expect(filesIn(answer).map(({ name, package: of }) => [name, of])).toEqual([
      ["google/protobuf/wrappers.proto", "google.protobuf"],
    ]);
  });

  test("says what it does not have, and goes on", async () => {
    const answers = await ask(
      { case: "fileByFilename", value: "../../etc/passwd" },
      { case: "fileContainingSymbol", value: "pluggableharness.tool.v1" },
      { case: "fileContainingSymbol", value: "__proto__" },
      {
        case: "fileContainingExtension",
        value: { containingType: "google.protobuf.MessageOptions", extensionNumber: 1 },
      },
      { case: "allExtensionNumbersOfType", value: "google.protobuf.MessageOptions" },
      { case: undefined },
      { case: "fileContainingSymbol", value: "probe.v1.Probe.Echo" },
    );
    const codes = answers.map(({ case: kind, value }) => (kind === "errorResponse" ? value.errorCode : kind));
    expect(codes).toEqual([...Array(5).fill(Code.NotFound), Code.InvalidArgument, "fileDescriptorResponse"]);
  });
});

test("needs the token", async () => {
  async function* asking() {
    yield { messageRequest: { case: "listServices", value: "" } as const };
  }
  const answers = connectGrpc({ url: endpoint.url }).reflection.serverReflectionInfo(asking());
  const failure = await answers[Symbol.asyncIterator]()
    .next()
    .catch((reason: unknown) => ConnectError.from(reason));
  expect(failure).toMatchObject({ code: Code.Unauthenticated });
});

test.each(clientKinds.filter(({ kind }) => kind.includes("HTTP/2")))("answers $kind", async ({ connect }) => {
  async function* asking() {
    yield { messageRequest: { case: "listServices", value: "" } as const };
  }
  for await (const { messageResponse } of connect(endpoint).reflection.serverReflectionInfo(asking()))
    expect(messageResponse.case).toBe("listServicesResponse");
});

/** The order that a FileDescriptorSet has. */
function dependenciesFirst(files: readonly FileDescriptorProto[]): FileDescriptorProto[] {
  const ordered = new Set<FileDescriptorProto>();
  const visit = (file: FileDescriptorProto): void => {
    for (const name of file.dependency) for (const found of files.filter((other) => other.name === name)) visit(found);
    ordered.add(file);
  };
  for (const file of files) visit(file);
  return [...ordered];
}
