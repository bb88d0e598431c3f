package main

import (
	"time"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/structpb"

	configv1 "plugwright/interop/stubs/pluggableharness/config/v1"
	schemav1 "plugwright/interop/stubs/pluggableharness/schema/v1"
	toolv1 "plugwright/interop/stubs/pluggableharness/tool/v1"
)

var (
	text   = &schemav1.Schema{Type: schemav1.SchemaType_SCHEMA_TYPE_STRING}
	number = &schemav1.Schema{Type: schemav1.SchemaType_SCHEMA_TYPE_NUMBER}
)

type fields map[string]*schemav1.Schema

// object is a schema all of whose fields are required, in this order.
func object(properties fields, required ...string) *schemav1.Schema {
	return &schemav1.Schema{Type: schemav1.SchemaType_SCHEMA_TYPE_OBJECT, Properties: properties, Required: required}
}

func safe(keyFields ...string) *toolv1.ConcurrencySpec {
	return &toolv1.ConcurrencySpec{Safe: true, KeyFields: keyFields}
}

var unsafe = &toolv1.ConcurrencySpec{}

var tools = []*toolv1.ToolSchema{
	reads("echo", "Answer with the same text.", object(fields{"text": text}, "text"), object(fields{"text": text}, "text")),
	changes("append", "Append a text to a file.", toolv1.RiskClass_RISK_CLASS_LOW, safe("path"),
		object(fields{"path": text, "text": text}, "path", "text"), object(fields{"bytes": number}, "bytes")),
	streaming(reads("count", "Count up to a number.", object(fields{"to": number}, "to"), object(fields{"count": number}, "count"))),
	limited(streaming(changes("shell", "Run a shell command.", toolv1.RiskClass_RISK_CLASS_HIGH, unsafe,
		object(fields{"command": text}, "command"), object(fields{"exit_code": number}, "exit_code"))), 20*time.Second),
	{
		Name: "ask", Description: "Ask the human.",
		Kind: toolv1.ToolKind_TOOL_KIND_INTERACTIVE, Risk: toolv1.RiskClass_RISK_CLASS_READ_ONLY,
		InputSchema: object(fields{"question": text}, "question"), OutputSchema: object(fields{"answer": text}, "answer"),
	},
	ending(changes("finish", "Say that all is done.", toolv1.RiskClass_RISK_CLASS_LOW, unsafe,
		object(fields{"summary": text}, "summary"), object(fields{"summary": text}, "summary"))),
	changes("remember", "Store a text with the session.", toolv1.RiskClass_RISK_CLASS_MODERATE, unsafe,
		object(fields{"text": text}, "text"), object(fields{"tokens": number}, "tokens")),
	reads("sleep", "Wait.", object(fields{"ms": number}, "ms"), object(fields{"ms": number}, "ms")),
}

var greeting = `"hello"`

var config = &configv1.ConfigSchema{Attributes: []*configv1.ConfigAttribute{
	{Name: "greeting", Type: configv1.AttrType_ATTR_TYPE_STRING, DefaultJson: &greeting},
	{Name: "token", Type: configv1.AttrType_ATTR_TYPE_STRING, Sensitive: true},
	{Name: "limit", Type: configv1.AttrType_ATTR_TYPE_NUMBER, Description: "At most 100."},
}}

// checkConfig compares an operator's values with config, whose attributes are all optional texts and numbers.
func checkConfig(values *structpb.Struct) error {
	for _, attribute := range config.Attributes {
		if value, given := values.GetFields()[attribute.Name]; given {
			if err := checkType(attribute.Name, value, attribute.Type == configv1.AttrType_ATTR_TYPE_NUMBER); err != nil {
				return err
			}
		}
	}
	if values.GetFields()["limit"].GetNumberValue() > 100 {
		return invalid("limit: at most 100")
	}
	return nil
}

func reads(name, description string, input, output *schemav1.Schema) *toolv1.ToolSchema {
	return &toolv1.ToolSchema{
		Name: name, Description: description,
		Kind: toolv1.ToolKind_TOOL_KIND_DATA_SOURCE, Risk: toolv1.RiskClass_RISK_CLASS_READ_ONLY,
		InputSchema: input, OutputSchema: output, Concurrency: safe(), Idempotent: true,
	}
}

func changes(name, description string, risk toolv1.RiskClass, concurrency *toolv1.ConcurrencySpec, input, output *schemav1.Schema) *toolv1.ToolSchema {
	return &toolv1.ToolSchema{
		Name: name, Description: description, Kind: toolv1.ToolKind_TOOL_KIND_RESOURCE, Risk: risk,
		InputSchema: input, OutputSchema: output, Concurrency: concurrency,
	}
}

func streaming(tool *toolv1.ToolSchema) *toolv1.ToolSchema {
	tool.Streaming = true
	return tool
}

func limited(tool *toolv1.ToolSchema, limit time.Duration) *toolv1.ToolSchema {
	tool.DefaultTimeout = durationpb.New(limit)
	return tool
}

func ending(tool *toolv1.ToolSchema) *toolv1.ToolSchema {
	tool.TerminatesTurn = true
	return tool
}
