// A tool plugin written in Go on hashicorp/go-plugin, with stubs made from our .proto files. It is right in
// everything, so the test kernel must find nothing.
package main

import (
	"context"
	"errors"
	"os"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	toolv1 "plugwright/interop/stubs/pluggableharness/tool/v1"
)

var handshake = plugin.HandshakeConfig{
	ProtocolVersion:  1,
	MagicCookieKey:   "PLUGGABLEHARNESS_AGENT_PLUGIN",
	MagicCookieValue: "pluggableharness-agent-v1-a6f3c9d2-plugin-handshake",
}

// logger writes what the kernel reads as records: JSON on stderr.
var logger = hclog.New(&hclog.LoggerOptions{Level: hclog.Debug, Output: os.Stderr, JSONFormat: true})

type toolPlugin struct {
	plugin.NetRPCUnsupportedPlugin
}

func (toolPlugin) GRPCServer(broker *plugin.GRPCBroker, server *grpc.Server) error {
	toolv1.RegisterToolServiceServer(server, &service{kernel: &kernel{broker: broker, ready: make(chan struct{})}, log: logger})
	return nil
}

func (toolPlugin) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.New("this is the plugin")
}

func main() {
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: handshake,
		Plugins:         plugin.PluginSet{"tool": toolPlugin{}},
		GRPCServer:      plugin.DefaultGRPCServer,
		Logger:          logger,
	})
}
