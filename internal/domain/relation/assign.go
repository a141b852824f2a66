package relation

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Assign implements domain.Numeric.
func (m *machine[B, R]) Assign(e State[B, R], d domain.Dim, x *domain.Expr) State[B, R] {
	if e.bot {
		return e
	}
	if !related(x.T) {
		e.box = m.box.Assign(e.box, d, x)
		e.safe = without(e.safe, func(o domain.Dim) bool { return o == d })
		return m.settle(m.leave(e, d))
	}
	v := m.view(e)
	f := v.form(x)
	out := v.assign(d, x, f)
	if out.bot {
		return out
	}
	if divides(x) && !x.Reads(d) {
		w := m.view(out)
		w.how = byBounds
		if g := w.form(x); len(g.Terms) > 0 && w.dim(d, x.T) { // the operands of x have not changed
			if diff, ok := g.Minus(linear.Of(d)); ok {
				out = w.within(diff, domain.Wide{}, domain.Wide{})
			}
		}
		if !out.bot {
			out = m.view(out).quotient(d, x)
		}
	}
	if !out.bot {
		out, _ = m.exchange(out, d, x.T)
		out = m.equations(out, d, x.T)
	}
	return out
}

// assign returns the state after d = x, on both sides, where f encloses the value of x.
func (v *view[B, R]) assign(d domain.Dim, x *domain.Expr, f linear.Form) State[B, R] {
	e := v.e
	box := v.box.Assign(e.box, d, x)
	if y, ok := v.sharper(e, x); ok {
		box = v.box.Meet(box, v.box.Assign(e.box, d, y))
	}
	e.safe = without(e.safe, func(o domain.Dim) bool { return o == d })
	if len(f.Terms) == 0 {
		e = v.leave(e, d)
		e.box = box
		return v.settle(e)
	}
	for _, t := range f.Terms {
		for _, k := range v.dims {
			if k.d == t.D {
				e = v.enter(e, k.d, k.t)
			}
		}
	}
	if e.bot {
		return e
	}
	e.rel = v.rel.Assign(e.rel, d, f)
	e.box = box
	e.in = e.in.Set(uint32(d), x.T)
	return v.settle(e)
}

// quotient relates d, which has the value of the division x by c, to the operand of x: c*d and the operand differ by
// less than c. x does not read d.
func (v *view[B, R]) quotient(d domain.Dim, x *domain.Expr) State[B, R] {
	if x.Kind != domain.KBinary || x.Bin != ir.Div && x.Bin != ir.Shr {
		return v.e
	}
	c, ok := v.constant(x.Y)
	if ok && x.Bin == ir.Shr {
		if ok = c >= 0 && c < int64(x.T.Bits) && c < 62; ok {
			c = 1 << c
		}
	}
	if !ok || c <= 1 {
		return v.e
	}
	f := v.form(x.X)
	lo, hi := v.bounds(f)
	if len(f.Terms) == 0 || !v.dim(d, x.T) {
		return v.e
	}
	// a - c*d is in 0..c-1 if division rounds down, and in 1-c..0 if it rounds up.
	low, high := domain.Wide{}, domain.WideInt(c-1)
	if x.Bin == ir.Div && lo.Sign() < 0 {
		low = domain.WideInt(1 - c)
		if hi.Sign() <= 0 {
			high = domain.Wide{}
		}
	}
	q, ok := linear.Of(d).Times(c)
	if !ok {
		return v.e
	}
	if f, ok = f.Minus(q); !ok {
		return v.e
	}
	return v.within(f, low, high)
}

// Substitute implements domain.Substituter.
func (m *machine[B, R]) Substitute(within, e State[B, R], d domain.Dim, x *domain.Expr) State[B, R] {
	if within.bot || e.bot {
		return m.Bottom()
	}
	out := within
	if m.boxBack != nil {
		out.box = m.boxBack.Substitute(within.box, e.box, d, x)
	} else {
		out.box = m.box.Meet(within.box, m.box.Forget(e.box, d))
	}
	if out = m.settle(out); out.bot {
		return out
	}
	if !related(x.T) {
		return m.meetRel(out, m.leave(e, d))
	}
	// The box of out contains the points that lead into e, so its bounds decide whether forms are exact.
	v := m.view(out)
	f := v.form(x)
	if len(f.Terms) > 0 {
		e = m.settle(m.enter(e, d, x.T))
	}
	if e.bot {
		return e
	}
	if _, ok := e.in.Get(uint32(d)); ok {
		out = v.replace(e, d, f)
	} else {
		out = m.meetRel(out, e)
	}
	if !out.bot {
		out, _ = m.reduce(out, x)
	}
	return out
}

// meetRel returns out with the relations of e in addition.
func (m *machine[B, R]) meetRel(out, e State[B, R]) State[B, R] {
	out.rel = m.rel.Meet(out.rel, e.rel)
	out.in = out.in.Union(e.in, func(_ uint32, t, _ ir.Type) ir.Type { return t })
	return m.settle(out)
}

// replace returns the state of the view with the relations of e in addition, after it has replaced d by f in these
// relations.
func (v *view[B, R]) replace(e State[B, R], d domain.Dim, f linear.Form) State[B, R] {
	out := v.e
	for _, t := range f.Terms {
		for _, k := range v.dims {
			if k.d == t.D {
				out = v.enter(out, k.d, k.t)
			}
		}
	}
	if out.bot {
		return out
	}
	if v.relBack != nil {
		e.rel = v.relBack.Substitute(e.rel, d, f)
		e.in = e.in.Delete(uint32(d)) // the dimensions of f have entered out
		return v.meetRel(out, e)
	}
	cs := v.rel.Constraints(e.rel)
	out = v.meetRel(out, v.leave(e, d))
	for _, c := range cs {
		if out.bot || c.Coef(d) == 0 {
			continue
		}
		g, ok := c.Replace(d, f)
		if !ok {
			continue
		}
		// f may have a range of values, so g may have one, too.
		if c.Equal && g.Exact() {
			out.rel = v.rel.Assume(out.rel, linear.Cons{Form: g, Equal: true})
		} else {
			for _, sign := range []int64{1, -1} {
				if h, ok := g.Times(sign); ok && h.Hi != domain.MaxWide && (sign == 1 || c.Equal) {
					h.Lo = h.Hi
					out.rel = v.rel.Assume(out.rel, linear.Cons{Form: h})
				}
			}
		}
		out = v.settle(out)
	}
	return out
}

// Bounds implements domain.Numeric.
func (m *machine[B, R]) Bounds(e State[B, R], x *domain.Expr) domain.Range {
	if e.bot {
		return m.box.Bounds(e.box, x)
	}
	r := m.box.Bounds(e.box, x)
	if r.Empty || !related(x.T) || r.Lo == r.Hi {
		return r
	}
	v := m.view(e)
	if x.T.Kind == ir.Bool {
		return v.truth(r, x)
	}
	f := v.form(x)
	if len(f.Terms) == 0 {
		return r
	}
	lo, hi := v.bounds(f)
	if lo, hi = domain.MaxW(lo, r.Lo), domain.MinW(hi, r.Hi); hi.Less(lo) {
		r.Empty = true // no value is left
		return r
	}
	r.Lo, r.Hi = lo, hi
	return r
}

// truth returns r, the range of the Bool x, reduced by the bounds of the difference if x is a comparison.
func (v *view[B, R]) truth(r domain.Range, x *domain.Expr) domain.Range {
	if x.Kind != domain.KBinary || x.Bin < ir.Eq || x.Bin > ir.Le || !related(x.X.T) {
		return r
	}
	d, ok := v.form(x.Y).Minus(v.form(x.X))
	if !ok {
		return r
	}
	lo, hi := v.bounds(d)
	yes, no := false, false
	switch x.Bin { // sound: x stays undecided
	case ir.Eq, ir.Ne:
		yes, no = lo.Sign() == 0 && hi.Sign() == 0, lo.Sign() > 0 || hi.Sign() < 0
		if x.Bin == ir.Ne {
			yes, no = no, yes
		}
	case ir.Lt:
		yes, no = lo.Sign() > 0, hi.Sign() <= 0
	case ir.Le:
		yes, no = lo.Sign() >= 0, hi.Sign() < 0
	}
	switch {
	case yes && !no:
		r.Lo = r.Hi
	case no && !yes:
		r.Hi = r.Lo
	}
	return r
}
