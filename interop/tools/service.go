package main

import (
	"context"
	"errors"
	"slices"

	"github.com/hashicorp/go-hclog"
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
	log    hclog.Logger
}

// send passes on a lead-up event.
type send func(*toolv1.ToolEvent) error

// operation runs a call whose arguments fit its schema.
type operation func(*service, context.Context, *toolv1.ToolCall, send) (map[string]any, error)

var operations = map[string]operation{
	"append": appendText, "ask": ask, "count": count, "echo": echo,
	"finish": finish, "remember": remember, "shell": shell, "sleep": sleep,
}

func (s *service) Describe(context.Context, *toolv1.DescribeRequest) (*toolv1.DescribeResponse, error) {
	s.kernel.seek()
	return &toolv1.DescribeResponse{Producer: &commonv1.ProducerRef{
		Name: "gotools", Version: "1.0.0", Source: "github.com/plugwright/gotools",
		Category: commonv1.Category_CATEGORY_TOOL, ProtocolVersion: 1,
	}}, nil
}

func (*service) GetSchema(context.Context, *toolv1.GetSchemaRequest) (*toolv1.GetSchemaResponse, error) {
	return &toolv1.GetSchemaResponse{Tools: tools, ConfigSchema: config}, nil
}

func (s *service) Configure(_ context.Context, request *toolv1.ConfigureRequest) (*toolv1.ConfigureResponse, error) {
	if err := checkConfig(request.GetConfig()); err != nil {
		return nil, statusOf(err)
	}
	s.log.Info("configured", "attributes", len(request.GetConfig().GetFields()))
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
	log := s.log.With("call_id", call.GetId(), "turn_id", call.GetCallContext().GetTurnId(), "tool", call.GetToolName())
	log.Debug("called")
	emit := func(event *toolv1.ToolEvent) error { return stream.Send(&toolv1.InvokeResponse{Event: event}) }
	result, err := s.run(stream.Context(), call, emit)
	if err != nil {
		failed := toolError(err)
		if result != nil {
			failed.Details = result
		}
		// When the stream is gone, this is all that is heard of the end.
		log.Debug("failed", "category", categoryName(failed), "did", result.AsMap())
		return emit(&toolv1.ToolEvent{Event: &toolv1.ToolEvent_Error{Error: failed}})
	}
	log.Debug("done")
	return emit(&toolv1.ToolEvent{Event: &toolv1.ToolEvent_Result{Result: &toolv1.ToolResult{Payload: result}}})
}

// run gives the result, or the error and what was done all the same: success is never claimed after a cancel.
func (s *service) run(ctx context.Context, call *toolv1.ToolCall, emit send) (*structpb.Struct, error) {
	tool, err := find(call)
	if err != nil {
		return nil, err
	}
	if err := check(tool, call); err != nil {
		return nil, err
	}
	payload, err := operations[tool.Name](s, ctx, call, emit)
	// What fails because the caller is gone fails for that reason, whatever it says.
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if payload == nil {
		return nil, err
	}
	result, wrong := structpb.NewStruct(payload)
	return result, errors.Join(err, wrong)
}

func find(call *toolv1.ToolCall) (*toolv1.ToolSchema, error) {
	index := slices.IndexFunc(tools, func(tool *toolv1.ToolSchema) bool { return tool.Name == call.GetToolName() })
	if index < 0 {
		return nil, fail(toolv1.ToolErrorCategory_TOOL_ERROR_CATEGORY_NOT_FOUND, "there is no tool %q", call.GetToolName())
	}
	return tools[index], nil
}
