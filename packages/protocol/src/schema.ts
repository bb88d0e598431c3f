/** The five-type subset of JSON Schema in which operations declare inputs and outputs (schema.v1). */
export {
  type Schema,
  SchemaSchema,
  SchemaType,
  SchemaTypeSchema,
} from "./gen/pluggableharness/schema/v1/types_pb.js";
