package exec

import "syscall"

// noReserve is a flag of mmap: the system reserves no swap space.
const noReserve = syscall.MAP_NORESERVE

// zeroPages returns the pages of b to the system, so that they read as 0. It returns false if
// they still have their contents.
func zeroPages(b []byte) bool { return syscall.Madvise(b, syscall.MADV_DONTNEED) == nil }
