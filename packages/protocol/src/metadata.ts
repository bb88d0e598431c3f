/** The blocks that frontends show beside a session (metadata.v1). */
export {
  type ItemList,
  ItemListSchema,
  type KeyValue,
  KeyValueSchema,
  Liveness,
  LivenessSchema,
  type MetadataBlock,
  MetadataBlockSchema,
  type Progress,
  ProgressSchema,
  type Status,
  StatusSchema,
  type Timer,
  TimerSchema,
  Tone,
  ToneSchema,
} from "./gen/pluggableharness/metadata/v1/types_pb.js";
