/** Who made something and for which call: producers, categories and the context of a call (common.v1). */
export {
  type CallContext,
  CallContextSchema,
  Category,
  CategorySchema,
  HookPoint,
  HookPointSchema,
  type ProducerRef,
  ProducerRefSchema,
  type PromptExpansionSpec,
  PromptExpansionSpecSchema,
  type ProviderRef,
  ProviderRefSchema,
} from "./gen/pluggableharness/common/v1/types_pb.js";
