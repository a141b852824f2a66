package exec

// plainMemory is linear memory on the Go heap.
type plainMemory []byte

// Reallocate implements experimental.LinearMemory.
func (m plainMemory) Reallocate(size uint64) []byte {
	if size > uint64(len(m)) {
		return nil
	}
	return m[:size]
}

// Free does nothing.
func (m plainMemory) Free() {}
