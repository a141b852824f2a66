//go:build unix

package exec

import (
	"fmt"
	"syscall"

	"github.com/tetratelabs/wazero/experimental"
)

// reservation is linear memory straight from the system: pages that are never
// touched cost nothing, and the garbage collector does not count them.
type reservation struct{ buf []byte }

// spare is what is left for threads and the heap, so that they do not fail where memory is reserved just before.
const spare = 256 << 20

// reserve makes one. Where the address space is limited (ulimit -v) there may be no room for it: the heap has none then
// either, and would end the process.
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

func mapped(bytes uint64) ([]byte, error) {
	return syscall.Mmap(-1, 0, int(bytes), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE|noReserve)
}

// allocate gives it to the instance of a module, which has all of it from the beginning.
func (r *reservation) allocate(_, _ uint64) experimental.LinearMemory { return r }

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
