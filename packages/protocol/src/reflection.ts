/** The server reflection protocol of gRPC (grpc.reflection.v1, and its older name v1alpha). */

export {
  type ErrorResponse,
  ErrorResponseSchema,
  type ExtensionNumberResponse,
  ExtensionNumberResponseSchema,
  type ExtensionRequest,
  ExtensionRequestSchema,
  type FileDescriptorResponse,
  FileDescriptorResponseSchema,
  type ListServiceResponse,
  ListServiceResponseSchema,
  ServerReflection,
  type ServerReflectionRequest,
  ServerReflectionRequestSchema,
  type ServerReflectionResponse,
  ServerReflectionResponseSchema,
  type ServiceResponse,
  ServiceResponseSchema,
} from "./gen/grpc/reflection/v1/reflection_pb.js";
export {
  ServerReflection as ServerReflectionV1Alpha,
  type ServerReflectionRequest as ServerReflectionRequestV1Alpha,
  type ServerReflectionResponse as ServerReflectionResponseV1Alpha,
} from "./gen/grpc/reflection/v1alpha/reflection_pb.js";
