package vc

import (
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Objects that an arbitrary state does not list. A pointer there may mean one that was made before, by a loop or out of
// sight. Such an object has a number too, the value of Value.Obj, and with Owners three arrays over these numbers, the
// same in all states, say how large it is, whether it is of the heap, whether it is constant; a fourth, of the state,
// which of them live. So an invariant may say writable(p, 4*n), and what it says holds of p + 4*i after the next block.
//
//	L2 arbitrary: p.Obj = o     writable(p, m)  is  live[o] and 0 <= p <= size[o] - m
//	free q                      live := live without q.Obj
//
// Where several lives may end at once, live is new. Where it is nil nothing is known.

// Owners makes arbitrary states answer questions about objects that they do not list, if the program asks any. To be
// called before the first.
func (e *Encoder) Owners() { e.owners = Asks(e.Prog) }

// Asks reports whether a program asks about memory.
func Asks(p *ir.Program) bool {
	return slices.ContainsFunc(p.Funcs, func(f *ir.Func) bool {
		return slices.ContainsFunc(f.Edges, func(ed *ir.Edge) bool {
			a, ok := ed.Stmt.(*ir.Assume)
			return ok && ir.Asks(a.Cond) != nil
		})
	})
}

// ownerArrays are the arrays that no state changes.
type ownerArrays struct{ size, heap, fixed *term.Term }

func (e *Encoder) ownerTables() *ownerArrays {
	if e.owned == nil {
		array := func(name string, elem term.Sort) *term.Term {
			return e.C.Fresh(name, term.ArraySort(e.objSort(), elem))
		}
		e.owned = &ownerArrays{array("size", e.indexSort()), array("heap", term.BoolSort), array("fixed", term.BoolSort)}
	}
	return e.owned
}

func (e *Encoder) freshLive() *term.Term {
	return e.C.Fresh("live", term.ArraySort(e.objSort(), term.BoolSort))
}

// forgetLives is s where objects that are not listed may have died; s itself where nothing is known of them.
func (e *Encoder) forgetLives(s *State) *State {
	if s.live == nil {
		return s
	}
	n := *s
	n.live = e.freshLive()
	return &n
}

// joinLives is what lives where a or b is the state.
func (e *Encoder) joinLives(c, a, b *term.Term) *term.Term {
	if a == nil || b == nil {
		return nil
	}
	return e.C.Ite(c, a, b)
}

// ownerSize is the size of an object that is not listed.
func (e *Encoder) ownerSize(s *State, obj *term.Term) *Value {
	ot := offset(e.Prog.Model.Ptr())
	v := &Value{T: e.C.Select(e.ownerTables().size, obj)}
	if e.Enc == Ints {
		_, hi := limits(ot)
		v.Lo, v.Hi = new(big.Int), hi
		v.T = e.boundedSelect(s, v.T, v.Lo, v.Hi)
	}
	return v
}

// unlisted is the answer to a question about the object of p, which is not listed.
func (e *Encoder) unlisted(s *State, what ir.Question, p, n *Value) *term.Term {
	ot := offset(e.Prog.Model.Ptr())
	zero := e.a.konst(ot, 0)
	live := e.C.Select(s.live, p.Obj)
	if what == ir.Dynamic {
		return e.C.Select(e.ownerTables().heap, p.Obj)
	}
	if what == ir.Freeable {
		return e.C.And(live, e.C.Select(e.ownerTables().heap, p.Obj), e.a.compare(s, ir.Eq, ot, p, zero))
	}
	size := e.ownerSize(s, p.Obj)
	var room *Value
	if a, ok := e.a.(intArith); ok {
		room = a.exact(ir.Sub, size, a.known(s, n))
	} else {
		room = e.a.binary(nil, ir.Sub, ot, size, n)
	}
	out := []*term.Term{live, e.a.compare(s, ir.Le, ot, zero, n), e.a.compare(s, ir.Le, ot, zero, p),
		e.a.compare(s, ir.Le, ot, zero, size), e.a.compare(s, ir.Le, ot, p, room)}
	if what == ir.Writable {
		out = append(out, e.C.Not(e.C.Select(e.ownerTables().fixed, p.Obj)))
	}
	return e.C.And(out...)
}

// freedUnlisted is what lives after a Free of p, whose object may be one that is not listed.
func (e *Encoder) freedUnlisted(s *State, p *Value, kind ir.AllocKind) *term.Term {
	if s.live == nil {
		return nil
	}
	ids, _ := e.targets(s, p)
	open := e.untracked(ids, p)
	switch {
	case open.IsFalse():
		return s.live
	case kind != ir.Heap || e.nameless(p):
		return e.freshLive()
	}
	hit := e.C.And(open, e.C.Select(e.ownerTables().heap, p.Obj), e.C.Eq(p.T, e.zero(e.Prog.Model.Ptr())))
	return e.C.Store(s.live, p.Obj, e.C.And(e.C.Select(s.live, p.Obj), e.C.Not(hit)))
}

// nameless reports whether a pointer may mean number 1, which stands for many objects.
func (e *Encoder) nameless(p *Value) bool {
	ids, _ := e.leaves(p.Obj)
	for _, id := range ids {
		if id == untracked {
			return true
		}
	}
	return false
}

// diesWith reports whether objects which a state may not list die when a function returns.
func (e *Encoder) diesWith(f *ir.Func) bool {
	if e.lingers(f) {
		return true
	}
	for _, o := range f.Objects {
		if !e.pts.NonEscaping(o) {
			return true
		}
	}
	return false
}
