package vc

import (
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes facts about objects that an arbitrary state does not list. A pointer in such a state may lead to an
// object that was made before, in a loop or by code that is not encoded. Such an object has a number too, the value of
// Value.Obj. With Owners, three arrays over these numbers have its size, whether it is on the heap and whether it is
// constant. All states share these arrays. A fourth array is part of the state: it has for each number whether the
// object is alive. With these arrays an invariant may state writable(p, 4*n), and the invariant implies that p + 4*i is
// writable after the next block.
//
//	L2 arbitrary: p.Obj = o     writable(p, m)  is  live[o] and 0 <= p <= size[o] - m
//	free q                      live := live without q.Obj
//
// If several objects may die at once, live becomes a fresh array. If live is nil, nothing is known.

// Owners makes arbitrary states keep facts about objects that they do not list, if the program has conditions about
// memory. It must be called before the first state is made.
func (e *Encoder) Owners() { e.owners.enabled = Asks(e.Prog) }

// Asks reports whether a condition of the program is about memory (ir.Valid).
func Asks(p *ir.Program) bool {
	return slices.ContainsFunc(p.Funcs, func(f *ir.Func) bool {
		return slices.ContainsFunc(f.Edges, func(ed *ir.Edge) bool {
			a, ok := ed.Stmt.(*ir.Assume)
			return ok && ir.Asks(a.Cond) != nil
		})
	})
}

// ownerArrays has the arrays that all states share: size in bytes, whether the object is on the heap, whether it is
// constant.
type ownerArrays struct{ size, heap, fixed *term.Term }

// tables returns the shared arrays, and makes them at the first call.
func (ow *owners) tables() *ownerArrays {
	if ow.arrays == nil {
		array := func(name string, elem term.Sort) *term.Term {
			return ow.C.Fresh(name, term.ArraySort(ow.objSort(), elem))
		}
		ow.arrays = &ownerArrays{array("size", ow.indexSort()), array("heap", term.BoolSort), array("fixed", term.BoolSort)}
	}
	return ow.arrays
}

// fresh returns a live array about which nothing is known.
func (ow *owners) fresh() *term.Term {
	return ow.C.Fresh("live", term.ArraySort(ow.objSort(), term.BoolSort))
}

// forget returns s with a fresh live array: any object that s does not list may have died. If s has no live array, it
// returns s.
func (ow *owners) forget(s *State) *State {
	if s.live == nil {
		return s
	}
	n := *s
	n.live = ow.fresh()
	return &n
}

// join returns the live array that equals a where c holds, else b; nil if one of them is nil.
func (ow *owners) join(c, a, b *term.Term) *term.Term {
	if a == nil || b == nil {
		return nil
	}
	return ow.C.Ite(c, a, b)
}

// size returns the size of an object that is not listed.
func (ow *owners) size(s *State, obj *term.Term) *Value {
	ot := offset(ow.Prog.Model.Ptr())
	v := &Value{T: ow.C.Select(ow.tables().size, obj)}
	if ow.Enc == Ints {
		_, hi := limits(ot)
		v.Lo, v.Hi = new(big.Int), hi
		v.T = ow.cells.boundedSelect(s, v.T, v.Lo, v.Hi)
	}
	return v
}

// answer returns the answer to a question about the object of p, which is not listed; n is the number of bytes, if the
// question has one.
func (ow *owners) answer(s *State, what ir.Question, p, n *Value) *term.Term {
	ot := offset(ow.Prog.Model.Ptr())
	zero := ow.a.konst(ot, 0)
	live := ow.C.Select(s.live, p.Obj)
	if what == ir.Dynamic {
		return ow.C.Select(ow.tables().heap, p.Obj)
	}
	if what == ir.Freeable {
		return ow.C.And(live, ow.C.Select(ow.tables().heap, p.Obj), ow.a.compare(s, ir.Eq, ot, p, zero))
	}
	size := ow.size(s, p.Obj)
	var room *Value
	if a, ok := ow.a.(*intArith); ok {
		room = a.exact(ir.Sub, size, a.known(s, n))
	} else {
		room = ow.a.binary(nil, ir.Sub, ot, size, n)
	}
	out := []*term.Term{live, ow.a.compare(s, ir.Le, ot, zero, n), ow.a.compare(s, ir.Le, ot, zero, p),
		ow.a.compare(s, ir.Le, ot, zero, size), ow.a.compare(s, ir.Le, ot, p, room)}
	if what == ir.Writable {
		out = append(out, ow.C.Not(ow.C.Select(ow.tables().fixed, p.Obj)))
	}
	return ow.C.And(out...)
}

// freed returns the live array after a Free of p, which may lead to an object that is not listed.
func (ow *owners) freed(s *State, p *Value, kind ir.AllocKind) *term.Term {
	if s.live == nil {
		return nil
	}
	ids, _ := ow.objs.targets(s, p)
	open := ow.objs.untracked(ids, p)
	switch {
	case open.IsFalse():
		return s.live
	case kind != ir.Heap || ow.objs.nameless(p):
		return ow.fresh()
	}
	hit := ow.C.And(open, ow.C.Select(ow.tables().heap, p.Obj), ow.C.Eq(p.T, ow.zero(ow.Prog.Model.Ptr())))
	return ow.C.Store(s.live, p.Obj, ow.C.And(ow.C.Select(s.live, p.Obj), ow.C.Not(hit)))
}

// nameless reports whether a pointer may have the object untracked, which represents many objects.
func (ob *objects) nameless(p *Value) bool {
	ids, _ := ob.leaves(p.Obj)
	for _, id := range ids {
		if id == untracked {
			return true
		}
	}
	return false
}

// diesWith reports whether objects that a state may not list die when f returns.
func (cx *contexts) diesWith(f *ir.Func) bool {
	if cx.keepsObjects(f) {
		return true
	}
	for _, o := range f.Objects {
		if !cx.pts.NonEscaping(o) {
			return true
		}
	}
	return false
}
