package exec

import "syscall"

const noReserve = syscall.MAP_NORESERVE

// zeroPages gives whole pages back to the system, which makes them 0; false
// if it did not.
func zeroPages(b []byte) bool { return syscall.Madvise(b, syscall.MADV_DONTNEED) == nil }
