//go:build unix && !linux

package exec

// noReserve is a flag of mmap, see jit_reserve_linux.go; other systems have none.
const noReserve = 0

// zeroPages does nothing and returns false: unlike on Linux (jit_reserve_linux.go), MADV_DONTNEED does not guarantee
// zeros.
func zeroPages([]byte) bool { return false }
