package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"google.golang.org/protobuf/types/known/structpb"

	toolv1 "plugwright/interop/stubs/pluggableharness/tool/v1"
)

func echo(_ *service, _ context.Context, call *toolv1.ToolCall, _ send) (map[string]any, error) {
	return map[string]any{"text": argument(call, "text")}, nil
}

func finish(_ *service, _ context.Context, call *toolv1.ToolCall, _ send) (map[string]any, error) {
	return map[string]any{"summary": argument(call, "summary")}, nil
}

func ask(*service, context.Context, *toolv1.ToolCall, send) (map[string]any, error) {
	return nil, fail(toolv1.ToolErrorCategory_TOOL_ERROR_CATEGORY_EXECUTION_FAILED, "the kernel asks the human")
}

// appendText fails if another call writes to the file meanwhile.
func appendText(_ *service, ctx context.Context, call *toolv1.ToolCall, _ send) (map[string]any, error) {
	path := argument(call, "path")
	if !filepath.IsAbs(path) {
		path = filepath.Join(call.GetCallContext().GetWorkingDirectory(), path)
	}
	lock, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	defer func() { _ = errors.Join(lock.Close(), os.Remove(path+".lock")) }()
	if err := wait(ctx, 50*time.Millisecond); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	bytes, err := file.WriteString(argument(call, "text"))
	return map[string]any{"bytes": bytes}, errors.Join(err, file.Close())
}

func count(_ *service, ctx context.Context, call *toolv1.ToolCall, emit send) (map[string]any, error) {
	to, err := whole(call, "to")
	if err != nil {
		return nil, err
	}
	for n := 1; n <= to; n++ {
		fraction := float64(n) / float64(to)
		progress := &toolv1.ToolEvent_Progress{Message: fmt.Sprintf("at %d", n), FractionComplete: &fraction}
		payload, err := structpb.NewStruct(map[string]any{"n": n})
		if err != nil {
			return nil, err
		}
		err = errors.Join(
			emit(&toolv1.ToolEvent{Event: &toolv1.ToolEvent_Progress_{Progress: progress}}),
			emit(&toolv1.ToolEvent{Event: &toolv1.ToolEvent_PartialResult_{PartialResult: &toolv1.ToolEvent_PartialResult{Payload: payload}}}),
			emit(output(toolv1.OutputStream_OUTPUT_STREAM_STDOUT, fmt.Appendf(nil, "%d\n", n))),
			ctx.Err(),
		)
		if err != nil {
			return nil, err
		}
	}
	return map[string]any{"count": to}, nil
}

func output(stream toolv1.OutputStream, data []byte) *toolv1.ToolEvent {
	return &toolv1.ToolEvent{Event: &toolv1.ToolEvent_OutputChunk_{OutputChunk: &toolv1.ToolEvent_OutputChunk{Stream: stream, Data: data}}}
}

func sleep(_ *service, ctx context.Context, call *toolv1.ToolCall, _ send) (map[string]any, error) {
	ms, err := whole(call, "ms")
	if err != nil {
		return nil, err
	}
	if err := wait(ctx, time.Duration(ms)*time.Millisecond); err != nil {
		return nil, err
	}
	return map[string]any{"ms": ms}, nil
}

func wait(ctx context.Context, pause time.Duration) error {
	select {
	case <-time.After(pause):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
