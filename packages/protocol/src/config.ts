/** How a plugin declares the operator's provider block (config.v1). */
export {
  AttrType,
  AttrTypeSchema,
  type ConfigAttribute,
  ConfigAttributeSchema,
  type ConfigSchema,
  ConfigSchemaSchema,
} from "./gen/pluggableharness/config/v1/types_pb.js";
