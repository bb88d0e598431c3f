package main

import (
	"google.golang.org/protobuf/types/known/structpb"

	schemav1 "plugwright/interop/stubs/pluggableharness/schema/v1"
	toolv1 "plugwright/interop/stubs/pluggableharness/tool/v1"
)

// check compares the arguments of a call with the schema of its tool, whose fields are all required texts and numbers.
func check(tool *toolv1.ToolSchema, call *toolv1.ToolCall) error {
	for _, name := range tool.InputSchema.Required {
		value, given := call.GetArguments().GetFields()[name]
		if !given {
			return invalid("%s: required, but missing", name)
		}
		if err := checkType(name, value, tool.InputSchema.Properties[name].Type == schemav1.SchemaType_SCHEMA_TYPE_NUMBER); err != nil {
			return err
		}
	}
	return nil
}

// checkType tells what is wrong without the value, which may be a secret.
func checkType(name string, value *structpb.Value, isNumber bool) error {
	_, number := value.GetKind().(*structpb.Value_NumberValue)
	_, text := value.GetKind().(*structpb.Value_StringValue)
	switch {
	case isNumber && !number:
		return invalid("%s: must be a number", name)
	case !isNumber && !text:
		return invalid("%s: must be a string", name)
	default:
		return nil
	}
}

func argument(call *toolv1.ToolCall, name string) string {
	return call.GetArguments().GetFields()[name].GetStringValue()
}

const largest = 1_000_000_000

// whole is an argument that counts something.
func whole(call *toolv1.ToolCall, name string) (int, error) {
	value := call.GetArguments().GetFields()[name].GetNumberValue()
	// Also false for what is no number at all.
	if value >= 0 && value <= largest && value == float64(int(value)) {
		return int(value), nil
	}
	return 0, invalid("%s: must be a whole number from 0 to %d", name, largest)
}
