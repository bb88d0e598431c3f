package main

import (
	"context"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"

	commonv1 "plugwright/interop/stubs/pluggableharness/common/v1"
	renderv1 "plugwright/interop/stubs/pluggableharness/render/v1"
	toolv1 "plugwright/interop/stubs/pluggableharness/tool/v1"
)

type service struct {
	toolv1.UnimplementedToolServiceServer
	kernel *kernel
}

// send passes on a lead-up event.
type send func(*toolv1.ToolEvent) error

// operation runs a call whose arguments fit its schema.
type operation func(*service, context.Context, *toolv1.ToolCall, send) (map[string]any, error)

var operations = map[string]operation{
	"append": appendText, "ask": ask, "count": count, "echo": echo,
	"finish": finish, "remember": remember, "shell": shell, "sleep": sleep,
}

func (*service) Describe(context.Context, *toolv1.DescribeRequest) (*toolv1.DescribeResponse, error) {
	return &toolv1.DescribeResponse{Producer: &commonv1.ProducerRef{
		Name: "gotools", Version: "1.0.0", Source: "github.com/plugwright/gotools",
		Category: commonv1.Category_CATEGORY_TOOL, ProtocolVersion: 1,
	}}, nil
}

func (*service) GetSchema(context.Context, *toolv1.GetSchemaRequest) (*toolv1.GetSchemaResponse, error) {
	return &toolv1.GetSchemaResponse{Tools: tools, ConfigSchema: config}, nil
}

func (*service) Configure(_ context.Context, request *toolv1.ConfigureRequest) (*toolv1.ConfigureResponse, error) {
	if value, set := request.GetConfig().GetFields()["limit"]; set && value.GetNumberValue() > 100 {
		return nil, statusOf(fail(toolv1.ToolErrorCategory_TOOL_ERROR_CATEGORY_INVALID_ARGUMENTS, "limit: at most 100"))
	}
	return &toolv1.ConfigureResponse{}, nil
}

func (s *service) Preview(_ context.Context, request *toolv1.PreviewRequest) (*toolv1.PreviewResponse, error) {
	call := request.GetCall()
	tool, err := find(call)
	if err != nil {
		return nil, statusOf(err)
	}
	if tool.Name != "append" {
		return nil, status.Errorf(codes.Unimplemented, "%s has no preview", tool.Name)
	}
	if err := check(tool, call); err != nil {
		return nil, statusOf(err)
	}
	content := "would append to " + argument(call, "path")
	node := &renderv1.RenderNode{Node: &renderv1.RenderNode_Text{Text: &renderv1.TextNode{Content: content}}}
	return &toolv1.PreviewResponse{Preview: &renderv1.RenderTree{Root: node}}, nil
}

func (s *service) Invoke(request *toolv1.InvokeRequest, stream grpc.ServerStreamingServer[toolv1.InvokeResponse]) error {
	call := request.GetCall()
	emit := func(event *toolv1.ToolEvent) error { return stream.Send(&toolv1.InvokeResponse{Event: event}) }
	payload, err := s.run(stream.Context(), call, emit)
	if err != nil {
		return emit(&toolv1.ToolEvent{Event: &toolv1.ToolEvent_Error{Error: toolError(err)}})
	}
	result, err := structpb.NewStruct(payload)
	if err != nil {
		return emit(&toolv1.ToolEvent{Event: &toolv1.ToolEvent_Error{Error: toolError(err)}})
	}
	return emit(&toolv1.ToolEvent{Event: &toolv1.ToolEvent_Result{Result: &toolv1.ToolResult{Payload: result}}})
}

func (s *service) run(ctx context.Context, call *toolv1.ToolCall, emit send) (map[string]any, error) {
	tool, err := find(call)
	if err != nil {
		return nil, err
	}
	if err := check(tool, call); err != nil {
		return nil, err
	}
	return operations[tool.Name](s, ctx, call, emit)
}

func find(call *toolv1.ToolCall) (*toolv1.ToolSchema, error) {
	index := slices.IndexFunc(tools, func(tool *toolv1.ToolSchema) bool { return tool.Name == call.GetToolName() })
	if index < 0 {
		return nil, fail(toolv1.ToolErrorCategory_TOOL_ERROR_CATEGORY_NOT_FOUND, "there is no tool %q", call.GetToolName())
	}
	return tools[index], nil
}
