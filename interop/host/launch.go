package main

import (
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
)

// launched is a plugin that runs.
type launched struct {
	client   *plugin.Client
	protocol plugin.ClientProtocol
	conn     *grpc.ClientConn
	broker   *plugin.GRPCBroker
	schema   *schema
}

// launchOptions say which plugin, and how.
type launchOptions struct {
	Path string   `json:"path"`
	Args []string `json:"args"`
	// Env is all that the plugin gets besides what go-plugin adds, unless InheritEnv.
	Env        []string `json:"env"`
	InheritEnv bool     `json:"inheritEnv"`
	Cookie     struct {
		Key   string `json:"key"`
		Value string `json:"value"`
	} `json:"cookie"`
	Versions     []int  `json:"versions"`
	AutoMTLS     bool   `json:"autoMtls"`
	Multiplex    bool   `json:"multiplex"`
	SocketGroup  string `json:"socketGroup"`
	StartTimeout int    `json:"startTimeoutMs"`
	// ConnectLater leaves the plugin alone after its handshake, until the first command that needs it.
	ConnectLater bool `json:"connectLater"`
	// Schema is a file with a FileDescriptorSet: the messages of calls and callbacks.
	Schema string `json:"schema"`
}

// anything is what go-plugin calls a plugin: whatever is on the other side of the connection.
type anything struct{ plugin.NetRPCUnsupportedPlugin }

type dispensed struct {
	conn   *grpc.ClientConn
	broker *plugin.GRPCBroker
}

func (anything) GRPCServer(*plugin.GRPCBroker, *grpc.Server) error {
	return errors.New("this is the host")
}

func (anything) GRPCClient(_ context.Context, b *plugin.GRPCBroker, c *grpc.ClientConn) (any, error) {
	return &dispensed{conn: c, broker: b}, nil
}

func (h *host) launch(cmd command, line []byte) (answer, error) {
	var o launchOptions
	if err := json.Unmarshal(line, &o); err != nil {
		return nil, err
	}
	p := &launched{}
	if o.Schema != "" {
		s, err := readSchema(o.Schema)
		if err != nil {
			return nil, err
		}
		p.schema = s
	}
	p.client = plugin.NewClient(h.configOf(o, cmd.Plugin))
	h.mu.Lock()
	h.plugins[cmd.Plugin] = p
	h.mu.Unlock()
	started := time.Now()
	addr, err := p.client.Start()
	if err != nil {
		return nil, err
	}
	result := answer{
		"ms":      ms(started),
		"network": addr.Network(),
		"address": addr.String(),
		"version": p.client.NegotiatedVersion(),
		"pid":     p.client.ReattachConfig().Pid,
	}
	if o.ConnectLater {
		return result, nil
	}
	return result, p.connect()
}

func (h *host) configOf(o launchOptions, name string) *plugin.ClientConfig {
	cmd := exec.Command(o.Path, o.Args...)
	cmd.Env = o.Env
	versions := map[int]plugin.PluginSet{}
	for _, version := range o.Versions {
		versions[version] = plugin.PluginSet{"anything": anything{}}
	}
	config := &plugin.ClientConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			MagicCookieKey:   o.Cookie.Key,
			MagicCookieValue: o.Cookie.Value,
		},
		VersionedPlugins:    versions,
		Cmd:                 cmd,
		SkipHostEnv:         !o.InheritEnv,
		AllowedProtocols:    []plugin.Protocol{plugin.ProtocolGRPC},
		AutoMTLS:            o.AutoMTLS,
		GRPCBrokerMultiplex: o.Multiplex,
		Logger: hclog.New(&hclog.LoggerOptions{
			Level:      hclog.Trace,
			JSONFormat: true,
			Output:     &logForwarder{control: h.control, plugin: name},
		}),
	}
	if o.SocketGroup != "" {
		config.UnixSocketConfig = &plugin.UnixSocketConfig{Group: o.SocketGroup}
	}
	if o.StartTimeout > 0 {
		config.StartTimeout = time.Duration(o.StartTimeout) * time.Millisecond
	}
	return config
}

// connect does what a host does before the first call.
func (p *launched) connect() error {
	if p.conn != nil {
		return nil
	}
	protocol, err := p.client.Client()
	if err != nil {
		return err
	}
	raw, err := protocol.Dispense("anything")
	if err != nil {
		return err
	}
	d := raw.(*dispensed)
	p.protocol, p.conn, p.broker = protocol, d.conn, d.broker
	return nil
}

func (p *launched) ping() (answer, error) {
	if err := p.connect(); err != nil {
		return nil, err
	}
	started := time.Now()
	err := p.protocol.Ping()
	return answer{"ms": ms(started)}, err
}

func (p *launched) kill() (answer, error) {
	started := time.Now()
	p.client.Kill()
	return answer{"ms": ms(started), "exited": p.client.Exited()}, nil
}

func ms(since time.Time) float64 {
	return float64(time.Since(since).Microseconds()) / 1000
}
