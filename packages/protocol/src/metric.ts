/** Measurements (metric.v1). */
export {
  MetricKind,
  MetricKindSchema,
  type MetricRecord,
  MetricRecordSchema,
} from "./gen/pluggableharness/metric/v1/types_pb.js";
