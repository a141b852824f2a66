package exec

import (
	"encoding/binary"
	"maps"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// memory is the interpreter's memory: flat bytes with shadow bits, and the
// table of instances. Index 0 of data and shadow is address FirstObject in the usual
// scheme; in other schemes an instance's index (place) does not depend on its address.
type memory struct {
	data, shadow []byte
	owner        []uint32         // the instance at each 16 bytes of data, including the gap after it; 0 if none
	insts        []instance       // by number of the instance
	bump, limit  uint64           // next free address; no object ends past limit
	origins      Origins          // identities of uninitialised bytes
	placer       *placer          // nil in the usual scheme, where an address follows from the index into data
	guessed      bool             // an object was accessed at an address that the program cannot know
	strays       map[uint64]stray // by index into data: stored pointers outside of their object
	moved        bool             // an Alloc with Moved was executed: in C, realloc might not have moved the object
	lost         []uint32         // heap instances that the last ir.Tracked did not reach
}

// instance is one object at run time. Instance 0 means "no provenance": no
// access to it is valid.
type instance struct {
	base  uint64 // its address
	place uint64 // its index into data; base-FirstObject in the usual scheme
	size  uint64
	alive bool
	heap  bool
	stack bool
	block bool       // made by an Alloc of stack memory
	outer bool       // made by a pointer input: it belongs to the caller of the program
	fixed bool       // constant: writing is invalid
	reuse bool       // its object is in Layout.Reuse
	site  *ir.Site   // site of its uninitialised bytes; may be nil
	occ   int        // occurrence of site
	obj   *ir.Object // nil if made by an Alloc or a pointer input
	made  *ir.Edge   // the edge that made it; nil if it exists from the start
	ended *ir.Edge   // the edge that ended it; nil if it is alive or died with its function
	// guessed: a number became a pointer to it, although the program does not know the address or the type of the pointer
	// does not fit. exposed: the program converted the address to a number, or compared it.
	guessed, exposed bool
}

// reset restores the initial memory of p.
func (m *memory) reset(p *ir.Program, l *Layout, limit uint64) {
	used := m.bump
	m.limit = limit
	m.bump = l.End
	m.guessed, m.moved = false, false
	clear(m.strays)
	m.lost = m.lost[:0]
	m.reserve()
	m.origins.Reset()
	if used > FirstObject {
		clear(m.owner[:(used-FirstObject)/16])
	}
	copy(m.data, l.Image)
	copy(m.shadow, l.Init)
	m.insts = append(m.insts[:0], instance{})
	for _, o := range p.Objects {
		m.insts = append(m.insts, instance{base: l.Base[o.ID], place: l.place[o.ID], size: uint64(o.Size), alive: true,
			fixed: o.Const, site: o.Site, obj: o})
		m.own(uint32(len(m.insts) - 1))
	}
}

// reserve extends data, shadow and owner so that they include all addresses below bump.
func (m *memory) reserve() {
	need := int(m.bump - FirstObject)
	if need <= len(m.data) {
		return
	}
	n := max(need, 2*len(m.data), 1<<16)
	n = (n + 15) / 16 * 16
	m.data = append(m.data, make([]byte, n-len(m.data))...)
	m.shadow = append(m.shadow, make([]byte, n-len(m.shadow))...)
	m.owner = append(m.owner, make([]uint32, n/16-len(m.owner))...)
}

// own enters instance i into the table from addresses to instances.
func (m *memory) own(i uint32) {
	in := &m.insts[i]
	if m.placer != nil {
		m.placer.own(i, in.base, in.size)
		return
	}
	lo, hi := in.place/16, (in.place+in.size)/16
	for k := lo; k <= hi; k++ {
		m.owner[k] = i
	}
}

// alloc makes a new instance with uninitialised bytes and returns its number, 0 if memory is used up.
func (m *memory) alloc(size uint64, align int64, site *ir.Site, occ int, what storage) uint32 {
	at, next, ok := Place(m.bump, size, align, m.limit)
	if !ok {
		return 0
	}
	base := at
	if m.placer != nil {
		if base, ok = m.placer.place(size, align, what); !ok {
			return 0
		}
	}
	m.bump = next
	m.reserve()
	m.forget(at-FirstObject, size)
	m.insts = append(m.insts, instance{base: base, place: at - FirstObject, size: size, alive: true,
		stack: what == onStack, site: site, occ: occ})
	i := uint32(len(m.insts) - 1)
	m.own(i)
	return i
}

// forget makes the bytes at the indices at, ..., at+size-1 uninitialised, and gives them their identities by place
// again.
func (m *memory) forget(at, size uint64) {
	clear(m.shadow[at : at+size])
	m.origins.clear(at, at+size)
}

// at returns the index into data of an address in instance i.
func (m *memory) at(addr uint64, i uint32) uint64 {
	in := &m.insts[i]
	return addr - in.base + in.place
}

// renew turns instance i into a new instance with occurrence occ at the same address (rule 16).
func (m *memory) renew(i uint32, occ int) {
	in := &m.insts[i]
	in.occ = occ
	m.forget(in.place, in.size)
}

// release ends instance i, whose function returns, and frees its memory if
// possible (rule 17).
func (m *memory) release(i uint32) {
	in := &m.insts[i]
	in.alive = false
	if m.placer != nil {
		if in.stack {
			m.placer.released(in.base, in.size, onStack)
		}
		return
	}
	if in.reuse && (in.base+in.size+16)/16*16 == m.bump { // then i is the last instance
		m.bump = in.base
		m.insts = m.insts[:i]
		maps.DeleteFunc(m.strays, func(_ uint64, s stray) bool { return s.inst >= i })
	}
}

// zero initialises the bytes of instance i with zeros.
func (m *memory) zero(i uint32) {
	in := &m.insts[i]
	lo := in.place
	clear(m.data[lo : lo+in.size])
	m.mark(lo, in.size, ShadowInit)
}

// mark sets the shadow of n bytes from index lo to sh.
func (m *memory) mark(lo, n uint64, sh byte) {
	s := m.shadow[lo : lo+n]
	for i := range s {
		s[i] = sh
	}
}

// kill ends instance i at edge e.
func (m *memory) kill(i uint32, e *ir.Edge) {
	in := &m.insts[i]
	in.alive, in.ended = false, e
	switch {
	case m.placer == nil:
	case in.heap:
		m.placer.released(in.base, in.size, onHeap)
	case in.stack:
		m.placer.released(in.base, in.size, onStack)
	}
}

// find returns the instance, dead or alive, whose range [base, base+size] contains addr, or 0.
func (m *memory) find(addr uint64) uint32 {
	if m.placer != nil {
		return m.placer.find(addr)
	}
	if addr < FirstObject || addr >= m.bump {
		return 0
	}
	i := m.owner[(addr-FirstObject)/16]
	if in := &m.insts[i]; i == 0 || addr-in.base > in.size {
		return 0
	}
	return i
}

// valid reports whether a pointer addr with provenance i may read n > 0 bytes. It sets m.guessed if the instance was
// guessed and is not exposed.
func (m *memory) valid(addr uint64, i uint32, n uint64) bool {
	in := &m.insts[i]
	off := addr - in.base
	if in.guessed && !in.exposed {
		m.guessed = true
	}
	return in.alive && off <= in.size && n <= in.size-off
}

// writable is like valid, for a write of n bytes: a constant instance is not writable.
func (m *memory) writable(addr uint64, i uint32, n uint64) bool {
	return m.valid(addr, i, n) && !m.insts[i].fixed
}

// wild reports whether a pointer with provenance i lies outside its object.
func (m *memory) wild(addr uint64, i uint32) bool {
	in := &m.insts[i]
	return i != 0 && addr-in.base > in.size
}

// atEnd reports whether addr is the end of instance i or lies outside of it.
func (m *memory) atEnd(addr uint64, i uint32) bool {
	return addr-m.insts[i].base >= m.insts[i].size
}

// identity returns the identity by place of a byte of instance i, given its index: its site, occurrence and offset.
func (m *memory) identity(at uint64, i uint32) ir.Key {
	in := &m.insts[i]
	site := -1
	if in.site != nil {
		site = in.site.ID
	}
	return ir.Key{Site: site, Occ: in.occ, Off: int64(at - in.place)}
}

// get returns the little-endian number in n bytes; at is the index of the first byte.
func (m *memory) get(at uint64, n int) uint64 {
	b := m.data[at:]
	switch n {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	case 8:
		return binary.LittleEndian.Uint64(b)
	}
	var x uint64
	for k := n - 1; k >= 0; k-- {
		x = x<<8 | uint64(b[k])
	}
	return x
}

// put stores x into n bytes as a little-endian number; at is the index of the first byte.
func (m *memory) put(at uint64, n int, x uint64) {
	b := m.data[at:]
	switch n {
	case 1:
		b[0] = byte(x)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(x))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(x))
	case 8:
		binary.LittleEndian.PutUint64(b, x)
	default:
		for k := 0; k < n; k++ {
			b[k] = byte(x >> (8 * k))
		}
	}
}

// shadows returns the bitwise and, and the bitwise or, of the shadows of n bytes; at is the index of the first byte.
func (m *memory) shadows(at uint64, n int) (and, or byte) {
	and = 0xff
	for _, s := range m.shadow[at : at+uint64(n)] {
		and &= s
		or |= s
	}
	return and, or
}

// setShadow sets the shadow of n bytes to sh; at is the index of the first byte.
func (m *memory) setShadow(at uint64, n int, sh byte) {
	s := m.shadow[at : at+uint64(n)]
	for i := range s {
		s[i] = sh
	}
}
