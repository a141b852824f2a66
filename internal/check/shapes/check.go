// Package shapes re-checks evidence about lists in memory (verify.Shapes): symbolic heaps of separation logic.
//
// # The idea
//
// Check follows all paths from the entry, and from each heap that the evidence has at a location, to the next such
// locations. There, the state must be described by one of the heaps (describes). Paths split where a statement needs
// the first object of a list that may be empty (expose); the other steps are assignments in a small map (step). So the
// rules follow J. Berdine, C. Calcagno, P. W. O'Hearn (Symbolic execution with separation logic. APLAS 2005), without
// their search: a list is unfolded where it is accessed, and folded where it is compared.
//
// Where a statement is not modelled, or no heap describes a state, executions leave the evidence: it proves nothing
// about the locations that they can reach from there. An obligation is proved if no path gets to its error location,
// and executions do not leave the evidence before.
//
// # Numbers and provenance
//
// An access is valid if the pointer was computed from a live object, whatever its number is (package ir, Valid). Heaps
// are about numbers. A register with a value keeps this promise: if the symbol of its value is the address of a byte of
// a live object, the pointer belongs to this object. A pointer that is loaded belongs to the object in which its
// address lies, so the promise holds. A symbol is replaced by another one plus a constant only if both are in one live
// object (carries). A new object can break the promise, if it gets the address of a dead one: then all registers are
// forgotten whose symbols need not be addresses in live objects (anchored).
package shapes

import (
	"context"
	"errors"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// The budgets: edges followed from one heap, and in total.
const (
	stepsOfHeap = 20_000
	stepsOfAll  = 1_000_000
)

// Check returns the obligations among obls that the evidence proves. The reason says why others are not; it may have a
// second line, the heap that nothing describes.
func Check(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Shapes) (proved []*ir.Obligation,
	reason string, err error) {
	c := &checker{ctx: ctx, prog: p, at: map[*ir.Loc][]*verify.Heap{}, left: map[*ir.Loc]bool{},
		bad: map[*ir.Obligation]bool{}}
	for _, a := range ev.At {
		if a.Loc.Func != p.Entry || a.Loc.Kind != ir.Plain {
			return nil, "", errors.New("a heap outside of the entry function, or where executions end")
		}
		if err := wellFormed(p, a.Heap); err != nil {
			return nil, "", err
		}
		c.at[a.Loc] = append(c.at[a.Loc], a.Heap)
	}
	c.arrive(p.Entry.Entry, entry(p))
	if len(c.at[p.Entry.Entry]) == 0 {
		if err := c.walk(p.Entry.Entry, entry(p)); err != nil {
			return nil, "", err
		}
	}
	for _, a := range ev.At {
		if err := c.walk(a.Loc, a.Heap); err != nil {
			return nil, "", err
		}
	}
	for _, o := range obls {
		if !c.bad[o] {
			proved = append(proved, o)
		}
	}
	return proved, c.reason, nil
}

// checker checks one piece of evidence.
type checker struct {
	ctx    context.Context
	prog   *ir.Program
	at     map[*ir.Loc][]*verify.Heap
	left   map[*ir.Loc]bool        // executions may come here after they left the evidence
	bad    map[*ir.Obligation]bool // not proved
	reason string                  // why the first of them is not
	steps  int
}

// walk follows all paths from a location with a state to the next locations that have heaps.
func (c *checker) walk(from *ir.Loc, h *verify.Heap) error {
	type item struct {
		loc *ir.Loc
		s   *state
	}
	todo := []item{{from, newState(c.prog, h)}}
	for steps := 0; len(todo) > 0; {
		it := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range it.loc.Out {
			if c.steps++; c.steps%256 == 0 && c.ctx.Err() != nil {
				return c.ctx.Err()
			}
			if steps++; steps > stepsOfHeap || c.steps > stepsOfAll {
				return errors.New("too many paths between locations with heaps")
			}
			after, ok := step(it.s.copied(), e.Stmt)
			if !ok {
				c.leave(e, "not modelled: "+ir.StmtString(e.Stmt))
				continue
			}
			for _, s := range after {
				if e.To.Kind == ir.Error {
					c.fails(e.To.Obligation, "an error is not excluded: "+e.To.Where())
				}
				if len(c.at[e.To]) > 0 {
					c.arrive(e.To, s.heap)
				} else {
					todo = append(todo, item{e.To, s})
				}
			}
		}
	}
	return nil
}

// arrive checks that one of the heaps at a location with heaps describes a state.
func (c *checker) arrive(l *ir.Loc, h *verify.Heap) {
	for _, t := range c.at[l] {
		if describes(c.prog, t, h) {
			return
		}
	}
	if len(c.at[l]) > 0 {
		c.leaveAt(l, "at "+l.Where()+" no heap of the evidence describes the state\n"+h.String())
	}
}

// fails records that an obligation is not proved.
func (c *checker) fails(o *ir.Obligation, why string) {
	if c.reason == "" {
		c.reason = why
	}
	c.bad[o] = true
}

// leave records that executions leave the evidence over an edge. If it is a call, also the called function, and those
// that it calls, may violate their obligations.
func (c *checker) leave(e *ir.Edge, why string) {
	if call, is := e.Stmt.(*ir.Call); is {
		c.leaveAt(call.Func.Entry, why)
	}
	c.leaveAt(e.To, why)
}

// leaveAt records that executions leave the evidence at a location.
func (c *checker) leaveAt(from *ir.Loc, why string) {
	todo := []*ir.Loc{from}
	for len(todo) > 0 {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if c.left[l] {
			continue
		}
		c.left[l] = true
		if l.Kind == ir.Error {
			c.fails(l.Obligation, why)
		}
		for _, e := range l.Out {
			todo = append(todo, e.To)
			if call, is := e.Stmt.(*ir.Call); is {
				todo = append(todo, call.Func.Entry)
			}
		}
	}
}

// wellFormed checks the sizes and offsets of a heap, and its symbols.
func wellFormed(p *ir.Program, h *verify.Heap) error {
	if h == nil {
		return errors.New("a location without a heap")
	}
	bad := !objects(p, h.Blocks, h.Lists, nil, far)
	h.Values(func(v *verify.HeapValue) { bad = bad || v.Sym != 0 && (v.Off < -far || v.Off > far) })
	top := h.Copy()
	for i := range top.Lists {
		top.Lists[i].Owned = nil
	}
	top.Values(func(v *verify.HeapValue) { bad = bad || v.Sym < 0 })
	for s := range h.Ranges {
		bad = bad || s <= 0
	}
	for _, s := range h.Names {
		bad = bad || s <= 0
	}
	if bad {
		return errors.New("malformed evidence: a heap with wrong sizes, offsets or symbols")
	}
	return nil
}

// objects checks blocks and lists. If owner is not nil, each object of a list owns them.
func objects(p *ir.Program, blocks []verify.HeapBlock, lists []verify.HeapList, owner *verify.HeapOwned,
	size int64) bool {
	ok := true
	inside := func(off int64, t ir.Type, size int64) {
		ok = ok && off >= 0 && size <= far && t.Size() > 0 && off <= size-int64(t.Size()) &&
			(t.Kind == ir.Int || t.Kind == ir.Ptr)
	}
	cells := func(cells []verify.HeapCell, size int64) {
		for _, c := range cells {
			inside(c.Off, c.Type, size)
		}
	}
	if owner != nil {
		cells(owner.Cells, size)
	}
	for _, b := range blocks {
		ok = ok && b.Addr != 0 && (b.Addr > 0) == (owner == nil)
		cells(b.Cells, b.Size)
	}
	for _, l := range lists {
		ok = ok && (owner == nil || l.From.Sym < 0) && l.From.Off == 0 && l.Link >= 0 &&
			l.Link < l.Size && l.Prev >= -1 && l.Min >= 0 && l.Min <= far
		inside(l.Next, p.Model.Ptr(), l.Size)
		if l.Prev >= 0 {
			inside(l.Prev, p.Model.Ptr(), l.Size)
		}
		for i, off := range l.Forks { // far from the other links
			inside(off, p.Model.Ptr(), l.Size)
			ok = ok && l.Prev < 0 && l.Link == 0 && l.Order == nil && !slices.ContainsFunc(l.Links()[:i+1],
				func(n int64) bool { return max(n-off, off-n) < int64(p.Model.Ptr().Size()) })
		}
		for _, f := range l.Facts {
			inside(f.Off, f.Type, l.Size)
		}
		if o := l.Order; o != nil {
			inside(o.Off, o.Type, l.Size)
			_, ranged := typeRange(o.Type)
			ok = ok && ranged
		}
		ok = ok && (l.Owned == nil || objects(p, l.Owned.Blocks, l.Owned.Lists, l.Owned, l.Size))
	}
	return ok
}

// entry returns the heap that describes the states in which the program begins. Large objects are not described.
func entry(p *ir.Program) *verify.Heap {
	s := newState(p, verify.NewHeap())
	for _, o := range p.Objects {
		if o.Size <= 0 || o.Size > far {
			continue
		}
		a := s.fresh()
		s.heap.Names[o] = a
		s.heap.Blocks = append(s.heap.Blocks, verify.HeapBlock{Addr: a, Size: o.Size, Const: o.Const,
			Zero: !o.Uninit && len(o.Init) == 0})
	}
	for _, o := range p.Objects {
		if b := s.block(s.heap.Names[o]); b != nil && !o.Uninit && len(o.Init) <= mostInit {
			b.Zero = true
			for _, i := range o.Init {
				s.put(b, i.Off, i.Val.Type(), i.Val)
			}
		}
	}
	for _, r := range p.Globals {
		var init ir.Expr = &ir.Const{T: r.Type}
		if r.Init != nil {
			init = r.Init
		}
		s.assign(r, init)
		if v := s.heap.Regs[r]; r.Type == p.Model.Size() && v == (verify.HeapValue{}) {
			s.heap.Live[r] = 0
		}
	}
	return s.heap
}

// mostInit bounds the explicit contents of an object that is described.
const mostInit = 64
