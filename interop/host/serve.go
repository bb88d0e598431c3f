package main

import (
	"encoding/json"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/dynamicpb"
)

// serveOptions say what to serve the plugin under a number of the broker.
type serveOptions struct {
	Broker  uint32 `json:"broker"`
	DelayMs int    `json:"delayMs"`
	// Answers by path: "/package.Service/Method". What has none is answered with an empty message.
	Answers map[string]json.RawMessage `json:"answers"`
}

// serve answers the plugin's callbacks, of any service in the schema, and passes each on. It is done at once; the server
// stays until the plugin is killed.
func (h *host) serve(p *launched, cmd command, line []byte) (answer, error) {
	var o serveOptions
	if err := json.Unmarshal(line, &o); err != nil {
		return nil, err
	}
	if err := p.connect(); err != nil {
		return nil, err
	}
	go func() {
		time.Sleep(time.Duration(o.DelayMs) * time.Millisecond)
		p.broker.AcceptAndServe(o.Broker, func(options []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(options, grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
				return h.callback(p, cmd.Plugin, o, stream)
			}))...)
		})
	}()
	return nil, nil
}

func (h *host) callback(p *launched, name string, o serveOptions, stream grpc.ServerStream) error {
	path, _ := grpc.MethodFromServerStream(stream)
	method, err := p.schema.method(path)
	if err != nil {
		return status.Error(codes.Unimplemented, err.Error())
	}
	request := dynamicpb.NewMessage(method.Input())
	if err := stream.RecvMsg(request); err != nil {
		return err
	}
	text, err := p.schema.toJSON(request)
	if err != nil {
		return err
	}
	h.control.send(answer{
		"event": "callback", "plugin": name, "broker": o.Broker, "method": path, "message": json.RawMessage(text),
	})
	response, err := p.schema.fromJSON(o.Answers[path], method.Output())
	if err != nil {
		return status.Error(codes.Internal, err.Error())
	}
	return stream.SendMsg(response)
}
