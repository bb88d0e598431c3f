package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

// callOptions say what to call. The messages are sent one after the other; a method that is not streaming takes one.
type callOptions struct {
	Method   string            `json:"method"`
	Messages []json.RawMessage `json:"messages"`
	// Wire is one message as a later version encodes it, in place of the others.
	Wire []byte `json:"wire"`
	// Fill sets a field of bytes or text of the first message to this many letters.
	Fill *struct {
		Field string `json:"field"`
		Bytes int    `json:"bytes"`
	} `json:"fill"`
	// Unknown adds a field that the other side's schema does not have.
	Unknown   bool              `json:"unknown"`
	Metadata  map[string]string `json:"metadata"`
	TimeoutMs int               `json:"timeoutMs"`
	// Sizes asks for the size of each answer instead of the answer.
	Sizes bool `json:"sizes"`
}

// call makes one call and passes on every answer as it comes. How it ended is in the result, and no error of the host.
func (h *host) call(p *launched, cmd command, line []byte) (answer, error) {
	var o callOptions
	if err := json.Unmarshal(line, &o); err != nil {
		return nil, err
	}
	method, err := p.schema.method(o.Method)
	if err != nil {
		return nil, err
	}
	messages, err := p.schema.messagesOf(o, method.Input())
	if err != nil {
		return nil, err
	}
	if err := p.connect(); err != nil {
		return nil, err
	}
	ctx, cancel := h.contextOf(cmd.ID, o)
	defer cancel()
	started := time.Now()
	trailer, err := h.exchange(ctx, p, cmd.ID, o, method, messages)
	result := answer{"ms": ms(started), "trailer": trailer}
	for key, value := range p.schema.describe(err) {
		result[key] = value
	}
	return result, nil
}

func (h *host) contextOf(id int, o callOptions) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	if o.TimeoutMs > 0 {
		ctx, cancel = context.WithTimeout(ctx, time.Duration(o.TimeoutMs)*time.Millisecond)
	}
	for key, value := range o.Metadata {
		ctx = metadata.AppendToOutgoingContext(ctx, key, value)
	}
	h.mu.Lock()
	h.calls[id] = cancel
	h.mu.Unlock()
	return ctx, func() {
		cancel()
		h.mu.Lock()
		delete(h.calls, id)
		h.mu.Unlock()
	}
}

func (h *host) exchange(
	ctx context.Context, p *launched, id int, o callOptions,
	method protoreflect.MethodDescriptor, messages []*dynamicpb.Message,
) (metadata.MD, error) {
	desc := &grpc.StreamDesc{ServerStreams: method.IsStreamingServer(), ClientStreams: method.IsStreamingClient()}
	stream, err := p.conn.NewStream(ctx, desc, o.Method)
	if err != nil {
		return nil, err
	}
	for _, message := range messages {
		if err := stream.SendMsg(message); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	if err := stream.CloseSend(); err != nil {
		return nil, err
	}
	for {
		message := dynamicpb.NewMessage(method.Output())
		if err := stream.RecvMsg(message); errors.Is(err, io.EOF) {
			return stream.Trailer(), nil
		} else if err != nil {
			return stream.Trailer(), err
		}
		h.pass(p, id, o, message)
		if !method.IsStreamingServer() {
			return stream.Trailer(), nil
		}
	}
}

func (h *host) pass(p *launched, id int, o callOptions, message *dynamicpb.Message) {
	if o.Sizes {
		h.control.send(answer{"id": id, "size": proto.Size(message)})
		return
	}
	text, err := p.schema.toJSON(message)
	if err != nil {
		h.control.send(answer{"id": id, "unreadable": err.Error()})
		return
	}
	h.control.send(answer{"id": id, "message": json.RawMessage(text)})
}

func (s *schema) messagesOf(o callOptions, of protoreflect.MessageDescriptor) ([]*dynamicpb.Message, error) {
	if len(o.Wire) > 0 {
		message := dynamicpb.NewMessage(of)
		return []*dynamicpb.Message{message}, proto.Unmarshal(o.Wire, message)
	}
	texts := o.Messages
	if len(texts) == 0 {
		texts = []json.RawMessage{nil}
	}
	messages := make([]*dynamicpb.Message, 0, len(texts))
	for _, text := range texts {
		message, err := s.fromJSON(text, of)
		if err != nil {
			return nil, err
		}
		messages = append(messages, message)
	}
	if o.Fill != nil {
		field := of.Fields().ByName(protoreflect.Name(o.Fill.Field))
		if field == nil {
			return nil, errors.New("no field " + o.Fill.Field)
		}
		messages[0].Set(field, filled(field, o.Fill.Bytes))
	}
	if o.Unknown {
		unknown := protowire.AppendTag(nil, 50_000, protowire.BytesType)
		messages[0].SetUnknown(protowire.AppendString(unknown, "from a later version"))
	}
	return messages, nil
}

func filled(field protoreflect.FieldDescriptor, count int) protoreflect.Value {
	letters := make([]byte, count)
	for i := range letters {
		letters[i] = 'x'
	}
	if field.Kind() == protoreflect.StringKind {
		return protoreflect.ValueOfString(string(letters))
	}
	return protoreflect.ValueOfBytes(letters)
}

// describe tells a status as a client sees it, with its details as JSON.
func (s *schema) describe(err error) answer {
	st := status.Convert(err)
	details := []json.RawMessage{}
	for _, any := range st.Proto().GetDetails() {
		text, err := s.toJSON(any)
		if err != nil {
			text, _ = json.Marshal(map[string]string{"@type": any.GetTypeUrl(), "unreadable": err.Error()})
		}
		details = append(details, text)
	}
	return answer{"code": st.Code().String(), "text": st.Message(), "details": details}
}
