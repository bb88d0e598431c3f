package main

import (
	"context"
	"errors"
	"sync"
	"time"

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

// patience is how long a call waits for a kernel that has not yet said where it serves its callbacks.
const patience = 5 * time.Second

// kernel is dialled from within the first RPC, never at start-up.
type kernel struct {
	broker *plugin.GRPCBroker
	once   sync.Once
	ready  chan struct{}
	// client is there once ready is closed.
	client kernelv1.KernelCallbackServiceClient
}

// seek starts to look for the kernel. It must not wait until a call needs it: go-plugin forgets within five seconds
// what the kernel has announced, and the kernel announces it once.
func (k *kernel) seek() {
	k.once.Do(func() {
		go func() {
			for {
				// Waits for up to five seconds.
				if connection, err := k.broker.Dial(callbackID); err == nil {
					k.client = kernelv1.NewKernelCallbackServiceClient(connection)
					close(k.ready)
					return
				}
			}
		}()
	})
}

func (k *kernel) callbacks(ctx context.Context) (kernelv1.KernelCallbackServiceClient, error) {
	k.seek()
	select {
	case <-k.ready:
		return k.client, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(patience):
		return nil, errors.New("the kernel serves no callbacks")
	}
}

// remember logs, emits an event and counts the tokens of a text.
func remember(s *service, ctx context.Context, call *toolv1.ToolCall, _ send) (map[string]any, error) {
	client, err := s.kernel.callbacks(ctx)
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
