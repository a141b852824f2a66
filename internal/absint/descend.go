package absint

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Decreasing iterations. A pass goes over the cuts in order; the new state of
// a cut is what arrives over forward edges in this pass and over backward edges
// from the states of the pass before, so that it stays above its predecessors'
// effects throughout.

// arrivals collects states by key.
type arrivals[E any] struct {
	by   map[uint64]state[E]
	keys []uint64 // in order of arrival
}

func (a *analysis[E]) put(n *node[E], to *arrivals[E], s state[E]) {
	k := a.key(n, s)
	if to.by == nil {
		to.by = map[uint64]state[E]{}
	}
	old, ok := to.by[k]
	if !ok {
		to.keys = append(to.keys, k)
		to.by[k] = s
		return
	}
	to.by[k] = a.join(old, s)
}

// descend makes one decreasing pass; the first needs a pass to see what
// arrives over backward edges. It reports whether the pass ended.
func (a *analysis[E]) descend(first bool) bool {
	if first {
		a.arrive = func(to, from *node[E], s state[E]) {
			if from.pos >= to.pos {
				a.put(to, &to.backNext, s)
			}
		}
		for _, n := range a.order {
			n.backNext = arrivals[E]{}
		}
		for _, n := range a.order {
			for _, p := range n.parts {
				a.walk(n, p.s)
			}
		}
	}
	if a.stop != Done {
		return false
	}
	a.arrive = func(to, from *node[E], s state[E]) {
		if from.pos >= to.pos {
			a.put(to, &to.backNext, s)
		} else {
			a.put(to, &to.next, s)
		}
	}
	for _, n := range a.order {
		n.back, n.backNext, n.next = n.backNext, arrivals[E]{}, arrivals[E]{}
	}
	if s := a.initial(); !a.isBottom(s) {
		a.put(a.entry(), &a.entry().next, s)
	}
	saved := make([][]*part[E], len(a.order))
	for i, n := range a.order {
		saved[i] = n.parts
	}
	for _, n := range a.order {
		for _, k := range n.back.keys {
			a.put(n, &n.next, n.back.by[k])
		}
		a.shrink(n)
		for _, p := range n.parts {
			a.walk(n, p.s)
		}
		if a.stop != Done { // an unfinished pass proves nothing: the states before it stand
			for i, n := range a.order {
				a.setParts(n, saved[i])
			}
			return false
		}
	}
	return true
}

// shrink replaces the states of a cut by what arrived.
func (a *analysis[E]) shrink(n *node[E]) {
	var parts []*part[E]
	for _, k := range n.next.keys {
		s := n.next.by[k]
		if old := n.byKey[k]; old != nil {
			if !a.leq(s, old.s) {
				s = old.s // not monotone here: stay
			} else {
				s = a.narrow(old.s, s)
			}
		}
		parts = append(parts, &part[E]{key: k, s: s})
	}
	a.setParts(n, parts)
}

func (a *analysis[E]) setParts(n *node[E], parts []*part[E]) {
	n.parts, n.byKey = parts, map[uint64]*part[E]{}
	for _, p := range parts {
		n.byKey[p.key] = p
	}
}

// settle makes sure that the states are a post-fixpoint, growing again where
// they are not.
func (a *analysis[E]) settle() {
	a.queue = nil
	a.stating = true
	for _, n := range a.order {
		n.queued = false
		for _, p := range n.parts {
			p.s = a.stated(p.s)
			a.enqueue(n, p)
		}
	}
	a.begin()
	for !a.ascend() && a.stop == Done { // too many states apart: fewer, and on
		a.restart = false
	}
}

// errors lists what the final states do not exclude: error locations, and
// accesses that are invalid.
func (a *analysis[E]) errors() (errs map[*ir.Loc]bool, accesses []*ir.Edge) {
	errs = map[*ir.Loc]bool{}
	invalid := map[*ir.Edge]bool{}
	a.arrive = func(_, _ *node[E], _ state[E]) {}
	a.onError = func(l *ir.Loc) { errs[l] = true }
	a.onEdge = func(s state[E], f *ir.Func, e *ir.Edge) {
		if !invalid[e] && !a.valid(s, f, e.Stmt) {
			invalid[e] = true
			accesses = append(accesses, e)
		}
	}
	for _, n := range a.order {
		for _, p := range n.parts {
			a.walk(n, p.s)
		}
	}
	a.onError, a.onEdge = nil, nil
	return errs, accesses
}

// valid says that a statement surely makes no invalid access.
func (a *analysis[E]) valid(s state[E], f *ir.Func, st ir.Stmt) bool {
	in := func(addr ir.Expr, n int64, write bool) bool {
		p := a.pointer(s, f, addr)
		if p == nil || p.null || n < 0 {
			return false
		}
		for _, t := range p.to {
			if t.obj.fn != nil || t.lo < 0 || t.hi+n > t.obj.size || write && t.obj.fixed {
				return false
			}
		}
		return true
	}
	switch st := st.(type) {
	case *ir.LoadStmt:
		return in(st.Addr, int64(st.Dst.Type.Size()), false)
	case *ir.Store:
		return in(st.Addr, int64(st.Val.Type().Size()), true)
	case *ir.MemCopy:
		n := a.count(s, f, st.N)
		return n == 0 || in(st.Src, n, false) && in(st.Dst, n, true)
	case *ir.MemSet:
		n := a.count(s, f, st.N)
		return n == 0 || in(st.Dst, n, true)
	case *ir.MemHavoc:
		n := a.count(s, f, st.N)
		return n == 0 || in(st.Addr, n, true)
	case *ir.Free: // of the start of an object made by Alloc, or null
		p := a.pointer(s, f, st.Addr)
		if p == nil {
			return false
		}
		for _, t := range p.to {
			if !t.obj.freedAs(st.Kind) || t.lo != 0 || t.hi != 0 {
				return false
			}
		}
	}
	return true
}
