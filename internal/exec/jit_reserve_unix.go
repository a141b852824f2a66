//go:build unix

package exec

import (
	"fmt"
	"syscall"

	"github.com/tetratelabs/wazero/experimental"
)

// reservation is linear memory that mmap allocates. Pages that are never touched
// cost nothing, and the garbage collector does not count them.
type reservation struct{ buf []byte }

// spare is the address space in bytes that reserve leaves for threads and the heap.
const spare = 256 << 20

// reserve allocates linear memory of this many bytes. It returns an error if the address space is limited (ulimit -v)
// and less than spare would be left: the process ends if the Go heap cannot grow.
func reserve(bytes uint64) (*reservation, error) {
	rest, err := mapped(spare)
	if err == nil {
		defer func() { _ = syscall.Munmap(rest) }()
		var buf []byte
		if buf, err = mapped(bytes); err == nil {
			return &reservation{buf}, nil
		}
	}
	return nil, fmt.Errorf("no address space for %d MB of the program's memory (is it limited, as by ulimit -v?): %w",
		bytes>>20, err)
}

// mapped maps anonymous memory of this many bytes.
func mapped(bytes uint64) ([]byte, error) {
	return syscall.Mmap(-1, 0, int(bytes), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE|noReserve)
}

// allocate implements experimental.MemoryAllocatorFunc: a module gets the whole reservation at once.
func (r *reservation) allocate(_, _ uint64) experimental.LinearMemory { return r }

// Reallocate implements experimental.LinearMemory.
func (r *reservation) Reallocate(size uint64) []byte {
	if size > uint64(len(r.buf)) {
		return nil
	}
	return r.buf[:size]
}

// Free implements experimental.LinearMemory. It may be called several times.
func (r *reservation) Free() {
	if r.buf != nil {
		_ = syscall.Munmap(r.buf)
		r.buf = nil
	}
}
