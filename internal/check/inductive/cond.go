package inductive

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// assume restricts s to values for which e may have the given truth value. It changes s, and may return another state:
// a caller must use only the result.
func (c *checker) assume(s *state, e ir.Expr, truth bool) *state {
	if s.empty {
		return s
	}
	if bits, ok := c.exactly(s, e); ok {
		s.empty = (bits != 0) != truth
		return s
	}
	switch x := e.(type) { // sound: evaluated below
	case *ir.Unary:
		if x.Op == ir.LNot {
			return c.assume(s, x.X, !truth)
		}
	case *ir.Binary:
		if x.Op == ir.LAnd || x.Op == ir.LOr {
			if (x.Op == ir.LAnd) == truth {
				return c.assume(c.assume(s, x.X, truth), x.Y, truth)
			}
			left := c.assume(s.clone(), x.X, truth)
			right := c.assume(c.assume(s, x.X, !truth), x.Y, truth)
			return c.merge(left, right)
		}
		if x.Op >= ir.Eq {
			c.direct(s, x, truth)
		}
	}
	if no, yes := c.eval(s, e).canBe(); truth && !yes || !truth && !no {
		s.empty = true
	}
	seen := map[int]bool{}
	ir.Vars(e, func(v *ir.Var) {
		n := c.register(v)
		if s.empty || seen[n] {
			return
		}
		seen[n] = true
		c.shave(s, n, v.Type, func(t *state) bool {
			no, yes := c.eval(t, e).canBe()
			return truth && yes || !truth && no
		})
	})
	return s
}

// direct restricts a register by a comparison in which it is one side, as far as possible without search.
func (c *checker) direct(s *state, e *ir.Binary, truth bool) {
	for _, side := range []bool{false, true} {
		reg, other := e.X, e.Y
		if side {
			reg, other = other, reg
		}
		n, ok := c.uncast(reg)
		if !ok || s.empty {
			continue
		}
		t := reg.Type()
		v, w := c.eval(s, reg), c.eval(s, other)
		equal := e.Op == ir.Eq && truth || e.Op == ir.Ne && !truth
		switch {
		case t.Kind == ir.Ptr || c.isAddress(t) && (v.ptr != nil || w.ptr != nil):
			c.directPointer(s, n, e, truth, equal, v, w)
		case c.slots[n].v.Type != t: // there are casts from a pointer or to another sign between the register and reg
		case equal && (isInt(t) || isFloat(t)):
			if w.nan = false; isFloat(t) {
				v.nan = false
			}
			s.set(n, common(v, w))
		case isInt(t) && !w.none() && !v.none():
			c.bound(s, n, e.Op, side, truth, v, w.hull())
		}
	}
}

// bound restricts the integer register n, which has the value v, by a comparison with a number in h. If side is set,
// the register is the right side of the comparison.
func (c *checker) bound(s *state, n int, op ir.BinOp, side, truth bool, v value, h rng) {
	all := limits(v.t)
	keep := []rng{all}
	switch op {
	case ir.Eq, ir.Ne: // an inequality excludes a single value only
		if h.lo == h.hi {
			keep = []rng{{all.lo, minus(h.lo, one)}, {plus(h.lo, one), all.hi}}
		}
	case ir.Lt, ir.Le:
		strict := (op == ir.Lt) == truth
		below := side != truth // n < h, n <= h: on the left and true, or on the right and false
		if below {
			keep[0].hi = h.hi
			if strict {
				keep[0].hi = minus(h.hi, one)
			}
		} else {
			keep[0].lo = h.lo
			if strict {
				keep[0].lo = plus(h.lo, one)
			}
		}
	default: // sound: other comparisons restrict nothing
		return
	}
	r := v
	r.ints = intersect(v.ints, tidy(keep))
	s.set(n, r)
}

// directPointer restricts the register n, which has the value v, by a comparison with a pointer w. It finds the target
// of an unknown pointer that equals null, and an offset that is determined by an equality.
func (c *checker) directPointer(s *state, n int, e *ir.Binary, truth, equal bool, v, w value) {
	if !equal || w.ptr == nil {
		return
	}
	null := w.ptr.null && len(w.ptr.to) == 0
	switch {
	case v.ptr == nil && null && v.t.Kind == ir.Ptr:
		old := s.find(n)
		if old == nil && c.slots[n].v.Type.Kind == ir.Ptr {
			s.set(n, value{t: v.t, ptr: w.ptr})
		}
	case v.ptr != nil && !w.ptr.null && len(w.ptr.to) == 1 && w.ptr.to[0].step == 0 && c.inside(w.ptr.to[0]):
		to := w.ptr.to[0]
		out := &places{null: v.ptr.null}
		for _, p := range v.ptr.to {
			if p.same(to) && c.inside(p) {
				if p.step == 0 || (to.lo-p.lo)%p.step != 0 || to.lo < p.lo || to.lo > p.hi {
					out.to = append(out.to, p) // left to the search
					continue
				}
				p = to
			}
			out.to = append(out.to, p)
		}
		if old := s.find(n); old != nil {
			r := *old
			r.ptr = out
			s.set(n, r)
		}
	}
}

// uncast returns the register that has the value of e, after casts between pointers and integers that keep the address.
func (c *checker) uncast(e ir.Expr) (int, bool) {
	for {
		switch x := e.(type) { // sound: no register is known
		case *ir.Ref:
			return c.register(x.Var), true
		case *ir.Cast:
			from := x.X.Type()
			if (x.T.Kind == ir.Ptr || c.isAddress(x.T)) && (from.Kind == ir.Ptr || c.isAddress(from)) &&
				(x.T.Kind == ir.Ptr || from.Kind == ir.Ptr) {
				e = x.X
				continue
			}
		}
		return 0, false
	}
}

// shave removes impossible values of the register n, which has type t. It calls possible with states in which n is
// restricted to a part of its values; if possible returns false, the part is impossible.
func (c *checker) shave(s *state, n int, t ir.Type, possible func(*state) bool) {
	old := s.find(n)
	v := anything(t)
	if old != nil {
		v = *old
	}
	try := func(part value) bool {
		u := s.clone()
		u.set(n, part)
		return !u.empty && possible(u)
	}
	switch {
	case isInt(t) && v.ptr == nil:
		if _, single := v.only(); single {
			return // the caller has evaluated the condition with this value
		}
		c.shaveInts(s, n, v, try)
	case isFloat(t):
		c.shaveFloat(s, n, v, try)
	case v.ptr != nil:
		c.shavePlaces(s, n, v, try)
	}
}

// shaveInts removes impossible values from v, the value of the register n: all impossible values from a small range,
// and only those at the ends from another range. If a range is impossible, then each part of it is impossible, so
// bisection finds the longest impossible prefix. try reports whether the register may have a value in a given part of
// v.
func (c *checker) shaveInts(s *state, n int, v value, try func(value) bool) {
	part := func(lo, hi wide) bool { return try(value{t: v.t, ints: []rng{{lo, hi}}}) }
	var out []rng
	changed := false
	for _, r := range v.ints {
		if size := minus(r.hi, r.lo); size.hi == 0 && size.lo < fewSpots {
			for w := r.lo; lessEq(w, r.hi); w = plus(w, one) {
				if part(w, w) {
					out = append(out, rng{w, w})
				} else {
					changed = true
				}
			}
			continue
		}
		lo, hi := r.lo, r.hi
		if !part(lo, lo) {
			if !part(lo, hi) {
				changed = true
				continue
			}
			bad, good := lo, hi // lo..bad impossible, lo..good not
			for less(plus(bad, one), good) {
				if m := half(bad, good); part(lo, m) {
					good = m
				} else {
					bad = m
				}
			}
			lo = good
			changed = true
		}
		if less(lo, hi) && !part(hi, hi) {
			bad, good := hi, lo
			for less(plus(good, one), bad) {
				if m := half(good, bad); part(m, hi) {
					good = m
				} else {
					bad = m
				}
			}
			hi = good
			changed = true
		}
		if zero := (wide{}); less(lo, zero) && less(zero, hi) && !part(zero, zero) {
			out = append(out, rng{lo, fromInt(-1)}, rng{one, hi})
			changed = true
			continue
		}
		out = append(out, rng{lo, hi})
	}
	if changed {
		s.set(n, ranges(v.t, out...))
		if len(out) == 0 {
			s.empty = true
		}
	}
}

// shaveFloat is like shaveInts, for floats in the order of their bits.
func (c *checker) shaveFloat(s *state, n int, v value, try func(value) bool) {
	r := v
	if v.nan && !try(value{t: v.t, flo: 1, fhi: 0, nan: true}) {
		r.nan = false
	}
	if v.flo <= v.fhi && v.flo != v.fhi {
		lo, hi := order(v.t, v.flo), order(v.t, v.fhi)
		part := func(a, b int64) bool { return try(value{t: v.t, flo: unorder(v.t, a), fhi: unorder(v.t, b)}) }
		switch {
		case !part(lo, hi):
			r.flo, r.fhi = 1, 0
		default:
			if !part(lo, lo) {
				bad, good := lo, hi
				for bad+1 < good {
					if m := bad/2 + good/2 + (bad%2+good%2)/2; part(lo, m) {
						good = m
					} else if m == bad {
						break
					} else {
						bad = m
					}
				}
				lo = good
			}
			if lo < hi && !part(hi, hi) {
				bad, good := hi, lo
				for good+1 < bad {
					if m := bad/2 + good/2 + (bad%2+good%2)/2; part(m, hi) {
						if m == good {
							break
						}
						good = m
					} else {
						bad = m
					}
				}
				hi = good
			}
			r.flo, r.fhi = unorder(v.t, lo), unorder(v.t, hi)
		}
	} else if v.flo <= v.fhi && !try(value{t: v.t, flo: v.flo, fhi: v.fhi}) {
		r.flo, r.fhi = 1, 0
	}
	if r.none() {
		s.empty = true
		return
	}
	if r.flo != v.flo || r.fhi != v.fhi || r.nan != v.nan {
		s.set(n, r)
	}
}

// shavePlaces tries null and each spot separately, and removes impossible offsets at the ends of each spot.
func (c *checker) shavePlaces(s *state, n int, v value, try func(value) bool) {
	only := func(p *places) bool {
		x := v
		x.ptr = p
		return try(x)
	}
	out := &places{null: v.ptr.null && only(&places{null: true})}
	for _, p := range v.ptr.to {
		part := func(lo, hi int64) bool {
			q := spot{p.obj, p.fn, lo, hi, p.step}.normal()
			return only(&places{to: []spot{q}})
		}
		if !part(p.lo, p.hi) {
			continue
		}
		if p.step > 0 && p.lo > -farOff {
			last := (p.hi - p.lo) / p.step
			first := int64(0)
			if !part(p.lo, p.lo) {
				bad, good := int64(0), last
				for bad+1 < good {
					if m := (bad + good) / 2; part(p.lo, p.lo+m*p.step) {
						good = m
					} else {
						bad = m
					}
				}
				first = good
			}
			if first < last && !part(p.lo+last*p.step, p.lo+last*p.step) {
				bad, good := last, first
				for good+1 < bad {
					if m := (bad + good) / 2; part(p.lo+m*p.step, p.lo+last*p.step) {
						good = m
					} else {
						bad = m
					}
				}
				last = good
			}
			p.lo, p.hi = p.lo+first*p.step, p.lo+last*p.step
			p = p.normal()
		}
		out.to = append(out.to, p)
	}
	x := v
	x.ptr = out
	if !out.null && len(out.to) == 0 {
		s.empty = true
		return
	}
	s.set(n, x)
}

// onAddresses returns the truth value of a comparison of pointers, or of integers that were computed from pointers. ok
// is false for any other comparison, and if the result depends on the numbers of the addresses.
func (m *model) onAddresses(op ir.BinOp, x, y value) (value, bool) {
	if op < ir.Eq || op > ir.Le || x.ptr == nil || y.ptr == nil {
		if x.t.Kind == ir.Ptr && op >= ir.Eq {
			return anything(ir.B), true
		}
		return value{}, false
	}
	if x.t.Kind != ir.Ptr && op != ir.Eq && op != ir.Ne {
		return value{}, false
	}
	switch op { // sound: Lt and Le are left, by the first line
	case ir.Eq, ir.Ne:
		canEq, canNe := m.equality(x.ptr, y.ptr)
		if x.t.Kind != ir.Ptr { // their numbers may decide as well
			b := binaryOp(ir.Eq, ir.B, value{t: x.t, ints: x.ints}, value{t: y.t, ints: y.ints})
			no, yes := b.canBe()
			canEq, canNe = canEq && yes, canNe && no
		}
		if op == ir.Ne {
			canEq, canNe = canNe, canEq
		}
		return yesNo(canNe, canEq), true
	}
	if a, b, ok := m.oneObject(x.ptr, y.ptr); ok {
		if op == ir.Lt {
			return yesNo(a.hi >= b.lo, a.lo < b.hi), true
		}
		return yesNo(a.hi > b.lo, a.lo <= b.hi), true
	}
	return anything(ir.B), true
}

// equality returns whether pointers into p and q can be equal, and whether they can differ.
func (m *model) equality(p, q *places) (canEq, canNe bool) {
	canEq = p.null && q.null
	for _, a := range p.to {
		canEq = canEq || q.null && !m.inside(a)
		for _, b := range q.to {
			switch {
			case !m.inside(a) || !m.inside(b):
				canEq = true // an address outside of its object may have any number
			case a.same(b):
				canEq = canEq || a.lo <= b.hi && b.lo <= a.hi
			case m.before(a, b) || m.before(b, a):
				canEq = true // the end of one object may be the start of the next
			}
		}
	}
	for _, b := range q.to {
		canEq = canEq || p.null && !m.inside(b)
	}
	same := len(p.to) == 0 && len(q.to) == 0 ||
		!p.null && !q.null && len(p.to) == 1 && len(q.to) == 1 && p.to[0] == q.to[0] && p.to[0].step == 0
	return canEq, !same
}

// before reports whether a may be the end of one object and b the start of another.
func (m *model) before(a, b spot) bool {
	return a.obj != nil && b.lo == 0 && a.hi == m.size(a.obj)
}

// oneObject reports whether both pointers certainly lie in the same object, and returns their spots.
func (m *model) oneObject(p, q *places) (a, b spot, ok bool) {
	if p == nil || q == nil || p.null || q.null || len(p.to) != 1 || len(q.to) != 1 {
		return a, b, false
	}
	a, b = p.to[0], q.to[0]
	return a, b, a.same(b) && m.inside(a) && m.inside(b)
}

// distance returns the values of the difference of pointers into p and q.
func (m *model) distance(t ir.Type, p, q *places) value {
	if a, b, ok := m.oneObject(p, q); ok {
		r := rng{fromInt(a.lo - b.hi), fromInt(a.hi - b.lo)}
		if all := limits(t); lessEq(all.lo, r.lo) && lessEq(r.hi, all.hi) {
			return ranges(t, r)
		}
	}
	return anything(t)
}

// addressSum returns the places of x op y, an integer that is computed from a pointer by + or -; nil if they are
// unknown.
func (m *model) addressSum(op ir.BinOp, x, y value) *places {
	if !m.isAddress(x.t) || !m.isAddress(y.t) {
		return nil
	}
	leads := func(p *places) bool { return p != nil && !p.null && len(p.to) > 0 }
	switch {
	case op == ir.Add && leads(x.ptr):
		return x.ptr.move(value{t: y.t, ints: y.ints}, 1, m.width)
	case op == ir.Add && leads(y.ptr):
		return y.ptr.move(value{t: x.t, ints: x.ints}, 1, m.width)
	case op == ir.Sub && leads(x.ptr):
		return x.ptr.move(value{t: y.t, ints: y.ints}, -1, m.width)
	}
	return nil
}

// isAddress reports whether t is an integer type as wide as an address.
func (m *model) isAddress(t ir.Type) bool { return t.Kind == ir.Int && t.Bits == m.width }
