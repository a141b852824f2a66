package exec

import "maps"

// Memory keeps addresses, and the object of a pointer is found by its address. That is not so for pointers outside of
// their object, which are few: the interpreter keeps theirs by place. A place whose bytes are no longer that pointer
// (they were written, or are no pointer's) has none.

// stray is a stored pointer outside of its object.
type stray struct {
	addr uint64
	inst uint32
}

// stray is the object of the pointer addr at a place, with the shadow of all its bytes, if it was kept.
func (m *memory) stray(at uint64, shadow byte, addr uint64) (uint32, bool) {
	if len(m.strays) == 0 || shadow&ShadowPtr == 0 {
		return 0, false
	}
	s, ok := m.strays[at]
	return s.inst, ok && s.addr == addr
}

// keepStray notes that a pointer is stored at a place.
func (m *memory) keepStray(at, addr uint64, i uint32) {
	if m.wild(addr, i) {
		if m.strays == nil {
			m.strays = map[uint64]stray{}
		}
		m.strays[at] = stray{addr, i}
	} else if len(m.strays) > 0 {
		delete(m.strays, at)
	}
}

// copyStrays is for a copy of n bytes from b to a; pointers have size bytes.
func (m *memory) copyStrays(a, b, n, size uint64) {
	if len(m.strays) == 0 {
		return
	}
	moved := map[uint64]stray{}
	for at, s := range m.strays {
		if at >= b && at+size <= b+n {
			moved[at-b+a] = s
		}
	}
	maps.DeleteFunc(m.strays, func(at uint64, _ stray) bool { return at+size > a && at < a+n })
	maps.Copy(m.strays, moved)
}
