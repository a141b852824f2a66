package exec

import "maps"

// Memory holds addresses only; the object of a loaded pointer is found by its address. This fails for pointers that lie
// outside of their object. The interpreter keeps the objects of these few pointers in a map, by the index into data at
// which the pointer is stored. An entry counts only while the bytes there are still this pointer.

// stray is a stored pointer that lies outside of its object.
type stray struct {
	addr uint64 // the pointer
	inst uint32 // its object
}

// stray returns the object that keepStray recorded for a stored pointer: addr is the pointer, at the index of its first
// byte, and shadow the bitwise and of the shadows of its bytes. The result is false if there is no record.
func (m *memory) stray(at uint64, shadow byte, addr uint64) (uint32, bool) {
	if len(m.strays) == 0 || shadow&ShadowPtr == 0 {
		return 0, false
	}
	s, ok := m.strays[at]
	return s.inst, ok && s.addr == addr
}

// keepStray updates the record for an index at which the pointer addr with provenance i is stored.
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

// copyStrays updates the records for a copy of n bytes from index b to index a; size is the size of a pointer.
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
