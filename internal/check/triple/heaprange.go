package triple

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Bulk operations on instances (heap.go) whose place or length is not constant. They go granule by granule: in
//
//	memcpy(b, a, 4 * n)       b 12 bytes in granules of 4
//
// the granule of b at 8 is the one of a at 8 if 8 < 4*n, else as before. That a range lies in its
// object, and has whole granules, is supposed (lemma.go); where it is not so, what may be
// written is forgotten.

const (
	maxGranules = 128     // of an instance
	maxMoved    = 1 << 13 // pairs of granules, where a range begins anywhere
)

// area is the range of a bulk operation.
type area struct {
	at *pointer
	n  value // bytes, of the address width
}

func (q *query) areaOf(s *state, p value, n ir.Expr) area {
	return area{q.target(p), q.a.resize(q.addressType(), n.Type(), q.expr(s, n))}
}

// lieIn says that a range lies in what it points to, which is alive; an empty one always does.
func (q *query) lieIn(s *state, r area) *term.Term {
	nt := q.addressType()
	var ok []*term.Term
	if r.at.any {
		ok = append(ok, q.tc.Not(q.is(r.at, -1)))
	}
	if r.at.none {
		ok = append(ok, q.tc.Not(q.is(r.at, 0)))
	}
	for _, in := range r.at.to {
		rest, _ := q.a.binary(ir.Sub, nt, in.size, r.at.off, nt)
		ok = append(ok, q.tc.Implies(q.is(r.at, in.id), q.tc.And(q.read(s, in.alive()).t,
			q.a.compare(ir.Le, nt, r.at.off, in.size), q.a.compare(ir.Le, nt, r.n, rest))))
	}
	return q.tc.Or(q.a.compare(ir.Eq, nt, r.n, q.a.lit(nt, 0)), q.tc.And(ok...))
}

// mostBytes is what an instance has at most, looked at in granules; below 0 if that is too many.
func (q *query) mostBytes(in *instance, g int64) int64 {
	most := maxGranules * g
	switch {
	case in.fixed > most:
		return -1
	case in.fixed >= 0:
		return in.fixed
	}
	if in.most > 0 && in.most <= most {
		return in.most
	}
	nt := q.addressType()
	if !q.suppose(q.a.compare(ir.Le, nt, in.size, q.a.lit(nt, uint64(most))), "an object is small") {
		return -1
	}
	return most
}

// granule is the size of the pieces in which a range is best moved: that of the cells there.
func (q *query) granule(s *state, rs ...area) int64 {
	g := int64(0)
	for _, r := range rs {
		for _, in := range r.at.to {
			for _, c := range in.cells {
				if v, there := s.at[c]; there && v.t != nil && c.n >= 0 {
					if n := int64(c.t.Size()); g == 0 || n < g {
						g = n
					}
				}
			}
		}
	}
	g = min(max(g, 1), 8)
	for _, r := range rs {
		g = min(g, r.at.step)
		for _, in := range r.at.to {
			for in.fixed >= 0 && in.fixed%g != 0 {
				g /= 2
			}
			for _, c := range in.cells {
				for v, there := s.at[c]; there && v.t != nil && c.n >= 0 && int64(c.n)%g != 0; {
					g /= 2
				}
			}
		}
	}
	return g
}

// wholes reports whether a length has whole granules.
func (q *query) wholes(n value, g int64) bool {
	if g == 1 {
		return true
	}
	nt := q.addressType()
	rest, ok := q.a.binary(ir.And, nt, n, q.a.lit(nt, uint64(g-1)), nt)
	return ok && q.suppose(q.a.compare(ir.Eq, nt, rest, q.a.lit(nt, 0)), "a length in whole elements")
}

// fillRange gives new contents to a range, granule by granule; at names that at a distance from its beginning. It is
// not ok if the range is forgotten.
func (q *query) fillRange(s *state, r area, g int64, cost int64, at func(off value, t ir.Type) (value, bool)) bool {
	nt := q.addressType()
	d, fixed := constOf(r.at.off)
	total := int64(0)
	for _, in := range r.at.to {
		most := q.mostBytes(in, g)
		if most < 0 {
			return false
		}
		total += most / g
	}
	if r.at.any || !fixed && total*cost > maxMoved {
		return false
	}
	t := ir.Type{Kind: ir.Int, Bits: uint8(8 * g)}
	end := q.sum(r.at.off, r.n)
	type write struct {
		reach
		v value
	}
	var ws []write
	for _, in := range r.at.to {
		is := q.is(r.at, in.id)
		if is.IsFalse() {
			continue
		}
		for o, most := int64(0), q.mostBytes(in, g); o+g <= most; o += g {
			if fixed && uint64(o) < d {
				continue
			}
			here := q.a.lit(nt, uint64(o))
			cond := q.tc.And(is, q.a.compare(ir.Le, nt, r.at.off, here), q.a.compare(ir.Lt, nt, here, end))
			if cond.IsFalse() {
				continue
			}
			off, _ := q.a.binary(ir.Sub, nt, here, r.at.off, nt)
			v, ok := at(off, t)
			if !ok {
				return false
			}
			ws = append(ws, write{reach{in, int(o), cond}, v})
		}
	}
	for _, w := range ws {
		q.put(s, w.reach, t, w.v)
	}
	return true
}

// setRange is memset; false: nothing was done.
func (q *query) setRange(s *state, dst value, st *ir.MemSet) bool {
	r := q.areaOf(s, dst, st.N)
	b := q.a.resize(ir.U8, st.Val.Type(), q.expr(s, st.Val))
	g := int64(1)
	fill, isConst := constOf(b)
	if isConst {
		g = q.granule(s, r)
	}
	if !q.suppose(q.lieIn(s, r), "a range that is set lies in an object") || !q.wholes(r.n, g) {
		return false
	}
	return q.fillRange(s, r, g, 1, func(_ value, t ir.Type) (value, bool) {
		if g == 1 {
			return b, true
		}
		return q.literal(t, repeat(t, fill)), true
	})
}

// copyRange is memcpy and memmove between instances: all is read before anything is written. False: nothing was done.
func (q *query) copyRange(s *state, dst, src value, n ir.Expr) bool {
	to, from := q.areaOf(s, dst, n), q.areaOf(s, src, n)
	if len(from.at.to) == 0 {
		return false
	}
	g := q.granule(s, to, from)
	if !q.suppose(q.lieIn(s, to), "a range that is written lies in an object") ||
		!q.suppose(q.lieIn(s, from), "a range that is copied lies in an object") || !q.wholes(to.n, g) {
		return false
	}
	cost := int64(1)
	for _, in := range from.at.to {
		cost += in.fixed / g
	}
	return q.fillRange(s, to, g, cost, func(off value, t ir.Type) (value, bool) { return q.granuleAt(s, from.at, off, t) })
}

// granuleAt is the granule at a distance from a pointer, if it lies in an object.
func (q *query) granuleAt(s *state, p *pointer, off value, t ir.Type) (value, bool) {
	at := *p
	at.off = q.sum(p.off, off)
	at.step = int64(t.Size())
	places, vague, _ := q.places(s, &at, int64(t.Size()))
	if len(vague) > 0 {
		return value{}, false
	}
	r := q.fresh("beyond", t)
	for i, x := range places {
		v := q.readCell(s, slot{in: x.in, n: x.off, t: t})
		if i == 0 {
			r = v
			continue
		}
		r = q.choose(t, x.cond, v, r)
	}
	return r, true
}
