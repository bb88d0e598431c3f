// A host as programs that use hashicorp/go-plugin are: it launches plugins with the real library and does with them what
// it is told to. Commands come as lines of JSON over a unix socket, so that stdin, which go-plugin hands to the plugin,
// is free to be whatever a test wants.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"sync"
)

// answer is what becomes of a command, or a part of it.
type answer map[string]any

// control is the connection to whoever gives the commands.
type control struct {
	mu  sync.Mutex
	enc *json.Encoder
}

func (c *control) send(a answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.enc.Encode(a); err != nil {
		os.Exit(1)
	}
}

// command names what to do; the rest of the line is for whoever does it.
type command struct {
	ID     int    `json:"id"`
	Do     string `json:"do"`
	Plugin string `json:"plugin"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: host CONTROL-SOCKET")
		os.Exit(2)
	}
	conn, err := net.Dial("unix", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	c := &control{enc: json.NewEncoder(conn)}
	h := newHost(c)
	c.send(answer{"event": "ready", "pid": os.Getpid()})
	lines := bufio.NewScanner(conn)
	lines.Buffer(nil, 256<<20)
	for lines.Scan() {
		line := append([]byte(nil), lines.Bytes()...)
		// Each on its own, so that a call can be cancelled and a plugin killed while others run.
		go h.run(line)
	}
}
