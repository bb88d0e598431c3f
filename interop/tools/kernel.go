package main

import (
	"context"
	"sync"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	contentv1 "plugwright/interop/stubs/pluggableharness/content/v1"
	kernelv1 "plugwright/interop/stubs/pluggableharness/kernel/v1"
	logv1 "plugwright/interop/stubs/pluggableharness/log/v1"
	toolv1 "plugwright/interop/stubs/pluggableharness/tool/v1"
)

// callbackID is the number under which the kernel serves its callbacks.
const callbackID = 1

// kernel is dialled at the first use, from within a call.
type kernel struct {
	broker *plugin.GRPCBroker
	once   sync.Once
	client kernelv1.KernelCallbackServiceClient
	err    error
}

func (k *kernel) dial() (kernelv1.KernelCallbackServiceClient, error) {
	k.once.Do(func() {
		connection, err := k.broker.Dial(callbackID)
		if err != nil {
			k.err = err
			return
		}
		k.client = kernelv1.NewKernelCallbackServiceClient(connection)
	})
	return k.client, k.err
}

// remember logs, emits an event and counts the tokens of a text.
func remember(s *service, ctx context.Context, call *toolv1.ToolCall, _ send) (map[string]any, error) {
	client, err := s.kernel.dial()
	if err != nil {
		return nil, err
	}
	session := call.GetCallContext().GetSessionId()
	ids, err := structpb.NewStruct(map[string]any{"call_id": call.GetId(), "turn_id": call.GetCallContext().GetTurnId()})
	if err != nil {
		return nil, err
	}
	entry := &logv1.LogEntry{Level: logv1.LogLevel_LOG_LEVEL_INFO, Message: "remembering", Fields: ids, Time: timestamppb.Now()}
	if _, err := client.Log(ctx, &kernelv1.LogRequest{SessionId: &session, Entries: []*logv1.LogEntry{entry}}); err != nil {
		return nil, err
	}
	event := &kernelv1.EmitRequest{
		SessionId: session, Kind: kernelv1.EventKind_EVENT_KIND_TOOL_RESULT, SchemaVersion: "1", Payload: []byte(argument(call, "text")),
	}
	if _, err := client.Emit(ctx, event); err != nil {
		return nil, err
	}
	block := &contentv1.ContentBlock{Block: &contentv1.ContentBlock_Text{Text: &contentv1.TextBlock{Text: argument(call, "text")}}}
	counted, err := client.CountTokens(ctx, &kernelv1.CountTokensRequest{Content: []*contentv1.ContentBlock{block}})
	if err != nil {
		return nil, err
	}
	return map[string]any{"tokens": counted.GetCount()}, nil
}
