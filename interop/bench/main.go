// Program bench is the client that measures servers of gRPC, and a server of its own to measure them against. Messages
// are bytes to it: it spends no time on what is in them.
//
//	bench serve -address SOCKET -reply FILE [-chunk FILE -chunks N]
//	bench calls -address SOCKET -request FILE -inflight N -ms N
//	bench read  -address SOCKET -request FILE
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

const method = "/pluggableharness.tool.v1.ToolService/Invoke"

var (
	address  = flag.String("address", "", "a unix socket")
	request  = flag.String("request", "", "file of the message to send")
	reply    = flag.String("reply", "", "file of the last message to answer")
	chunk    = flag.String("chunk", "", "file of the message to answer before that")
	chunks   = flag.Int("chunks", 0, "how often")
	inflight = flag.Int("inflight", 1, "calls at a time")
	ms       = flag.Int("ms", 1000, "how long to measure")
)

func main() {
	if len(os.Args) < 2 {
		fail(errors.New("what to do is missing"))
	}
	verb := os.Args[1]
	if err := flag.CommandLine.Parse(os.Args[2:]); err != nil {
		fail(err)
	}
	switch verb {
	case "serve":
		serve()
	case "calls":
		measureCalls()
	case "read":
		measureRead()
	default:
		fail(fmt.Errorf("%s is unknown", verb))
	}
}

// raw leaves messages as they are on the wire.
type raw struct{}

func (raw) Name() string                        { return "proto" }
func (raw) Marshal(message any) ([]byte, error) { return *message.(*[]byte), nil }
func (raw) Unmarshal(data []byte, message any) error {
	*message.(*[]byte) = append([]byte(nil), data...)
	return nil
}

func serve() {
	last, piece := read(*reply), read(*chunk)
	listener, err := net.Listen("unix", *address)
	if err != nil {
		fail(err)
	}
	server := grpc.NewServer(grpc.ForceServerCodec(raw{}), grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
		var asked []byte
		if err := stream.RecvMsg(&asked); err != nil {
			return err
		}
		for range *chunks {
			if err := stream.SendMsg(&piece); err != nil {
				return err
			}
		}
		return stream.SendMsg(&last)
	}))
	fmt.Println(*address)
	fail(server.Serve(listener))
}

func dial() *grpc.ClientConn {
	connection, err := grpc.NewClient("unix:"+*address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodec(raw{})))
	if err != nil {
		fail(err)
	}
	return connection
}

// call reads all that is answered, and returns how many bytes and messages that was.
func call(connection *grpc.ClientConn, message []byte) (int, int, error) {
	stream, err := connection.NewStream(context.Background(), &grpc.StreamDesc{ServerStreams: true}, method)
	if err != nil {
		return 0, 0, err
	}
	if err := stream.SendMsg(&message); err != nil {
		return 0, 0, err
	}
	if err := stream.CloseSend(); err != nil {
		return 0, 0, err
	}
	size, count := 0, 0
	for {
		var answered []byte
		err := stream.RecvMsg(&answered)
		if errors.Is(err, io.EOF) {
			return size, count, nil
		}
		if err != nil {
			return 0, 0, err
		}
		size += len(answered)
		count++
	}
}

func measureCalls() {
	connection, message := dial(), read(*request)
	var done atomic.Int64
	var running atomic.Bool
	running.Store(true)
	var workers sync.WaitGroup
	for range *inflight {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for running.Load() {
				if _, count, err := call(connection, message); err != nil || count != 1 {
					fail(fmt.Errorf("%d messages: %w", count, err))
				}
				done.Add(1)
			}
		}()
	}
	// What is compiled at the first calls is not what is measured.
	time.Sleep(time.Duration(*ms) * time.Millisecond / 2)
	before, started := done.Load(), time.Now()
	time.Sleep(time.Duration(*ms) * time.Millisecond)
	counted, took := done.Load()-before, time.Since(started)
	running.Store(false)
	workers.Wait()
	tell(map[string]float64{"perSecond": float64(counted) / took.Seconds()})
}

func measureRead() {
	connection, message := dial(), read(*request)
	started := time.Now()
	size, count, err := call(connection, message)
	if err != nil {
		fail(err)
	}
	tell(map[string]float64{"bytes": float64(size), "messages": float64(count), "seconds": time.Since(started).Seconds()})
}

func tell(found map[string]float64) {
	if err := json.NewEncoder(os.Stdout).Encode(found); err != nil {
		fail(err)
	}
}

func read(file string) []byte {
	if file == "" {
		return nil
	}
	content, err := os.ReadFile(file)
	if err != nil {
		fail(err)
	}
	return content
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
