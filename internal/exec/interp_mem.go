package exec

import (
	"encoding/binary"
	"maps"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// memory is the interpreter's memory: flat bytes with shadow bits, and the
// table of instances. Addresses are absolute; data and shadow begin at FirstObject.
type memory struct {
	data, shadow []byte
	owner        []uint32 // instance that holds the i-th 16 bytes, gap included; 0 none
	insts        []instance
	bump, limit  uint64
	origins      Origins
	placer       *placer          // nil: the usual scheme, where addresses are places of data
	guessed      bool             // an object was accessed at an address that the program cannot know
	strays       map[uint64]stray // by place: pointers outside of their object
	moved        bool             // an Alloc moved an object; no scheme leaves it where it lies
	lost         []uint32         // what the last ir.Tracked did not reach
}

// instance is one object at run time. Number 0 stands for no provenance: no
// access is valid there.
type instance struct {
	base  uint64 // its address
	place uint64 // its index into data; base-FirstObject in the usual scheme
	size  uint64
	alive bool
	heap  bool
	stack bool
	block bool     // made by an Alloc of stack memory
	outer bool     // the caller's: a pointer input leads to it
	fixed bool     // constant: writing is invalid
	reuse bool     // of an object of Layout.Reuse
	site  *ir.Site // of its uninitialised bytes; may be nil
	occ   int
	obj   *ir.Object // nil: allocated, or a pointer input leads to it
	made  *ir.Edge   // where it began
	ended *ir.Edge   // where it ended; nil: not there, or with its function
	// Whether its address was guessed by a pointer that the type does not let lead here, and whether the
	// program made a number of the address, or compared it.
	guessed, exposed bool
}

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

// reserve makes the slices reach up to bump.
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

// own enters instance i into the owner table.
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

// alloc makes a new instance with uninitialised bytes; 0 if memory is used up.
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

// forget makes the bytes of a place uninitialised, with the identities of the place.
func (m *memory) forget(at, size uint64) {
	clear(m.shadow[at : at+size])
	m.origins.clear(at, at+size)
}

// at is the index into data of an address in instance i.
func (m *memory) at(addr uint64, i uint32) uint64 {
	in := &m.insts[i]
	return addr - in.base + in.place
}

// renew makes instance i a new one at the same place (rule 16).
func (m *memory) renew(i uint32, occ int) {
	in := &m.insts[i]
	in.occ = occ
	m.forget(in.place, in.size)
}

// release ends instance i, whose function returns, and gives its place back if
// it can (rule 17).
func (m *memory) release(i uint32) {
	in := &m.insts[i]
	in.alive = false
	if m.placer != nil {
		if in.stack {
			m.placer.released(in.base, in.size, onStack)
		}
		return
	}
	if in.reuse && (in.base+in.size+16)/16*16 == m.bump { // so it is the last one
		m.bump = in.base
		m.insts = m.insts[:i]
		maps.DeleteFunc(m.strays, func(_ uint64, s stray) bool { return s.inst >= i })
	}
}

// zero initialises instance i with zeros.
func (m *memory) zero(i uint32) {
	in := &m.insts[i]
	lo := in.place
	clear(m.data[lo : lo+in.size])
	m.mark(lo, in.size, ShadowInit)
}

// mark sets the shadow of n bytes from index lo.
func (m *memory) mark(lo, n uint64, sh byte) {
	s := m.shadow[lo : lo+n]
	for i := range s {
		s[i] = sh
	}
}

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

// find is the instance whose range [base, base+size] holds addr, dead or alive; 0 if none.
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

// valid reports whether n > 0 bytes at addr may be read by provenance i.
func (m *memory) valid(addr uint64, i uint32, n uint64) bool {
	in := &m.insts[i]
	off := addr - in.base
	if in.guessed && !in.exposed {
		m.guessed = true
	}
	return in.alive && off <= in.size && n <= in.size-off
}

// writable likewise for writing.
func (m *memory) writable(addr uint64, i uint32, n uint64) bool {
	return m.valid(addr, i, n) && !m.insts[i].fixed
}

// wild reports whether a pointer with provenance i lies outside its object.
func (m *memory) wild(addr uint64, i uint32) bool {
	in := &m.insts[i]
	return i != 0 && addr-in.base > in.size
}

// atEnd reports whether addr is not the address of a byte of instance i.
func (m *memory) atEnd(addr uint64, i uint32) bool {
	return addr-m.insts[i].base >= m.insts[i].size
}

// identity is the identity by place of the byte at index at, in instance i.
func (m *memory) identity(at uint64, i uint32) ir.Key {
	in := &m.insts[i]
	site := -1
	if in.site != nil {
		site = in.site.ID
	}
	return ir.Key{Site: site, Occ: in.occ, Off: int64(at - in.place)}
}

// get and put move n = 1, 2, 4, 8 (others byte-wise) bytes at index at.
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

// and and or of the shadow of n bytes at index at.
func (m *memory) shadows(at uint64, n int) (and, or byte) {
	and = 0xff
	for _, s := range m.shadow[at : at+uint64(n)] {
		and &= s
		or |= s
	}
	return and, or
}

// setShadow marks n bytes that were stored.
func (m *memory) setShadow(at uint64, n int, sh byte) {
	s := m.shadow[at : at+uint64(n)]
	for i := range s {
		s[i] = sh
	}
}
