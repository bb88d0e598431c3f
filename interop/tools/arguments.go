package main

import (
	"google.golang.org/protobuf/types/known/structpb"

	schemav1 "plugwright/interop/stubs/pluggableharness/schema/v1"
	toolv1 "plugwright/interop/stubs/pluggableharness/tool/v1"
)

// check compares the arguments of a call with the schema of its tool, whose fields are all texts and numbers.
func check(tool *toolv1.ToolSchema, call *toolv1.ToolCall) error {
	for _, name := range tool.InputSchema.Required {
		value, given := call.GetArguments().GetFields()[name]
		if !given {
			return fail(toolv1.ToolErrorCategory_TOOL_ERROR_CATEGORY_INVALID_ARGUMENTS, "%s: required, but missing", name)
		}
		var right bool
		switch tool.InputSchema.Properties[name].Type {
		case schemav1.SchemaType_SCHEMA_TYPE_NUMBER:
			_, right = value.GetKind().(*structpb.Value_NumberValue)
		default:
			_, right = value.GetKind().(*structpb.Value_StringValue)
		}
		if !right {
			return fail(toolv1.ToolErrorCategory_TOOL_ERROR_CATEGORY_INVALID_ARGUMENTS, "%s: of another type", name)
		}
	}
	return nil
}

func argument(call *toolv1.ToolCall, name string) string {
	return call.GetArguments().GetFields()[name].GetStringValue()
}

func numeric(call *toolv1.ToolCall, name string) float64 {
	return call.GetArguments().GetFields()[name].GetNumberValue()
}
