/** The error model of gRPC status details (google.rpc). */

export {
  type ErrorInfo,
  ErrorInfoSchema,
} from "./gen/google/rpc/error_details_pb.js";
export {
  type Status,
  StatusSchema,
} from "./gen/google/rpc/status_pb.js";
