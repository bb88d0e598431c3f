package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

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

// shell runs a command. All that it has started ends with it, also when the call is cancelled.
func shell(_ *service, ctx context.Context, call *toolv1.ToolCall, emit send) (map[string]any, error) {
	command := exec.Command("sh", "-c", argument(call, "command"))
	command.Dir = call.GetCallContext().GetWorkingDirectory()
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	stdout, outErr := command.StdoutPipe()
	stderr, errErr := command.StderrPipe()
	if err := errors.Join(outErr, errErr); err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	killGroup := func() { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	spare := context.AfterFunc(ctx, killGroup)
	copied := make(chan error, 2)
	lock := &sync.Mutex{}
	go pass(ctx, stdout, chunks{toolv1.OutputStream_OUTPUT_STREAM_STDOUT, emit, lock}, copied)
	go pass(ctx, stderr, chunks{toolv1.OutputStream_OUTPUT_STREAM_STDERR, emit, lock}, copied)

	state, err := command.Process.Wait()
	spare()
	// What the shell has left behind ends before its output is awaited, which would not end otherwise.
	killGroup()
	err = errors.Join(err, <-copied, <-copied)
	if state == nil {
		return nil, err
	}
	status := exitStatus(state)
	return map[string]any{"exit_code": status.ExitCode}, errors.Join(
		err,
		emit(&toolv1.ToolEvent{Event: &toolv1.ToolEvent_ExitStatus_{ExitStatus: status}}),
	)
}

// pass passes on all of a stream, or stops at a cancel: who has left the group may hold the stream open for ever.
func pass(ctx context.Context, from io.ReadCloser, to io.Writer, copied chan<- error) {
	stop := context.AfterFunc(ctx, func() { _ = from.Close() })
	_, err := io.Copy(to, from)
	if stop() {
		_ = from.Close()
	}
	copied <- err
}

func exitStatus(state *os.ProcessState) *toolv1.ToolEvent_ExitStatus {
	wait, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !wait.Signaled() {
		return &toolv1.ToolEvent_ExitStatus{ExitCode: int32(state.ExitCode())}
	}
	name := unix.SignalName(wait.Signal())
	return &toolv1.ToolEvent_ExitStatus{ExitCode: int32(128 + wait.Signal()), Signal: &name}
}
