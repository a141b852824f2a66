//go:build !unix

package exec

import "github.com/tetratelabs/wazero/experimental"

// reservation is linear memory on the Go heap.
type reservation struct{ buf []byte }

func reserve(bytes uint64) (*reservation, error) { return &reservation{make([]byte, bytes)}, nil }

func (r *reservation) allocate(_, _ uint64) experimental.LinearMemory { return r }

// Reallocate implements experimental.LinearMemory.
func (r *reservation) Reallocate(size uint64) []byte {
	if size > uint64(len(r.buf)) {
		return nil
	}
	return r.buf[:size]
}

// Free implements experimental.LinearMemory; it may be called again.
func (r *reservation) Free() { r.buf = nil }

// zeroPages: see jit_reserve_linux.go.
func zeroPages([]byte) bool { return false }
