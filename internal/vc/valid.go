package vc

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Which bytes may be accessed. One mechanism serves accesses and the questions about them (ir.Valid): an instance
// has a size, is alive or not, and n bytes at an offset lie in it if 0 <= offset <= size - n. The answer
// is exact for pointers that mean tracked instances; of what else a pointer may mean it is any.

// size is the size of a type as an offset.
func (e *Encoder) size(t ir.Type) *Value {
	return e.a.konst(offset(e.Prog.Model.Ptr()), uint64(t.Size()))
}

// bulkLen is a number of bytes as an offset; one that no object has is negative.
func (e *Encoder) bulkLen(s *State, n ir.Expr) *Value {
	t, ot := n.Type(), offset(e.Prog.Model.Ptr())
	v := e.Expr(s, n)
	out := e.a.cast(s, t, ot, v)
	if t.Bits <= ot.Bits {
		return out
	}
	// What the offset does not have is too long for every object.
	u := ir.Type{Kind: ir.Int, Bits: t.Bits}
	fits := e.a.compare(s, ir.Le, u, e.a.cast(s, t, u, v), e.a.konst(u, 1<<(ot.Bits-1)-1))
	if fits.IsTrue() {
		return out
	}
	return e.iteInt(fits, out, e.a.konst(ot, 1<<(ot.Bits-1)))
}

// valid says that n bytes at the pointer lie in the living instance.
func (e *Encoder) valid(s *State, id int, c *content, p, n *Value) *term.Term {
	ot := offset(e.Prog.Model.Ptr())
	zero := e.a.konst(ot, 0)
	long := e.a.compare(s, ir.Le, ot, zero, n)
	if c.alive.IsFalse() || long.IsFalse() {
		return e.C.False()
	}
	return e.C.And(c.alive, long, e.a.compare(s, ir.Le, ot, zero, p), e.a.compare(s, ir.Le, ot, p, e.room(s, id, n)))
}

// room is the last offset at which n bytes lie in an instance; it matters for n >= 0 only.
func (e *Encoder) room(s *State, id int, n *Value) *Value {
	size := e.instances[id].size
	if a, ok := e.a.(intArith); ok {
		return a.exact(ir.Sub, a.known(s, size), a.known(s, n))
	}
	return e.a.binary(nil, ir.Sub, offset(e.Prog.Model.Ptr()), size, n)
}

// reachable is the condition under which n bytes at p lie in one of the instances; write: that is not constant.
func (e *Encoder) reachable(s *State, ids []int, p, n *Value, write bool) *term.Term {
	oks := make([]*term.Term, 0, len(ids)+1)
	for _, id := range ids {
		in := e.instances[id]
		if in.target.Kind == flow.FuncCode || write && in.konst {
			continue
		}
		c, _ := s.mem.Get(uint32(id))
		if here := e.C.Eq(p.Obj, e.objConst(id)); !here.IsFalse() {
			oks = append(oks, e.C.And(here, e.valid(s, id, c, p, n)))
		}
	}
	return e.C.Or(oks...)
}

// Access is an access of memory by the program that is not plainly valid: in the
// executions that satisfy AccessGuard it is valid only if OK holds.
type Access struct {
	Edge *ir.Edge
	OK   *term.Term
	path *cond
}

// AccessGuard is the path condition before an access.
func (e *Encoder) AccessGuard(a Access) *term.Term { return e.suffix(a.path, nil) }

// noteAccess records an access of n bytes through p to one of the instances. It says whether the path
// makes it valid.
func (e *Encoder) noteAccess(s *State, ids []int, p, n *Value, write bool) (sure bool) {
	if e.edge == nil {
		return false // of a specification
	}
	ok := e.reachable(s, ids, p, n, write)
	if ok.IsTrue() || e.implied(s, ok) {
		return true
	}
	if !ir.Guarded(e.edge) {
		e.Accesses = append(e.Accesses, Access{Edge: e.edge, OK: ok, path: s.path})
	}
	return false
}

// implied reports whether one of the last things assumed is a condition, as it is for an access behind its question.
func (e *Encoder) implied(s *State, t *term.Term) bool {
	for _, list := range []*cond{s.path, s.holds} {
		for c, i := list, 0; c != nil && i < near; c, i = c.up, i+1 {
			if c.t == t {
				return true
			}
		}
	}
	parts := e.beside(s.holds, Conjuncts(e.C, t))
	return len(e.beside(s.path, parts)) == 0
}

// near is how far back implied looks.
const near = 4

// beside are the parts of a condition that none of the last conditions of a list has.
func (e *Encoder) beside(list *cond, parts []*term.Term) []*term.Term {
	for c, i := list, 0; c != nil && i < near && len(parts) > 0; c, i = c.up, i+1 {
		have := Conjuncts(e.C, c.t)
		parts = slices.DeleteFunc(parts, func(x *term.Term) bool { return slices.Contains(have, x) })
	}
	return parts
}

// noteBulk records that the n bytes of a MemCopy, MemSet or MemHavoc are accessed at p. It says whether the path makes
// that valid.
func (e *Encoder) noteBulk(s *State, p, n *Value, write bool) (sure bool) {
	ot := offset(e.Prog.Model.Ptr())
	ids, _ := e.targets(s, p)
	ok := e.C.Or(e.a.compare(s, ir.Eq, ot, n, e.a.konst(ot, 0)), e.reachable(s, ids, p, n, write))
	if ok.IsTrue() || e.implied(s, ok) {
		return true
	}
	if !ir.Guarded(e.edge) {
		e.Accesses = append(e.Accesses, Access{Edge: e.edge, OK: ok, path: s.path})
	}
	return false
}

// answer is what the objects of a state say to a question.
func (e *Encoder) answer(s *State, x *ir.Valid) *term.Term {
	if x.What == ir.Tracked {
		return e.unknown(ir.B, x.What.String()).T
	}
	p := e.Expr(s, x.Addr)
	switch x.What {
	case ir.Readable, ir.Writable:
		n := e.bulkLen(s, x.N)
		ot := offset(e.Prog.Model.Ptr())
		none := e.a.compare(s, ir.Eq, ot, n, e.a.konst(ot, 0))
		if none.IsTrue() {
			return none
		}
		ids, _ := e.targets(s, p)
		return e.C.Or(none, e.reachable(s, ids, p, n, x.What == ir.Writable), e.elsewhere(s, ids, p, n, x.What))
	case ir.Freeable:
		ids, _ := e.targets(s, p)
		start := e.C.Eq(p.T, e.zero(x.Addr.Type()))
		oks := []*term.Term{e.C.And(e.C.Eq(p.Obj, e.objConst(0)), start)}
		for _, id := range ids {
			if c, _ := s.mem.Get(uint32(id)); isHeap(e.instances[id].target) {
				oks = append(oks, e.C.And(e.C.Eq(p.Obj, e.objConst(id)), start, c.alive))
			}
		}
		return e.C.Or(append(oks, e.elsewhere(s, ids, p, nil, x.What))...)
	case ir.Dynamic:
		ids, _ := e.targets(s, p)
		oks := []*term.Term{e.elsewhere(s, ids, p, nil, x.What)}
		for _, id := range ids {
			if isHeap(e.instances[id].target) {
				oks = append(oks, e.C.Eq(p.Obj, e.objConst(id)))
			}
		}
		return e.C.Or(oks...)
	case ir.Same:
		return e.same(s, p, e.Expr(s, x.N))
	default: // sound: any answer
		return e.unknown(ir.B, "question about memory").T
	}
}

// same says that pointers are equal, or belong to one object.
func (e *Encoder) same(s *State, p, q *Value) *term.Term {
	c := e.C
	number := func(v *Value) *term.Term { // functions have no bytes
		is := []*term.Term{c.Eq(v.Obj, e.objConst(0))}
		ids, _ := e.leaves(v.Obj)
		for _, id := range ids {
			if id > untracked && e.instances[id].target.Kind == flow.FuncCode {
				is = append(is, c.Eq(v.Obj, e.objConst(id)))
			}
		}
		return c.Or(is...)
	}
	same := c.And(c.Eq(p.Obj, q.Obj), c.Or(c.Not(number(p)), c.Eq(p.T, q.T)))
	i, _ := e.targets(s, p)
	j, _ := e.targets(s, q)
	open := c.And(e.untracked(i, p), e.untracked(j, q))
	if open.IsFalse() || s.live != nil && !e.nameless(p) && !e.nameless(q) {
		return same
	}
	return c.Ite(open, e.unknown(ir.B, "same").T, same)
}

// elsewhere is any answer, or that of owner.go, where a pointer may mean an object that is not tracked, else false:
// numbers, functions and what is dead and forgotten are no memory.
func (e *Encoder) elsewhere(s *State, tracked []int, p, n *Value, what ir.Question) *term.Term {
	open := e.untracked(tracked, p)
	switch {
	case open.IsFalse():
		return open
	case s.live != nil && !e.nameless(p):
		return e.C.And(open, e.unlisted(s, what, p, n))
	}
	return e.C.And(open, e.unknown(ir.B, what.String()).T)
}

// untracked says that a pointer means an object that is not tracked.
func (e *Encoder) untracked(tracked []int, p *Value) *term.Term {
	ids, groups := e.leaves(p.Obj)
	if len(groups) == 0 {
		if !slices.Contains(ids, untracked) {
			return e.C.False()
		}
		return e.C.Eq(p.Obj, e.objConst(untracked))
	}
	not := []*term.Term{e.C.Not(e.C.Eq(p.Obj, e.objConst(0)))}
	// what stands there by its number and is not tracked is dead
	for _, id := range append(slices.Clone(tracked), ids...) {
		if id > untracked {
			not = append(not, e.C.Not(e.C.Eq(p.Obj, e.objConst(id))))
		}
	}
	return e.C.And(not...)
}

func isHeap(t *flow.Target) bool {
	if t.Kind != flow.AllocObj {
		return false
	}
	a, ok := t.Edge.Stmt.(*ir.Alloc)
	return ok && a.Kind == ir.Heap
}

// learnValid records what the answer yes says of the offset of a pointer (Ints only).
func (e *Encoder) learnValid(s *State, x *ir.Valid) *State {
	if x.What != ir.Readable && x.What != ir.Writable {
		return s
	}
	a := e.a.(intArith)
	p, n := e.Expr(s, x.Addr), a.known(s, e.bulkLen(s, x.N))
	all, groups := e.leaves(p.Obj)
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
		if r := e.room(s, id, n); hi == nil || r.Hi.Cmp(hi.Hi) > 0 {
			hi = r
		}
	}
	if hi == nil {
		return s
	}
	return e.note(s, p.T, e.a.konst(offset(e.Prog.Model.Ptr()), 0).Lo, hi.Hi)
}
