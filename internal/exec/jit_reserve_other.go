//go:build !unix

package exec

import "github.com/tetratelabs/wazero/experimental"

// reservation is linear memory on the Go heap.
type reservation struct{ buf []byte }

// reserve allocates linear memory of this many bytes.
func reserve(bytes uint64) (*reservation, error) { return &reservation{make([]byte, bytes)}, nil }

// allocate implements experimental.MemoryAllocatorFunc.
func (r *reservation) allocate(_, _ uint64) experimental.LinearMemory { return r }

// Reallocate implements experimental.LinearMemory.
func (r *reservation) Reallocate(size uint64) []byte {
	if size > uint64(len(r.buf)) {
		return nil
	}
	return r.buf[:size]
}

// Free implements experimental.LinearMemory. It may be called several times.
func (r *reservation) Free() { r.buf = nil }

// zeroPages does nothing and returns false, see jit_reserve_linux.go.
func zeroPages([]byte) bool { return false }
