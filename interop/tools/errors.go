package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	toolv1 "plugwright/interop/stubs/pluggableharness/tool/v1"
)

// failure is an expected failure with its category.
type failure struct {
	category toolv1.ToolErrorCategory
	message  string
}

func (f *failure) Error() string { return f.message }

func fail(category toolv1.ToolErrorCategory, format string, args ...any) error {
	return &failure{category, fmt.Sprintf(format, args...)}
}

func invalid(format string, args ...any) error {
	return fail(toolv1.ToolErrorCategory_TOOL_ERROR_CATEGORY_INVALID_ARGUMENTS, format, args...)
}

// toolError is what an error is on the wire.
func toolError(err error) *toolv1.ToolError {
	var known *failure
	switch {
	case errors.As(err, &known):
		return &toolv1.ToolError{Category: known.category, Message: known.message}
	case errors.Is(err, context.Canceled):
		return &toolv1.ToolError{Category: toolv1.ToolErrorCategory_TOOL_ERROR_CATEGORY_CANCELLED, Message: "the caller cancelled the call"}
	case errors.Is(err, context.DeadlineExceeded):
		return &toolv1.ToolError{Category: toolv1.ToolErrorCategory_TOOL_ERROR_CATEGORY_TIMEOUT, Message: "the call ran out of time", Retryable: true}
	default:
		return &toolv1.ToolError{Category: toolv1.ToolErrorCategory_TOOL_ERROR_CATEGORY_EXECUTION_FAILED, Message: err.Error()}
	}
}

// categoryName is the category in the words of the specification, such as not_found.
func categoryName(event *toolv1.ToolError) string {
	return strings.ToLower(strings.TrimPrefix(event.Category.String(), "TOOL_ERROR_CATEGORY_"))
}

var codesOf = map[toolv1.ToolErrorCategory]codes.Code{
	toolv1.ToolErrorCategory_TOOL_ERROR_CATEGORY_INVALID_ARGUMENTS: codes.InvalidArgument,
	toolv1.ToolErrorCategory_TOOL_ERROR_CATEGORY_NOT_FOUND:         codes.NotFound,
	toolv1.ToolErrorCategory_TOOL_ERROR_CATEGORY_CANCELLED:         codes.Canceled,
	toolv1.ToolErrorCategory_TOOL_ERROR_CATEGORY_TIMEOUT:           codes.DeadlineExceeded,
}

// statusOf is what an error is as the status of an RPC: with an ErrorInfo, then the ToolError.
func statusOf(err error) error {
	event := toolError(err)
	code, known := codesOf[event.Category]
	if !known {
		code = codes.Internal
	}
	info := &errdetails.ErrorInfo{Domain: "tool.pluggableharness.dev", Reason: categoryName(event)}
	detailed, detailErr := status.New(code, event.Message).WithDetails(info, event)
	if detailErr != nil {
		return status.Error(code, event.Message)
	}
	return detailed.Err()
}
