package main

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"sync"
	"syscall"
	"time"

	toolv1 "plugwright/interop/stubs/pluggableharness/tool/v1"
)

// chunks passes on what a process writes to one of its streams.
type chunks struct {
	stream toolv1.OutputStream
	emit   send
	// lock is shared by both streams: a gRPC stream takes one message at a time.
	lock *sync.Mutex
}

func (c chunks) Write(data []byte) (int, error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	return len(data), c.emit(output(c.stream, data))
}

var _ io.Writer = chunks{}

// shell runs a command, which dies with all its children when the call is cancelled.
func shell(_ *service, ctx context.Context, call *toolv1.ToolCall, emit send) (map[string]any, error) {
	command := exec.CommandContext(ctx, "sh", "-c", argument(call, "command"))
	command.Dir = call.GetCallContext().GetWorkingDirectory()
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = time.Second
	lock := &sync.Mutex{}
	command.Stdout = chunks{toolv1.OutputStream_OUTPUT_STREAM_STDOUT, emit, lock}
	command.Stderr = chunks{toolv1.OutputStream_OUTPUT_STREAM_STDERR, emit, lock}
	err := command.Run()
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		return nil, err
	}
	status := &toolv1.ToolEvent_ExitStatus{ExitCode: int32(command.ProcessState.ExitCode())}
	if wait, ok := command.ProcessState.Sys().(syscall.WaitStatus); ok && wait.Signaled() {
		name := signals[wait.Signal()]
		status.ExitCode, status.Signal = int32(128+wait.Signal()), &name
	}
	err = emit(&toolv1.ToolEvent{Event: &toolv1.ToolEvent_ExitStatus_{ExitStatus: status}})
	return map[string]any{"exit_code": status.ExitCode}, errors.Join(err, ctx.Err())
}

var signals = map[syscall.Signal]string{syscall.SIGKILL: "SIGKILL", syscall.SIGTERM: "SIGTERM"}
