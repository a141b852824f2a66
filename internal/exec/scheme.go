package exec

import (
	"sort"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Scheme is an arrangement of objects and functions in memory. The zero value is the usual scheme (Place), which both
// machines support; the others are for the interpreter. They guarantee only what C guarantees: alignment and disjoint
// objects. So the result of a run to which addresses are visible counts only if all schemes give it.
type Scheme struct {
	Kind SchemeKind
	Seed uint64 // for Scattered
}

// SchemeKind is the rule by which a scheme chooses addresses.
type SchemeKind uint8

// Kinds of schemes.
const (
	Usual     SchemeKind = iota
	Rising               // one object after the other, with the least alignment that is allowed
	Falling              // like Rising, but downward from the end of memory
	Packed               // upward, with gaps only for alignment: the end of an object may be the start of the next
	PackedEnd            // like Packed, but downward from the end of memory
	Spread               // far from each other, on pages of their own
	// functions and globals at low addresses, then the heap; the stack grows downward from the end of memory. Freed
	// memory is used again, as C libraries do.
	Segments
	Scattered // at random addresses, given by Seed
)

// Schemes returns the schemes under which a run is repeated if addresses are visible to it.
//
// The packed schemes are among them although C leaves open whether the end of an object equals the start of another:
// gcc does place objects side by side. A run in which the two addresses differ is then impossible in the program that
// gcc compiles, and a run in which they are equal may be impossible with other compilers.
func Schemes() []Scheme {
	return []Scheme{{Kind: Rising}, {Kind: Falling}, {Kind: Packed}, {Kind: PackedEnd}, {Kind: Spread}, {Kind: Segments},
		{Kind: Scattered, Seed: 1}, {Kind: Scattered, Seed: 2}, {Kind: Scattered, Seed: 3}}
}

func (s Scheme) String() string {
	return [...]string{"usual", "rising", "falling", "packed", "packed from the end", "spread", "segments",
		"scattered"}[s.Kind]
}

// storage is the storage duration of an object: it selects the segment in the scheme Segments.
type storage uint8

const (
	static storage = iota // functions, globals
	onStack
	onHeap
)

// placer chooses the addresses of the functions and objects of a run in a scheme, and finds the object at an address.
type placer struct {
	Scheme
	low, high uint64 // bounds of the address space
	at        uint64 // end of the last object; its start if addresses fall
	heap, top uint64 // Segments: the upper end of the heap, the lower end of the stack
	rng       rng
	taken     []interval            // Scattered: the objects, sorted
	free      map[uint64][]interval // Segments: freed heap blocks, by size
	pages     map[uint64][]lodger   // by address>>pageBits: the objects that overlap these 1 KiB
}

// interval is the range [lo, hi) of addresses of an object.
type interval struct{ lo, hi uint64 }

// lodger is an instance with its addresses.
type lodger struct {
	interval
	inst uint32
}

const pageBits = 10

// newPlacer returns a placer for a new run.
func newPlacer(s Scheme, model ir.DataModel) *placer {
	p := &placer{Scheme: s, low: 1 << 20, high: 0xfffff000, pages: map[uint64][]lodger{}}
	if model == ir.LP64 {
		p.high = 0x7ffffffff000
	}
	p.at = p.low
	switch s.Kind {
	case Rising:
		if model == ir.LP64 {
			p.at = 0x555555554000
		}
	case Packed:
		p.at = 0x404000
	case Falling, PackedEnd:
		p.at = p.high
	case Segments:
		p.heap, p.top, p.free = p.high/2, p.high, map[uint64][]interval{}
	case Scattered:
		p.rng = rng(s.Seed)
	}
	return p
}

// find returns the instance that has a byte at addr. If there is none, it returns the instance that ends at addr, or 0.
func (p *placer) find(addr uint64) uint32 {
	end := uint32(0)
	for _, q := range p.pages[addr>>pageBits] {
		switch {
		case addr >= q.lo && addr < q.hi:
			return q.inst
		case addr == q.hi && end == 0:
			end = q.inst
		}
	}
	return end
}

// own records the addresses of instance i. Earlier instances at the same addresses are dead; it removes them.
func (p *placer) own(i uint32, base, size uint64) {
	s := interval{base, base + size}
	for k := s.lo >> pageBits; k <= s.hi>>pageBits; k++ {
		if p.Kind == Segments {
			kept := p.pages[k][:0]
			for _, q := range p.pages[k] {
				if q.hi <= s.lo || q.lo >= s.hi {
					kept = append(kept, q)
				}
			}
			p.pages[k] = kept
		}
		p.pages[k] = append(p.pages[k], lodger{s, i})
	}
}

// place returns the base of a new object; ok is false if no address is free.
func (p *placer) place(size uint64, align int64, what storage) (base uint64, ok bool) {
	a := uint64(max(align, 1))
	if size > p.high/4 {
		return 0, false
	}
	n := max(size, 1)
	up := func(x uint64) uint64 { return (x + a - 1) / a * a }
	// odd returns x, or x+step if x is aligned to more than a.
	odd := func(x uint64, step uint64) uint64 {
		if x/a%2 == 0 {
			return x + step
		}
		return x
	}
	switch p.Kind {
	case Rising:
		base = odd(up(p.at+1), a)
		p.at = base + n
	case Falling:
		base = odd((p.at-n-1)/a*a, -a)
		p.at = base
	case Packed:
		base = up(p.at)
		p.at = base + n
	case PackedEnd:
		base = (p.at - n) / a * a
		p.at = base
	case Spread:
		gap := uint64(1) << 18
		if p.high > 1<<32 {
			gap = 1 << 33
		}
		a = max(a, 1<<16)
		base = up(p.at + gap)
		p.at = base + n
	case Segments:
		return p.segment(size, n, a, what)
	case Scattered:
		return p.scatter(n, a)
	}
	return base, base >= p.low && base < p.high && n <= p.high-base
}

// segment does the work of place in the scheme Segments, which imitates a C library and a compiler. n is max(size, 1).
func (p *placer) segment(size, n, a uint64, what storage) (base uint64, ok bool) {
	switch what {
	case onHeap:
		a = max(a, 16)
		if fs := p.free[size]; len(fs) > 0 && fs[len(fs)-1].lo%a == 0 {
			p.free[size] = fs[:len(fs)-1]
			return fs[len(fs)-1].lo, true
		}
		base = (p.heap + 16 + a - 1) / a * a
		p.heap = base + n
		return base, p.heap < p.high/8*7
	case onStack:
		base = (p.top - n) / a * a
		p.top = base
		return base, base > p.heap
	}
	base = (p.at + a - 1) / a * a
	p.at = base + n
	return base, p.at < p.high/2
}

// scatter does the work of place in the scheme Scattered: it tries random addresses until n bytes are free.
func (p *placer) scatter(n, a uint64) (base uint64, ok bool) {
	for range 64 {
		base = (p.low + p.rng.next()%(p.high-p.low)) / a * a
		if base < p.low || n >= p.high-base {
			continue
		}
		i := sort.Search(len(p.taken), func(i int) bool { return p.taken[i].hi >= base })
		if i < len(p.taken) && p.taken[i].lo <= base+n {
			continue
		}
		p.taken = append(p.taken, interval{})
		copy(p.taken[i+1:], p.taken[i:])
		p.taken[i] = interval{base, base + n}
		return base, true
	}
	return 0, false
}

// released frees the memory of an object that has died; only the scheme Segments uses it again.
func (p *placer) released(base, size uint64, what storage) {
	if p.Kind != Segments {
		return
	}
	switch what {
	case onHeap:
		p.free[size] = append(p.free[size], interval{base, base + size})
	case onStack:
		p.top = max(p.top, base+max(size, 1))
	}
}
