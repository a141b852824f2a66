//go:build unix && !linux

package exec

const noReserve = 0

// zeroPages: see jit_reserve_linux.go; elsewhere the advice does not promise zeros.
func zeroPages([]byte) bool { return false }
