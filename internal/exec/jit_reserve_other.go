//go:build !unix

package exec

import "github.com/tetratelabs/wazero/experimental"

// reservation takes linear memory from the Go heap.
type reservation struct{}

func (r *reservation) allocate(_, max uint64) experimental.LinearMemory {
	return plainMemory(make([]byte, max))
}

// Free does nothing.
func (r *reservation) Free() {}

// zeroPages: see jit_reserve_linux.go.
func zeroPages([]byte) bool { return false }
