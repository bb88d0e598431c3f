package main

import (
	"bytes"
	"encoding/json"
)

// logForwarder passes on what go-plugin logs: its own remarks, and what it made of the plugin's stderr.
type logForwarder struct {
	control *control
	plugin  string
}

func (f *logForwarder) Write(entry []byte) (int, error) {
	var fields map[string]any
	if err := json.Unmarshal(bytes.TrimSpace(entry), &fields); err != nil {
		fields = map[string]any{"@message": string(entry)}
	}
	f.control.send(answer{"event": "log", "plugin": f.plugin, "entry": fields})
	return len(entry), nil
}
