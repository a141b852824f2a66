package exec

import (
	"encoding/binary"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file computes which heap objects are reachable (ir.Tracked): from the roots, from global objects and from
// objects of pointer inputs, through the pointers in objects that are reached. Bytes count as a pointer if they were
// stored as one. If addresses became visible in the run (Run.Addr), it may have stored an address as a number; then any
// initialised bytes count.

// root is one of the roots of an ir.Tracked.
type root struct {
	addr   uint64 // for a number: its value
	number bool   // it is a number, without a provenance
	in     uint32 // for a pointer: its object, as the number of the instance (Interp) or as the base (JIT)
}

// pointersIn calls found for each sequence of size (4 or 8) bytes in data that counts as a pointer, with its value. If
// numbers is set, sequences of initialised bytes that were not stored as a pointer count too.
func pointersIn(data, shadow []byte, size int, numbers bool, found func(addr uint64)) {
	mask := byte(ShadowInit | ShadowPtr)
	if numbers {
		mask = ShadowInit
	}
	run := 0 // length of the sequence of qualifying bytes that ends here
	for i, s := range shadow {
		if s&mask != mask {
			run = 0
			continue
		}
		if run++; run < size {
			continue
		}
		if size == 4 {
			found(uint64(binary.LittleEndian.Uint32(data[i-3:])))
		} else {
			found(binary.LittleEndian.Uint64(data[i-7:]))
		}
	}
}

// compileTracked compiles an ir.Tracked for the interpreter.
func compileTracked(e *ir.Valid) (value, error) {
	var ptrs []pointer
	var nums []value
	for _, r := range e.Roots {
		if r.Type().Kind == ir.Ptr {
			p, err := compilePointer(r)
			if err != nil {
				return nil, err
			}
			ptrs = append(ptrs, p)
			continue
		}
		v, err := compileValue(r)
		if err != nil {
			return nil, err
		}
		nums = append(nums, v)
	}
	return func(m *Interp) uint64 {
		var roots []root
		for _, p := range ptrs {
			_, i := p(m)
			roots = append(roots, root{in: i})
		}
		for _, v := range nums {
			roots = append(roots, root{addr: v(m), number: true})
		}
		m.run.Wild = m.run.Wild || len(m.mem.strays) > 0 // tracked ignores the objects of strays
		return toBit(m.mem.tracked(roots, m.prog.Model.Ptr().Size(), m.run.Addr))
	}, nil
}

// tracked reports whether all live heap instances are reachable, and sets m.lost to the unreachable ones. size is the
// size of a pointer; for numbers see pointersIn.
func (m *memory) tracked(roots []root, size int, numbers bool) bool {
	seen := make([]bool, len(m.insts))
	var work []uint32
	reach := func(i uint32) {
		if i != 0 && !seen[i] && m.insts[i].alive {
			seen[i] = true
			work = append(work, i)
		}
	}
	for _, r := range roots {
		if !r.number {
			reach(r.in)
		} else if numbers {
			reach(m.find(r.addr))
		}
	}
	for i := 1; i < len(m.insts); i++ {
		if in := &m.insts[i]; in.outer || in.obj != nil && in.obj.Func == nil {
			reach(uint32(i))
		}
	}
	for len(work) > 0 {
		in := &m.insts[work[len(work)-1]]
		work = work[:len(work)-1]
		pointersIn(m.data[in.place:in.place+in.size], m.shadow[in.place:in.place+in.size], size, numbers,
			func(a uint64) { reach(m.find(a)) })
	}
	m.lost = m.lost[:0]
	for i := range m.insts {
		if in := &m.insts[i]; in.heap && in.alive && !seen[i] {
			m.lost = append(m.lost, uint32(i))
		}
	}
	return len(m.lost) == 0
}

// Left is a heap object that is alive at the end of a run.
type Left struct {
	Size uint64
	Made *ir.Edge // where it was allocated
	Lost bool     // it was not reachable at the last ir.Tracked of the run
}

// Left returns the heap objects that were alive at the end of the last run.
func (m *Interp) Left() (out []Left) {
	for i := range m.mem.insts {
		if in := &m.mem.insts[i]; in.heap && in.alive {
			out = append(out, Left{in.size, in.made, slices.Contains(m.mem.lost, uint32(i))})
		}
	}
	return out
}

// tracked writes code that pushes the value of an ir.Tracked, an i32: the host gets the roots, then computes it.
func (g *exprs) tracked(e *ir.Valid) {
	w := g.w
	for _, r := range e.Roots {
		g.expr(r)
		g.widen(ir.Type{Kind: ir.Int, Bits: r.Type().Bits}, 64)
		if r.Type().Kind == ir.Ptr {
			g.prov(r)
		} else {
			w.I32(-1)
		}
		w.Call(g.host[hostRoot])
	}
	w.Call(g.host[hostTracked])
}

// hostRoot implements the host function root: it collects a root for hostTracked.
func (j *JIT) hostRoot(s []uint64) {
	base := uint32(s[1])
	j.run.roots = append(j.run.roots, root{addr: s[0], number: int32(base) == -1, in: base})
}

// hostTracked implements the host function tracked. It finds all objects by the table of owners.
func (j *JIT) hostTracked(s []uint64) {
	roots := j.run.roots
	j.run.roots = roots[:0]
	bump := j.u32(atBump)
	numbers := j.u32(atFlags)&flagAddr != 0
	size := j.p.Model.Ptr().Size()
	meta := func(base, word uint32) uint32 { return j.u32(base + j.at.meta + word) }
	lookup := func(a uint64) uint32 {
		if a < FirstObject || a >= uint64(bump) {
			return 0
		}
		base := j.u32(uint32(a)/16*4 + j.at.owner)
		if base != 0 && uint32(a)-base > meta(base, metaSize) {
			return 0
		}
		return base
	}
	seen := map[uint32]bool{}
	var work []uint32
	reach := func(base uint32) { // ignores dead objects, base 0, and objects outside of the heap that have no bytes
		n := meta(base, metaRead)
		if !seen[base] && (meta(base, metaInfo)&infoHeap != 0 || n > 0 && n == meta(base, metaSize)) {
			seen[base] = true
			work = append(work, base)
		}
	}
	for _, r := range roots {
		if !r.number {
			reach(r.in)
		} else if numbers {
			reach(lookup(r.addr))
		}
	}
	var heap []uint32
	last := uint32(0)
	for a := uint32(FirstObject); a < bump; a += 16 {
		base := j.u32(a/16*4 + j.at.owner)
		if base == last || base == 0 {
			continue
		}
		last = base
		if info := meta(base, metaInfo); info&infoHeap != 0 {
			heap = append(heap, base)
		} else if info&infoOuter != 0 || base < j.at.heap {
			reach(base)
		}
	}
	for len(work) > 0 {
		base := work[len(work)-1]
		work = work[:len(work)-1]
		n := meta(base, metaSize)
		pointersIn(j.mem[base:][:n], j.mem[base+j.at.shadow:][:n], size, numbers, func(a uint64) { reach(lookup(a)) })
	}
	s[0] = 1
	for _, base := range heap {
		if !seen[base] {
			s[0] = 0
		}
	}
}
