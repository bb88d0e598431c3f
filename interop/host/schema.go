package main

import (
	"fmt"
	"os"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// schema knows the messages of the services that are called, from their descriptors. So the host needs no generated
// code, and calls any service there is.
type schema struct {
	files *protoregistry.Files
	types *dynamicpb.Types
}

func readSchema(path string) (*schema, error) {
	bytes, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(bytes, &set); err != nil {
		return nil, err
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		return nil, err
	}
	return &schema{files: files, types: dynamicpb.NewTypes(files)}, nil
}

// method finds one by its path: "/package.Service/Method".
func (s *schema) method(path string) (protoreflect.MethodDescriptor, error) {
	name := strings.ReplaceAll(strings.TrimPrefix(path, "/"), "/", ".")
	if s == nil {
		return nil, fmt.Errorf("no schema was given that has %s", name)
	}
	found, err := s.files.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	method, ok := found.(protoreflect.MethodDescriptor)
	if !ok {
		return nil, fmt.Errorf("%s is no method", name)
	}
	return method, nil
}

func (s *schema) fromJSON(json []byte, of protoreflect.MessageDescriptor) (*dynamicpb.Message, error) {
	message := dynamicpb.NewMessage(of)
	if len(json) == 0 {
		return message, nil
	}
	return message, protojson.UnmarshalOptions{Resolver: s.types}.Unmarshal(json, message)
}

func (s *schema) toJSON(message proto.Message) ([]byte, error) {
	return protojson.MarshalOptions{Resolver: s.types}.Marshal(message)
}
