package inductive

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file treats relations between registers and cells of integers, such as count <= 2*i + 1. The values in a
// relation are integers that do not wrap. A state has relations only if the invariant from which it comes has some: a
// statement copies, moves or drops them, and with the values of all other terms a relation bounds each term.

// relation states that the sum of the terms is at most most. A term of elements stands for each element: the relation
// holds for all of them.
type relation struct {
	terms []term
	most  wide
}

// maxRelations bounds the number of relations of a state.
const maxRelations = 128

// withRelation returns rs with the relation r in addition. It keeps one relation for each sum.
func withRelation(rs []relation, r relation) []relation {
	if len(r.terms) < 2 || !fits(r.most) {
		return rs
	}
	for i, old := range rs {
		if slices.Equal(old.terms, r.terms) {
			if less(r.most, old.most) {
				rs = slices.Clone(rs)
				rs[i] = r
			}
			return rs
		}
	}
	if len(rs) >= maxRelations {
		return rs
	}
	return append(rs[:len(rs):len(rs)], r)
}

// mostOf returns an upper bound of a sum in s: by the values of its slots, or by a relation and the values of the slots
// in which the sum, or a multiple of it, differs from it.
func (c *checker) mostOf(s *state, ts []term) (best wide, ok bool) {
	if r, bounded := c.span(s, form{terms: ts}); bounded {
		best, ok = r.hi, true
	}
	for _, r := range s.relations {
		for _, k := range multiples(r.terms, ts) {
			scaled, few := sum(nil, k, ts)
			rest, fewer := sum(scaled, -1, r.terms)
			if !few || !fewer {
				continue
			}
			left, bounded := c.span(s, form{terms: rest})
			most := plus(r.most, left.hi) // of k times the sum
			if k > 1 && most.hi != int64(most.lo)>>63 {
				continue
			}
			if k > 1 {
				most = floorDivide(most, fromInt(k))
			}
			if bounded && (!ok || less(most, best)) {
				best, ok = most, true
			}
		}
	}
	return best, ok
}

// multiples returns by how much a sum may be multiplied so that a term becomes the one of a relation.
func multiples(rel, ts []term) []int64 {
	for _, t := range ts {
		if k := coef(rel, t.slot); k/t.coef > 1 && k%t.coef == 0 {
			return []int64{1, k / t.coef}
		}
	}
	return []int64{1}
}

// eliminated returns what a relation says of other slots than n, given the values of n in s.
func (c *checker) eliminated(s *state, r relation, n int) (relation, bool) {
	k := coef(r.terms, n)
	if k == 0 {
		return r, true
	}
	own, ok := c.span(s, form{terms: []term{{n, k}}})
	return relation{without(r.terms, n), minus(r.most, own.lo)}, ok
}

// replaced returns what a relation says of slot x after the assignment of f to x. It replaces y, a term of f, by x:
// from x = y + rest follows y = x - rest. y may be x itself, which then has its old value in f and in the relation.
func (c *checker) replaced(s *state, r relation, x, y int, f form) (relation, bool) {
	k, own := coef(r.terms, y), coef(f.terms, y)
	if k == 0 || own != 1 && own != -1 {
		return relation{}, false
	}
	r.terms = without(r.terms, y)
	r, ok := c.eliminated(s, r, x) // its old value
	if !ok {
		return relation{}, false
	}
	ts, ok := sum(r.terms, 1, []term{{x, k * own}})
	if !ok {
		return relation{}, false
	}
	rest, ok := c.span(s, form{without(f.terms, y), f.lo, f.hi})
	if !ok {
		return relation{}, false
	}
	rest, ok = scaledRange(k*own, rest)
	return relation{ts, plus(r.most, rest.hi)}, ok
}

// assignedRelations returns the relations rs, which hold in s, after an assignment to slot x. All forms have the
// assigned value.
func (c *checker) assignedRelations(s *state, rs []relation, x int, forms ...form) (out []relation) {
	for _, r := range rs {
		if r, ok := c.eliminated(s, r, x); ok {
			out = withRelation(out, r)
		}
	}
	for _, f := range forms {
		for _, t := range f.terms {
			for _, r := range rs {
				if r, ok := c.replaced(s, r, x, t.slot, f); ok {
					out = withRelation(out, r)
				}
			}
		}
	}
	return out
}

// equated returns rs with the fact that slot x, a register or a cell, has the value of f, if f is another register plus
// a constant.
func equated(rs []relation, x int, f form) []relation {
	if len(f.terms) != 1 || f.terms[0].coef != 1 || f.lo != f.hi || f.terms[0].slot == x {
		return rs
	}
	ts, _ := sum([]term{{x, 1}}, -1, f.terms)
	turned, _ := sum(nil, -1, ts)
	return withRelation(withRelation(rs, relation{ts, f.hi}), relation{turned, negate(f.lo)})
}

// joined returns the relations of s after the slot x of elements may have got one more element, with the value of f.
func (c *checker) joined(s *state, x int, f form) (out []relation) {
	for _, r := range s.relations {
		if k := coef(r.terms, x); k != 0 {
			ts, ok := sum(without(r.terms, x), k, f.terms)
			if !ok {
				continue
			}
			most, ok := c.mostOf(s, ts)
			add, fit := scaledRange(k, rng{f.lo, f.hi})
			if !ok || !fit {
				continue
			}
			r.most = larger(r.most, plus(most, add.hi))
		}
		out = withRelation(out, r)
	}
	return out
}

// only returns the relations all of whose slots satisfy keep.
func (c *checker) only(rs []relation, keep func(slot) bool) (out []relation) {
	for _, r := range rs {
		if !slices.ContainsFunc(r.terms, func(t term) bool { return !keep(c.slots[t.slot]) }) {
			out = append(out, r)
		}
	}
	return out
}

// untouched returns the relations of s that a write of n bytes through addr cannot change; nil stands for any address,
// and a negative n for any number of bytes.
func (c *checker) untouched(s *state, addr ir.Expr, n int64) []relation {
	if addr != nil {
		if p := c.eval(s, addr).ptr; p != nil {
			return c.only(s.relations, func(k slot) bool {
				return k.obj == nil || !slices.ContainsFunc(p.to, func(sp spot) bool { return sp.meets(k, n) })
			})
		}
	}
	return c.only(s.relations, func(k slot) bool { return k.kind == register })
}

// meets reports whether a write of n bytes at sp may change what slot k of an object is about; n < 0: any number.
func (sp spot) meets(k slot, n int64) bool {
	return sp.obj == k.obj && (k.kind != cell || sp.lo < k.off+int64(k.t.Size()) && (n < 0 || k.off-n < sp.hi))
}

// relationsAfter returns the relations after the statement of e, which is not a call, in state s. Statements that are
// not listed drop all relations.
func (c *checker) relationsAfter(s *state, e *ir.Edge) []relation {
	register := func(x ir.Expr) (int, bool) {
		r, ok := x.(*ir.Ref)
		if !ok {
			return 0, false
		}
		return c.register(r.Var), isInt(r.Var.Type)
	}
	besides := func(o *ir.Object) []relation {
		return c.only(s.relations, func(k slot) bool { return k.obj == nil || k.obj != o })
	}
	switch st := e.Stmt.(type) { // sound: there are no relations
	case *ir.Skip, *ir.Assume: // compared adds relations
		return s.relations
	case *ir.Assign:
		if x := c.register(st.Dst); isInt(st.Dst.Type) {
			f := c.formOf(s, st.Src, register)
			return equated(c.assignedRelations(s, s.relations, x, f), x, f)
		}
		return s.relations
	case *ir.LoadStmt:
		if x := c.register(st.Dst); isInt(st.Dst.Type) {
			return c.assignedRelations(s, s.relations, x, c.loadedForms(s, st)...)
		}
		return s.relations
	case *ir.Store:
		return c.storedRelations(s, st, register)
	case *ir.Math:
		return c.assignedRelations(s, s.relations, c.register(st.Dst))
	case *ir.Input:
		if c.makes[e] == nil {
			return c.assignedRelations(s, s.relations, c.register(st.Dst))
		}
		return besides(c.makes[e])
	case *ir.Alloc:
		return besides(c.makes[e])
	case *ir.Decl:
		return besides(st.Obj)
	case *ir.End:
		return besides(st.Obj)
	case *ir.MemCopy:
		return c.untouched(s, st.Dst, c.bytes(s, st.N))
	case *ir.MemSet:
		return c.untouched(s, st.Dst, c.bytes(s, st.N))
	case *ir.MemHavoc:
		return c.untouched(s, st.Addr, c.bytes(s, st.N))
	case *ir.Free:
		return c.untouched(s, nil, -1)
	}
	return nil
}

// related reports whether relations may be about the contents of an object.
func (c *checker) related(o *ir.Object) bool {
	return o != nil && c.objects[o] && !c.constantObject(o) && !c.untracked(o) && !c.mortal[o]
}

// target returns the only object to which an access of type t through p leads, if it is valid. off is its offset, or -1
// if there are several. grid reports whether the access is to a whole element of an array of type t.
func (c *checker) target(p *places, t ir.Type) (o *ir.Object, off int64, grid, ok bool) {
	if !isInt(t) || p == nil || p.null || len(p.to) != 1 || !c.related(p.to[0].obj) {
		return nil, 0, false, false
	}
	sp, n := p.to[0], int64(t.Size())
	if sp.lo < 0 || sp.hi > c.size(sp.obj)-n {
		return nil, 0, false, false
	}
	if off = -1; sp.lo == sp.hi {
		off = sp.lo
	}
	return sp.obj, off, sp.lo%n == 0 && sp.step%n == 0, true
}

// loadedForms returns forms of the value that a load yields.
func (c *checker) loadedForms(s *state, st *ir.LoadStmt) (out []form) {
	t := st.Dst.Type
	o, off, grid, ok := c.target(c.eval(s, st.Addr).ptr, t)
	if !ok {
		return nil
	}
	if off >= 0 {
		out = append(out, form{terms: []term{{c.number(slot{kind: cell, obj: o, off: off, t: t}), 1}}})
	}
	if grid {
		out = append(out, form{terms: []term{{c.number(slot{kind: elements, obj: o, t: t}), 1}}})
	}
	return out
}

// storedRelations returns the relations after a store. leaf returns the slot of a register.
func (c *checker) storedRelations(s *state, st *ir.Store, leaf func(ir.Expr) (int, bool)) []relation {
	t := st.Val.Type()
	p := c.eval(s, st.Addr).ptr
	if p == nil {
		return c.untouched(s, nil, -1)
	}
	out := s.relations
	x, every := -1, -1 // the slots that get the value
	if o, off, grid, ok := c.target(p, t); ok {
		f := c.formOf(s, st.Val, leaf)
		if grid {
			every = c.number(slot{kind: elements, obj: o, t: t})
			out = c.joined(s, every, f)
		}
		if off >= 0 {
			x = c.number(slot{kind: cell, obj: o, off: off, t: t})
			out = equated(c.assignedRelations(s, out, x, f), x, f)
		}
	}
	overwritten := func(u term) bool {
		k := c.slots[u.slot]
		return u.slot != x && u.slot != every && k.obj != nil && slices.ContainsFunc(p.to, func(sp spot) bool {
			return sp.meets(k, int64(t.Size()))
		})
	}
	return slices.DeleteFunc(slices.Clone(out), func(r relation) bool { return slices.ContainsFunc(r.terms, overwritten) })
}

// resumed returns the relations of s after a call with the given effects.
func (c *checker) resumed(s *state, call *ir.Call, eff *effect) []relation {
	return c.only(s.relations, func(k slot) bool {
		if k.kind == register {
			return k.v != call.Dst && !(k.v.Global && eff.globals[k.v])
		}
		return !eff.memory && !slices.Contains(eff.renewed, k.obj)
	})
}

// relate restricts the values of s by its relations.
func (c *checker) relate(s *state) {
	for again := 2; again > 0 && !s.empty; again-- {
		for _, r := range s.relations {
			for _, t := range r.terms {
				if c.bounded(s, r, t); s.empty {
					return
				}
			}
		}
	}
}

// bounded restricts the slot of t, a term of the relation r, by the values of the other terms.
func (c *checker) bounded(s *state, r relation, t term) {
	others, ok := c.span(s, form{terms: without(r.terms, t.slot)})
	if !ok {
		return
	}
	room := minus(r.most, others.lo) // coef * x <= room
	v := c.valueOf(s, t.slot)
	if room.hi != int64(room.lo)>>63 || v.none() {
		return
	}
	keep := v.hull()
	if k := fromInt(max(t.coef, -t.coef)); t.coef > 0 {
		keep.hi = smaller(keep.hi, floorDivide(room, k))
	} else {
		keep.lo = larger(keep.lo, negate(floorDivide(room, k)))
	}
	if keep != v.hull() {
		v.ints = intersect(v.ints, []rng{keep})
		if len(v.ints) == 0 {
			s.empty = true
			return
		}
		s.set(t.slot, v)
	}
}

// floorDivide returns a/b rounded down, for |a| < 2^64 and b > 0.
func floorDivide(a, b wide) wide {
	q := divide(a, b)
	if p, _ := times(q, b); less(a, p) {
		return minus(q, one)
	}
	return q
}

// hasRelation reports whether the relation r follows from s.
func (c *checker) hasRelation(s *state, r relation) bool {
	most, ok := c.mostOf(s, r.terms)
	return ok && lessEq(most, r.most)
}

// mergedRelations returns relations that hold in both states.
func (c *checker) mergedRelations(a, b *state) (out []relation) {
	for range 2 {
		for _, r := range a.relations {
			if most, ok := c.mostOf(b, r.terms); ok {
				out = withRelation(out, relation{r.terms, larger(r.most, most)})
			}
		}
		a, b = b, a
	}
	return out
}

// relation parses a comparison of two sums of registers and cells that do not wrap for the values in s, and adds it to
// s. It returns false if e is no such comparison. If elements is not negative, it is the slot of all elements of an
// array, which replaces the slot first.
func (p *parser) relation(s *state, e ir.Expr, first, elements int) bool {
	b, ok := e.(*ir.Binary)
	if !ok || b.Op != ir.Le && b.Op != ir.Lt && b.Op != ir.Eq || !isInt(b.X.Type()) {
		return false
	}
	leaf := func(x ir.Expr) (int, bool) {
		n, err := p.term(x)
		if err != nil || !isInt(x.Type()) {
			return 0, false
		}
		if n == first && elements >= 0 {
			n = elements
		}
		return n, p.c.slots[n].obj == nil || p.c.related(p.c.slots[n].obj)
	}
	d, ok := added(p.c.formOf(s, b.X, leaf), -1, p.c.formOf(s, b.Y, leaf)) // d op 0
	if !ok || d.lo != d.hi || len(d.terms) < 2 || len(s.relations) >= maxRelations-1 {
		return false
	}
	most := negate(d.lo)
	if b.Op == ir.Lt {
		most = minus(most, one)
	}
	p.c.relational = true
	s.relations = withRelation(s.relations, relation{d.terms, most})
	if turned, _ := sum(nil, -1, d.terms); b.Op == ir.Eq {
		s.relations = withRelation(s.relations, relation{turned, d.lo})
	}
	return true
}
