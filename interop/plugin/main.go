// A plugin as programs that use hashicorp/go-plugin have them, for testing hosts. It serves interop.v1.Probe.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

var handshake = plugin.HandshakeConfig{
	ProtocolVersion:  1,
	MagicCookieKey:   "PLUGWRIGHT_INTEROP",
	MagicCookieValue: "plugwright-interop-1",
}

type probe struct {
	plugin.NetRPCUnsupportedPlugin
	broker *plugin.GRPCBroker
}

func (p *probe) GRPCServer(b *plugin.GRPCBroker, s *grpc.Server) error {
	p.broker = b
	s.RegisterService(&grpc.ServiceDesc{
		ServiceName: "interop.v1.Probe",
		HandlerType: (*any)(nil),
		Methods: []grpc.MethodDesc{
			{MethodName: "Echo", Handler: unary(p.echo)},
			{MethodName: "Do", Handler: unary(p.do)},
		},
	}, p)
	return nil
}

func (p *probe) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.New("this is the plugin")
}

func (p *probe) echo(_ context.Context, in *wrapperspb.BytesValue) (*wrapperspb.BytesValue, error) {
	return in, nil
}

// do does what the field "do" says.
func (p *probe) do(ctx context.Context, in *structpb.Struct) (*structpb.Struct, error) {
	switch in.Fields["do"].GetStringValue() {
	case "print":
		fmt.Println("printed on stdout")
		fmt.Fprintln(os.Stderr, "printed on stderr")
	case "crash":
		os.Exit(3)
	case "sleep":
		time.Sleep(time.Duration(in.Fields["ms"].GetNumberValue()) * time.Millisecond)
	case "call back":
		conn, err := p.broker.Dial(uint32(in.Fields["broker"].GetNumberValue()))
		if err != nil {
			return nil, err
		}
		defer func() { _ = conn.Close() }()
		out := &structpb.Struct{}
		return out, conn.Invoke(ctx, "/interop.v1.Callback/Tell", in, out)
	}
	return &structpb.Struct{}, nil
}

func unary[In, Out any](fn func(context.Context, *In) (*Out, error)) grpc.MethodHandler {
	return func(_ any, ctx context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
		in := new(In)
		if err := decode(in); err != nil {
			return nil, err
		}
		return fn(ctx, in)
	}
}

func main() {
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: handshake,
		Plugins:         plugin.PluginSet{"probe": &probe{}},
		GRPCServer: func(options []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(options, grpc.MaxRecvMsgSize(128<<20))...)
		},
	})
}
