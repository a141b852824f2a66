package relation

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// branches bounds the number of disjunctions in a condition that Assume splits.
const branches = 6

// Assume implements domain.Numeric.
func (m *machine[B, R]) Assume(e State[B, R], c *domain.Expr) State[B, R] {
	if e.bot {
		return e
	}
	e.box = m.box.Assume(e.box, c)
	if y, ok := m.sharper(e, c); ok {
		e.box = m.box.Assume(e.box, y)
	}
	if e = m.settle(e); e.bot {
		return e
	}
	left := branches
	for i := 0; i < 2; i++ {
		e = m.decide(e, c, true, &left)
		if e.bot {
			return e
		}
		if i == 0 && modular(c) {
			if e = m.classed(e); e.bot {
				return e
			}
		}
		better := false
		if e, better = m.reduce(e, c); e.bot || !better {
			return e
		}
		e.box = m.box.Assume(e.box, c)
		if e = m.settle(e); e.bot {
			return e
		}
	}
	return e
}

// decide restricts the relational side to the points where the Bool x may have the truth value holds. The caller has
// restricted the box already. left is the number of disjunctions that may still be split.
func (m *machine[B, R]) decide(e State[B, R], x *domain.Expr, holds bool, left *int) State[B, R] {
	if e.bot {
		return e
	}
	switch x.Kind {
	case domain.KUnary:
		if x.Un == ir.LNot {
			return m.decide(e, x.X, !holds, left)
		}
	case domain.KCast: // to Bool: x != 0
		if related(x.X.T) {
			v := m.view(e)
			op := ir.Eq
			if holds {
				op = ir.Ne
			}
			return v.compare(op, v.form(x.X), linear.Const(0))
		}
	case domain.KOverflows:
		if related(x.X.T) {
			v := m.view(e)
			if e = v.overflows(x, holds); !holds {
				e = v.remember(x)
			}
			return e
		}
	case domain.KBinary:
		switch x.Bin { // sound: nothing is learnt
		case ir.LAnd, ir.LOr:
			if (x.Bin == ir.LAnd) == holds {
				return m.decide(m.decide(e, x.X, holds, left), x.Y, holds, left)
			}
			return m.split(e, x, holds, left)
		case ir.Eq, ir.Ne, ir.Lt, ir.Le:
			if related(x.X.T) {
				return m.compare(e, x, holds)
			}
		}
	}
	return e
}

// split does what decide does, for a disjunction: it joins the case in which the left side holds with the case in which
// only the right side holds.
func (m *machine[B, R]) split(e State[B, R], x *domain.Expr, holds bool, left *int) State[B, R] {
	if *left == 0 {
		return e
	}
	*left--
	one := func(e State[B, R], x *domain.Expr, holds bool) State[B, R] {
		c := x
		if !holds {
			c = domain.NewUnary(ir.LNot, x)
		}
		e.box = m.box.Assume(e.box, c)
		e = m.decide(m.settle(e), x, holds, left)
		e, _ = m.reduce(e, x)
		return e
	}
	a := one(e, x.X, holds)
	b := one(e, x.X, !holds)
	if !b.bot {
		b = one(b, x.Y, holds)
	}
	return m.Join(a, b)
}

// compare does what decide does, for a comparison.
func (m *machine[B, R]) compare(e State[B, R], x *domain.Expr, holds bool) State[B, R] {
	op, l, r := x.Bin, x.X, x.Y
	if !holds {
		switch op {
		case ir.Eq:
			op = ir.Ne
		case ir.Ne:
			op = ir.Eq
		case ir.Lt: // !(l < r): r <= l
			op, l, r = ir.Le, r, l
		case ir.Le:
			op, l, r = ir.Lt, r, l
		default: // sound: nothing is learnt
			return e
		}
	}
	for _, how := range []reading{byOperand, byBounds} {
		v := m.view(e)
		v.how = how
		if e = v.compare(op, v.form(l), v.form(r)); e.bot || !divides(x) {
			break
		}
	}
	return e
}

// divides reports whether x contains an operation for which the two readings differ.
func divides(x *domain.Expr) bool {
	if x == nil {
		return false
	}
	if x.Kind == domain.KBinary {
		switch x.Bin { // sound: false only loses precision
		case ir.Div, ir.Rem, ir.And, ir.Shr:
			return true
		}
	}
	return divides(x.X) || divides(x.Y)
}

// compare restricts the state of the view by f op g, and returns it.
func (v *view[B, R]) compare(op ir.BinOp, f, g linear.Form) State[B, R] {
	d, ok := g.Minus(f)
	if !ok {
		return v.e
	}
	switch op { // sound: nothing is learnt
	case ir.Eq:
		return v.within(d, domain.Wide{}, domain.Wide{})
	case ir.Le:
		return v.within(d, domain.Wide{}, domain.MaxWide)
	case ir.Lt:
		return v.within(d, one, domain.MaxWide)
	case ir.Ne:
		if !d.Exact() {
			return v.e
		}
		lo, hi := v.bounds(d)
		switch {
		case lo.Sign() == 0 && hi.Sign() == 0:
			return v.Bottom()
		case lo.Sign() == 0:
			return v.within(d, one, domain.MaxWide)
		case hi.Sign() == 0:
			return v.within(d, domain.MinWide, one.Neg())
		}
	}
	return v.e
}

// within restricts the view's state to the points where some value of f is in lo..hi, and returns it.
func (v *view[B, R]) within(f linear.Form, lo, hi domain.Wide) State[B, R] {
	l, h := v.bounds(f)
	if h.Less(lo) || hi.Less(l) {
		return v.Bottom()
	}
	if len(f.Terms) == 0 {
		return v.e
	}
	if lo == domain.MinWide || lo.Cmp(l) <= 0 {
		lo = domain.MinWide
	}
	if hi == domain.MaxWide || h.Cmp(hi) <= 0 {
		hi = domain.MaxWide
	}
	if lo == domain.MinWide && hi == domain.MaxWide && v.entered(f) {
		return v.e // known
	}
	e := v.e
	for _, t := range f.Terms {
		for _, k := range v.dims {
			if k.d == t.D {
				e = v.enter(e, k.d, k.t)
			}
		}
	}
	if lo == hi && f.Exact() {
		if c, ok := f.Plus(linear.Between(lo.Neg(), lo.Neg())); ok && c.Exact() {
			e.rel = v.rel.Assume(e.rel, linear.Cons{Form: c, Equal: true})
		}
		v.e = v.settle(e)
		return v.e
	}
	// Some value of f is >= lo if its upper end is, and some value is <= hi if its lower end is.
	if lo != domain.MinWide && f.Hi != domain.MaxWide {
		k := f.Hi.Sub(lo)
		e.rel = v.rel.Assume(e.rel, linear.Cons{Form: linear.Form{Terms: f.Terms, Lo: k, Hi: k}})
	}
	if n, ok := f.Times(-1); ok && hi != domain.MaxWide && n.Hi != domain.MaxWide {
		k := n.Hi.Add(hi)
		e.rel = v.rel.Assume(e.rel, linear.Cons{Form: linear.Form{Terms: n.Terms, Lo: k, Hi: k}})
	}
	v.e = v.settle(e)
	return v.e
}

// entered reports whether all dimensions of f have entered the relational side.
func (v *view[B, R]) entered(f linear.Form) bool {
	for _, t := range f.Terms {
		if _, ok := v.e.in.Get(uint32(t.D)); !ok {
			return false
		}
	}
	return true
}

// overflows restricts the state of the view by the truth value of x, a KOverflows, and returns it.
func (v *view[B, R]) overflows(x *domain.Expr, holds bool) State[B, R] {
	f, ok := v.exact(x)
	if !ok {
		return v.e
	}
	min, max := domain.Limits(x.X.T)
	if !holds {
		return v.within(f, min, max)
	}
	lo, hi := v.bounds(f)
	switch {
	case !lo.Less(min) && !max.Less(hi):
		return v.Bottom()
	case !lo.Less(min):
		return v.within(f, max.Add(one), domain.MaxWide)
	case !max.Less(hi):
		return v.within(f, domain.MinWide, min.Sub(one))
	}
	return v.e
}

// reduce exchanges bounds of the dimensions of x between the sides; better reports whether the box became smaller.
func (m *machine[B, R]) reduce(e State[B, R], x *domain.Expr) (_ State[B, R], better bool) {
	var seen []domain.Dim
	x.Dims(func(d domain.Dim, t ir.Type) {
		for _, s := range seen {
			if s == d {
				return
			}
		}
		seen = append(seen, d)
		var b bool
		e, b = m.exchange(e, d, t)
		better = better || b
	})
	return e, better
}

// exchange exchanges bounds of d between the sides; better reports whether the box became smaller.
func (m *machine[B, R]) exchange(e State[B, R], d domain.Dim, t ir.Type) (_ State[B, R], better bool) {
	if have, ok := e.in.Get(uint32(d)); e.bot || !ok || have != t {
		return e, false
	}
	x := domain.NewDim(t, d)
	lo, hi := m.rel.Bounds(e.rel, linear.Of(d))
	r := m.box.Bounds(e.box, x)
	if r.Empty || hi.Less(r.Lo) || r.Hi.Less(lo) {
		return m.Bottom(), true
	}
	if r.Lo.Less(lo) {
		e.box = m.box.Assume(e.box, domain.NewBinary(ir.Le, number(t, lo), x))
		better = true
	}
	if hi.Less(r.Hi) {
		e.box = m.box.Assume(e.box, domain.NewBinary(ir.Le, x, number(t, hi)))
		better = true
	}
	if better {
		if e = m.settle(e); e.bot {
			return e, true
		}
		r = m.box.Bounds(e.box, x)
	}
	if lo.Less(r.Lo) || r.Hi.Less(hi) {
		l, h := r.Lo, r.Hi
		if !lo.Less(l) {
			l, _ = domain.Limits(t)
		}
		if !h.Less(hi) {
			_, h = domain.Limits(t)
		}
		e = m.settle(m.push(e, d, t, l, h))
	}
	return e, better
}

// number returns the constant w, a number of t.
func number(t ir.Type, w domain.Wide) *domain.Expr { return domain.NewConst(t, int64(w.Bits())) }
