/** The gRPC health checking protocol (grpc.health.v1). */
export {
  Health,
  type HealthCheckRequest,
  HealthCheckRequestSchema,
  type HealthCheckResponse,
  HealthCheckResponse_ServingStatus,
  HealthCheckResponse_ServingStatusSchema,
  HealthCheckResponseSchema,
  type HealthListRequest,
  HealthListRequestSchema,
  type HealthListResponse,
  HealthListResponseSchema,
} from "./gen/grpc/health/v1/health_pb.js";
