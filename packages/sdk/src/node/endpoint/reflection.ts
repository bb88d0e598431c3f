import type { DescService } from "@bufbuild/protobuf";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import {
  ServerReflection,
  type ServerReflectionRequest,
  type ServerReflectionRequestV1Alpha,
  ServerReflectionV1Alpha,
} from "@plugwright/protocol/reflection";
import { type DescribedFile, type Descriptions, describeServices } from "./descriptions.js";

/** Serves grpc.reflection.v1 and v1alpha about these services and itself, so that grpcurl needs no .proto files. */
export function reflectionRoutes(services: readonly DescService[]): (router: ConnectRouter) => void {
  // Made when somebody asks: hardly anybody does.
  let made: Descriptions | undefined;
  const descriptions = (): Descriptions => {
    made ??= describeServices([...services, ServerReflection, ServerReflectionV1Alpha]);
    return made;
  };
  const serverReflectionInfo = (questions: AsyncIterable<Question>) => answerAll(questions, descriptions());
  return (router) => {
    router.service(ServerReflection, { serverReflectionInfo });
    router.service(ServerReflectionV1Alpha, { serverReflectionInfo });
  };
}

/** The two versions differ in their name only. */
type Question = ServerReflectionRequest | ServerReflectionRequestV1Alpha;

async function* answerAll(questions: AsyncIterable<Question>, descriptions: Descriptions) {
  const sent = new Set<string>();
  for await (const question of questions) {
    yield {
      validHost: question.host,
      originalRequest: { host: question.host, messageRequest: restated(question.messageRequest) },
      messageResponse: answer(question.messageRequest, descriptions, sent),
    };
  }
}

function answer({ case: asked, value }: Question["messageRequest"], descriptions: Descriptions, sent: Set<string>) {
  switch (asked) {
    case "listServices": {
      const service = descriptions.services.map((name) => ({ name }));
      return { case: "listServicesResponse", value: { service } } as const;
    }
    case "fileByFilename":
      return files(descriptions.file(value), sent) ?? failure(Code.NotFound, "there is no such file here");
    case "fileContainingSymbol":
      return files(descriptions.fileOf(value), sent) ?? failure(Code.NotFound, "there is no such symbol here");
    case "fileContainingExtension":
    case "allExtensionNumbersOfType":
      return failure(Code.NotFound, "there are no extensions here");
    case undefined:
      return failure(Code.InvalidArgument, "the request asks nothing");
  }
}

/** The file, and those it depends on as far as they were not `sent` on this stream. */
function files(asked: DescribedFile | undefined, sent: Set<string>) {
  if (asked === undefined) return undefined;
  const all = [asked, ...asked.dependencies().filter(({ name }) => !sent.has(name))];
  for (const { name } of all) sent.add(name);
  return {
    case: "fileDescriptorResponse",
    value: { fileDescriptorProto: all.map(({ encoded }) => encoded) },
  } as const;
}

function failure(errorCode: Code, errorMessage: string) {
  return { case: "errorResponse", value: { errorCode, errorMessage } } as const;
}

/** Fields without the message's type, which is that of the version. */
function restated(question: Question["messageRequest"]) {
  if (question.case !== "fileContainingExtension") return question;
  const { containingType, extensionNumber } = question.value;
  return { case: question.case, value: { containingType, extensionNumber } } as const;
}
