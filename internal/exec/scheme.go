package exec

import (
	"sort"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Scheme says where objects and functions lie. The zero value is the usual one (Place), which both
// machines know; the others are for the interpreter. A run that looks at addresses shows something only
// if it shows it under all of them: they keep what C promises, alignment and disjoint objects, and
// nothing else.
type Scheme struct {
	Kind SchemeKind
	Seed uint64 // of Scattered
}

// SchemeKind is a way to arrange memory.
type SchemeKind uint8

// Kinds of schemes.
const (
	Usual     SchemeKind = iota
	Rising               // one after the other, aligned no more than they must be
	Falling              // the same downward from the end of memory
	Packed               // rising; no gaps but for alignment: the end of one object may be the start of the next
	PackedEnd            // the same downward
	Spread               // far from each other, on pages of their own
	// functions and globals below, then the heap, the stack falling from above; what is freed is used again, as C
	// libraries do
	Segments
	Scattered // anywhere, by Seed
)

// Schemes are those under which a run that looks at addresses is repeated.
//
// Packed ones are among them although the result of comparing the end of an object with the start of
// another is the compiler's: gcc does lay objects side by side, so that a run that takes them for
// different shows nothing of the program that gcc makes, and one that takes them for equal nothing of others.
func Schemes() []Scheme {
	return []Scheme{{Kind: Rising}, {Kind: Falling}, {Kind: Packed}, {Kind: PackedEnd}, {Kind: Spread}, {Kind: Segments},
		{Kind: Scattered, Seed: 1}, {Kind: Scattered, Seed: 2}, {Kind: Scattered, Seed: 3}}
}

func (s Scheme) String() string {
	return [...]string{"usual", "rising", "falling", "packed", "packed from the end", "spread", "segments",
		"scattered"}[s.Kind]
}

// storage is what an object is for.
type storage uint8

const (
	static storage = iota // functions, globals
	onStack
	onHeap
)

// placer gives objects their addresses in a scheme.
type placer struct {
	Scheme
	low, high uint64 // of the address space
	at        uint64 // where the next one goes
	heap, top uint64 // Segments: the end of the heap, of the stack
	rng       rng
	taken     []interval            // Scattered: sorted
	free      map[uint64][]interval // Segments: freed blocks by size
	pages     map[uint64][]lodger   // what lies in 1 KiB
}

type interval struct{ lo, hi uint64 } // hi is the end, a byte that is no one's

type lodger struct {
	interval
	inst uint32
}

const pageBits = 10

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

// find gives the instance at an address: the one with a byte there, else the one that ends there.
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

// own notes where instance i lies; who was there before is dead.
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

// place gives the base of a new object.
func (p *placer) place(size uint64, align int64, what storage) (base uint64, ok bool) {
	a := uint64(max(align, 1))
	if size > p.high/4 {
		return 0, false
	}
	n := max(size, 1)
	up := func(x uint64) uint64 { return (x + a - 1) / a * a }
	// odd is the next address that is aligned to a and to nothing more.
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

// segment places an object as a C library and a compiler do.
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

// scatter looks for a free place.
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

// released says that an object died.
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
