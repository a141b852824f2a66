//go:build unix

package exec

import (
	"syscall"

	"github.com/tetratelabs/wazero/experimental"
)

// reservation is linear memory straight from the system: pages that are never
// touched cost nothing, and the garbage collector does not count them.
type reservation struct{ buf []byte }

func (r *reservation) allocate(_, max uint64) experimental.LinearMemory {
	buf, err := syscall.Mmap(-1, 0, int(max), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE|noReserve)
	if err == nil {
		r.buf = buf
		return r
	}
	return plainMemory(make([]byte, max))
}

// Reallocate implements experimental.LinearMemory.
func (r *reservation) Reallocate(size uint64) []byte {
	if size > uint64(len(r.buf)) {
		return nil
	}
	return r.buf[:size]
}

// Free implements experimental.LinearMemory; it may be called again.
func (r *reservation) Free() {
	if r.buf != nil {
		_ = syscall.Munmap(r.buf)
		r.buf = nil
	}
}
