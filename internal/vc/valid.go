package vc

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes which bytes may be accessed. One rule decides both the validity of accesses and the conditions
// about memory (ir.Valid): an access of n bytes at an offset is valid if the instance is alive and 0 <= offset <= size
// - n. The encoding is exact for pointers to tracked instances. For other objects to which a pointer may lead, it is
// given by the arrays of owner.go, or arbitrary.

// size returns the size of a type as an offset.
func (sy *symbols) size(t ir.Type) *Value {
	return sy.a.konst(offset(sy.Prog.Model.Ptr()), uint64(t.Size()))
}

// bulkLen returns the value of n, a number of bytes, as an offset. It is negative if the number is too large for any
// object.
func (ev *evaluator) bulkLen(s *State, n ir.Expr) *Value {
	t, ot := n.Type(), offset(ev.Prog.Model.Ptr())
	v := ev.Expr(s, n)
	out := ev.a.cast(s, t, ot, v)
	if t.Bits <= ot.Bits {
		return out
	}
	// A number that does not fit into an offset is too large for any object.
	u := ir.Type{Kind: ir.Int, Bits: t.Bits}
	fits := ev.a.compare(s, ir.Le, u, ev.a.cast(s, t, u, v), ev.a.konst(u, 1<<(ot.Bits-1)-1))
	if fits.IsTrue() {
		return out
	}
	return ev.iteInt(fits, out, ev.a.konst(ot, 1<<(ot.Bits-1)))
}

// valid returns the condition that n bytes at the offset of p lie in an instance that is alive; c has its contents.
func (ac *accesses) valid(s *State, id int, c *content, p, n *Value) *term.Term {
	ot := offset(ac.Prog.Model.Ptr())
	zero := ac.a.konst(ot, 0)
	long := ac.a.compare(s, ir.Le, ot, zero, n)
	if c.alive.IsFalse() || long.IsFalse() {
		return ac.C.False()
	}
	return ac.C.And(c.alive, long, ac.a.compare(s, ir.Le, ot, zero, p), ac.a.compare(s, ir.Le, ot, p, ac.room(s, id, n)))
}

// room returns the largest offset at which n bytes lie in an instance, for n >= 0.
func (ac *accesses) room(s *State, id int, n *Value) *Value {
	size := ac.objs.instances[id].size
	if a, ok := ac.a.(*intArith); ok {
		return a.exact(ir.Sub, a.known(s, size), a.known(s, n))
	}
	return ac.a.binary(nil, ir.Sub, offset(ac.Prog.Model.Ptr()), size, n)
}

// reachable returns the condition that n bytes at p lie in one of the instances. If write is set, constant objects are
// excluded.
func (ac *accesses) reachable(s *State, ids []int, p, n *Value, write bool) *term.Term {
	oks := make([]*term.Term, 0, len(ids)+1)
	for _, id := range ids {
		in := ac.objs.instances[id]
		if in.target.Kind == flow.FuncCode || write && in.konst {
			continue
		}
		c, _ := s.mem.Get(uint32(id))
		if here := ac.C.Eq(p.Obj, ac.objConst(id)); !here.IsFalse() {
			oks = append(oks, ac.C.And(here, ac.valid(s, id, c, p, n)))
		}
	}
	return ac.C.Or(oks...)
}

// Access is an access of memory that may be invalid. In executions that satisfy its AccessGuard, it is valid if and
// only if OK holds.
type Access struct {
	Edge *ir.Edge
	OK   *term.Term
	path *cond
}

// AccessGuard returns the path condition before an access.
func (sy *symbols) AccessGuard(a Access) *term.Term { return sy.suffix(a.path, nil) }

// noteAccess records an access of n bytes through p to one of the instances, unless the access is valid or has its own
// check. It reports whether the path implies that the access is valid.
func (ac *accesses) noteAccess(s *State, ids []int, p, n *Value, write bool) (sure bool) {
	if ac.log.edge == nil {
		return false // the expression is part of a specification
	}
	ok := ac.reachable(s, ids, p, n, write)
	if ok.IsTrue() || ac.implied(s, ok) {
		return true
	}
	if !ir.Guarded(ac.log.edge) {
		ac.log.Accesses = append(ac.log.Accesses, Access{Edge: ac.log.edge, OK: ok, path: s.path})
	}
	return false
}

// implied reports whether the last conditions of the path contain t, or all its conjuncts. This is so for an access
// after its check.
func (ac *accesses) implied(s *State, t *term.Term) bool {
	for _, list := range []*cond{s.path, s.holds} {
		for c, i := list, 0; c != nil && i < near; c, i = c.up, i+1 {
			if c.t == t {
				return true
			}
		}
	}
	parts := ac.missing(s.holds, Conjuncts(ac.C, t))
	return len(ac.missing(s.path, parts)) == 0
}

// near is the number of conditions that implied looks at, from the last one back.
const near = 4

// missing returns the terms of parts that are not among the conjuncts of the last conditions of a list.
func (ac *accesses) missing(list *cond, parts []*term.Term) []*term.Term {
	for c, i := list, 0; c != nil && i < near && len(parts) > 0; c, i = c.up, i+1 {
		have := Conjuncts(ac.C, c.t)
		parts = slices.DeleteFunc(parts, func(x *term.Term) bool { return slices.Contains(have, x) })
	}
	return parts
}

// noteBulk records that a MemCopy, MemSet or MemHavoc accesses n bytes at p, unless the access is valid or has its own
// check. It reports whether the path implies that the access is valid.
func (ac *accesses) noteBulk(s *State, p, n *Value, write bool) (sure bool) {
	ot := offset(ac.Prog.Model.Ptr())
	ids, _ := ac.objs.targets(s, p)
	ok := ac.C.Or(ac.a.compare(s, ir.Eq, ot, n, ac.a.konst(ot, 0)), ac.reachable(s, ids, p, n, write))
	if ok.IsTrue() || ac.implied(s, ok) {
		return true
	}
	if !ir.Guarded(ac.log.edge) {
		ac.log.Accesses = append(ac.log.Accesses, Access{Edge: ac.log.edge, OK: ok, path: s.path})
	}
	return false
}

// answer returns the value of a condition about memory in a state.
func (ev *evaluator) answer(s *State, x *ir.Valid) *term.Term {
	if x.What == ir.Tracked {
		return ev.unknown(ir.B, x.What.String()).T
	}
	p := ev.Expr(s, x.Addr)
	switch x.What {
	case ir.Readable, ir.Writable:
		n := ev.bulkLen(s, x.N)
		ot := offset(ev.Prog.Model.Ptr())
		none := ev.a.compare(s, ir.Eq, ot, n, ev.a.konst(ot, 0))
		if none.IsTrue() {
			return none
		}
		ids, _ := ev.objs.targets(s, p)
		return ev.C.Or(none, ev.acc.reachable(s, ids, p, n, x.What == ir.Writable), ev.acc.elsewhere(s, ids, p, n, x.What))
	case ir.Freeable:
		ids, _ := ev.objs.targets(s, p)
		start := ev.C.Eq(p.T, ev.zero(x.Addr.Type()))
		oks := []*term.Term{ev.C.And(ev.C.Eq(p.Obj, ev.objConst(0)), start)}
		for _, id := range ids {
			if c, _ := s.mem.Get(uint32(id)); isHeap(ev.objs.instances[id].target) {
				oks = append(oks, ev.C.And(ev.C.Eq(p.Obj, ev.objConst(id)), start, c.alive))
			}
		}
		return ev.C.Or(append(oks, ev.acc.elsewhere(s, ids, p, nil, x.What))...)
	case ir.Dynamic:
		ids, _ := ev.objs.targets(s, p)
		oks := []*term.Term{ev.acc.elsewhere(s, ids, p, nil, x.What)}
		for _, id := range ids {
			if isHeap(ev.objs.instances[id].target) {
				oks = append(oks, ev.C.Eq(p.Obj, ev.objConst(id)))
			}
		}
		return ev.C.Or(oks...)
	case ir.Same:
		return ev.acc.same(s, p, ev.Expr(s, x.N))
	default: // sound: any answer
		return ev.unknown(ir.B, "question about memory").T
	}
}

// same returns the condition that p and q are equal, or lead into one object.
func (ac *accesses) same(s *State, p, q *Value) *term.Term {
	c := ac.C
	number := func(v *Value) *term.Term { // the object is not memory but a number or a function
		is := []*term.Term{c.Eq(v.Obj, ac.objConst(0))}
		ids, _ := ac.objs.leaves(v.Obj)
		for _, id := range ids {
			if id > untracked && ac.objs.instances[id].target.Kind == flow.FuncCode {
				is = append(is, c.Eq(v.Obj, ac.objConst(id)))
			}
		}
		return c.Or(is...)
	}
	same := c.And(c.Eq(p.Obj, q.Obj), c.Or(c.Not(number(p)), c.Eq(p.T, q.T)))
	i, _ := ac.objs.targets(s, p)
	j, _ := ac.objs.targets(s, q)
	open := c.And(ac.objs.untracked(i, p), ac.objs.untracked(j, q))
	if open.IsFalse() || s.live != nil && !ac.objs.nameless(p) && !ac.objs.nameless(q) {
		return same
	}
	return c.Ite(open, ac.unknown(ir.B, "same").T, same)
}

// elsewhere returns the condition that p leads to an object that is not tracked, and that the answer to a question
// about this object is yes. The answer comes from owner.go if the state has a live array, and is arbitrary otherwise.
// The condition is false for numbers, functions and dead objects, which are not memory.
func (ac *accesses) elsewhere(s *State, tracked []int, p, n *Value, what ir.Question) *term.Term {
	open := ac.objs.untracked(tracked, p)
	switch {
	case open.IsFalse():
		return open
	case s.live != nil && !ac.objs.nameless(p):
		return ac.C.And(open, ac.owners.answer(s, what, p, n))
	}
	return ac.C.And(open, ac.unknown(ir.B, what.String()).T)
}

// untracked returns the condition that p leads to an object that is not among the tracked instances.
func (ob *objects) untracked(tracked []int, p *Value) *term.Term {
	ids, groups := ob.leaves(p.Obj)
	if len(groups) == 0 {
		if !slices.Contains(ids, untracked) {
			return ob.C.False()
		}
		return ob.C.Eq(p.Obj, ob.objConst(untracked))
	}
	not := []*term.Term{ob.C.Not(ob.C.Eq(p.Obj, ob.objConst(0)))}
	// If p leads to an instance by its number and the state does not list the instance, the instance is dead.
	for _, id := range append(slices.Clone(tracked), ids...) {
		if id > untracked {
			not = append(not, ob.C.Not(ob.C.Eq(p.Obj, ob.objConst(id))))
		}
	}
	return ob.C.And(not...)
}

// isHeap reports whether an object is made by an Alloc on the heap.
func isHeap(t *flow.Target) bool {
	if t.Kind != flow.AllocObj {
		return false
	}
	a, ok := t.Edge.Stmt.(*ir.Alloc)
	return ok && a.Kind == ir.Heap
}

// learnValid records the bounds of the offset of a pointer that follow if x is true (Ints only).
func (ev *evaluator) learnValid(s *State, x *ir.Valid) *State {
	if x.What != ir.Readable && x.What != ir.Writable {
		return s
	}
	a := ev.a.(*intArith)
	p, n := ev.Expr(s, x.Addr), a.known(s, ev.bulkLen(s, x.N))
	all, groups := ev.objs.leaves(p.Obj)
	if len(groups) > 0 || n.Lo.Sign() <= 0 {
		return s
	}
	var hi *Value
	for _, id := range all {
		if id == untracked {
			return s
		}
		if _, ok := s.mem.Get(uint32(id)); !ok {
			continue
		}
		if r := ev.acc.room(s, id, n); hi == nil || r.Hi.Cmp(hi.Hi) > 0 {
			hi = r
		}
	}
	if hi == nil {
		return s
	}
	return ev.note(s, p.T, ev.a.konst(offset(ev.Prog.Model.Ptr()), 0).Lo, hi.Hi)
}
