package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
)

// host keeps the plugins that were launched, by the names that the commands give them, and the calls that run.
type host struct {
	control *control
	mu      sync.Mutex
	plugins map[string]*launched
	calls   map[int]context.CancelFunc
}

func newHost(c *control) *host {
	return &host{control: c, plugins: map[string]*launched{}, calls: map[int]context.CancelFunc{}}
}

// run does one command. Whatever happens, it is answered once with "done".
func (h *host) run(line []byte) {
	var cmd command
	if err := json.Unmarshal(line, &cmd); err != nil {
		h.control.send(answer{"event": "error", "error": err.Error()})
		return
	}
	result, err := h.do(cmd, line)
	if result == nil {
		result = answer{}
	}
	if err != nil {
		result["error"] = err.Error()
	}
	result["id"] = cmd.ID
	result["done"] = true
	h.control.send(result)
}

func (h *host) do(cmd command, line []byte) (answer, error) {
	if cmd.Do == "launch" {
		return h.launch(cmd, line)
	}
	h.mu.Lock()
	p := h.plugins[cmd.Plugin]
	h.mu.Unlock()
	if p == nil {
		return nil, fmt.Errorf("no plugin %q was launched", cmd.Plugin)
	}
	switch cmd.Do {
	case "ping":
		return p.ping()
	case "call":
		return h.call(p, cmd, line)
	case "cancel":
		return h.cancel(line)
	case "serve":
		return h.serve(p, cmd, line)
	case "exited":
		return answer{"exited": p.client.Exited()}, nil
	case "kill":
		return p.kill()
	}
	return nil, errors.New("unknown command: " + cmd.Do)
}

// cancel ends a call as a caller does who is no longer interested.
func (h *host) cancel(line []byte) (answer, error) {
	var options struct {
		Call int `json:"call"`
	}
	if err := json.Unmarshal(line, &options); err != nil {
		return nil, err
	}
	h.mu.Lock()
	cancel := h.calls[options.Call]
	h.mu.Unlock()
	if cancel == nil {
		return answer{"cancelled": false}, nil
	}
	cancel()
	return answer{"cancelled": true}, nil
}
