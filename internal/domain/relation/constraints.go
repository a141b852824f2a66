package relation

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Constraints implements domain.Numeric. It returns the constraints of the box with the bounds of the relational
// side, and relations that bounds do not imply. The expression of a relation does not wrap.
func (m *machine[B, R]) Constraints(e State[B, R]) []*domain.Expr {
	if e = m.settle(e); e.bot { // a widened element may be bottom without the flag
		return []*domain.Expr{domain.NewConst(ir.B, 0)}
	}
	cons := m.rel.Constraints(e.rel)
	for _, c := range cons {
		if len(c.Terms) != 1 || e.bot {
			continue
		}
		d := c.Terms[0].D
		if t, ok := e.in.Get(uint32(d)); ok {
			e, _ = m.exchange(e, d, t)
		}
	}
	if e.bot {
		return []*domain.Expr{domain.NewConst(ir.B, 0)}
	}
	out := slices.Clone(m.box.Constraints(e.box))
	w := &writer[B, R]{view: m.view(e)}
	for _, c := range cons {
		if len(c.Terms) < 2 || !w.knows(c.Form) {
			continue
		}
		lo, hi := w.boxBounds(c.Form)
		if lo.Sign() >= 0 && (!c.Equal || hi.Sign() <= 0) {
			continue
		}
		if x := w.constraint(c); x != nil {
			out = append(out, x)
		}
	}
	for _, x := range e.safe {
		out = append(out, domain.NewUnary(ir.LNot, domain.NewOverflows(x.Bin, x.X, x.Y)))
	}
	slices.SortStableFunc(out, func(a, b *domain.Expr) int { return int(least(a)) - int(least(b)) })
	return out
}

// least returns the first dimension of a constraint.
func least(x *domain.Expr) domain.Dim {
	first := domain.Dim(1<<31 - 1)
	x.Dims(func(d domain.Dim, _ ir.Type) { first = min(first, d) })
	return first
}

// writer translates linear constraints to expressions.
type writer[B, R any] struct{ *view[B, R] }

// knows adds the dimensions of f to the view. It returns false if one of them has not entered the relational side.
func (w *writer[B, R]) knows(f linear.Form) bool {
	for _, t := range f.Terms {
		ty, ok := w.e.in.Get(uint32(t.D))
		if !ok || !w.dim(t.D, ty) {
			return false
		}
	}
	return true
}

// get returns the dimension d of the view.
func (w *writer[B, R]) get(d domain.Dim) known {
	for _, k := range w.dims {
		if k.d == d {
			return k
		}
	}
	panic("relation: a dimension that was not asked for")
}

// constraint returns c as an expression, nil if it finds none that does not wrap. It moves negative terms to the other
// side, so the expression has the form small <= large or small == large.
func (w *writer[B, R]) constraint(c linear.Cons) *domain.Expr {
	if !c.Exact() {
		return nil
	}
	small, large := side{safe: w.e.safe}, side{safe: w.e.safe}
	for _, t := range c.Terms {
		k := w.get(t.D)
		switch {
		case t.C == -1<<63:
			return nil
		case t.C > 0:
			large.terms = append(large.terms, term{k, t.C})
		default:
			small.terms = append(small.terms, term{k, -t.C})
		}
	}
	if c.Equal && len(large.terms) > 0 && len(small.terms) > 0 && large.terms[0].d < small.terms[0].d {
		small, large = large, small // the first dimension alone on the left: x == y + 1
		c.Lo = c.Lo.Neg()
	}
	k := c.Lo // small <= large + k
	op := ir.Le
	if c.Equal {
		op = ir.Eq
	} else if k == one.Neg() {
		op, k = ir.Lt, domain.Wide{}
	}
	for _, t := range w.types(c.Form) {
		for _, move := range []bool{k.Sign() < 0, k.Sign() > 0} {
			// Add the constant on one side, or subtract it on the other.
			s, l := small, large
			if move {
				s.k = k.Neg()
			} else {
				l.k = k
			}
			if x, ok := s.write(t); ok {
				if y, ok := l.write(t); ok {
					return domain.NewBinary(op, x, y)
				}
			}
		}
	}
	if w.wide {
		return nil
	}
	return guarded(op, small, large, k)
}

// types returns the types in which the constraint may be written, in order of preference.
func (w *writer[B, R]) types(f linear.Form) []ir.Type {
	var out []ir.Type
	add := func(t ir.Type) {
		if t.Kind == ir.Int && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for _, t := range f.Terms {
		add(w.get(t.D).t)
	}
	// The first choice is the common type of all dimensions, then wide types, in which conversions do not wrap.
	if w.wide {
		out = slices.Insert(out, 0, ir.I64)
	} else if len(out) > 1 {
		slices.SortStableFunc(out, func(a, b ir.Type) int { return int(b.Bits) - int(a.Bits) })
	}
	if !w.narrow {
		add(ir.I64)
		add(ir.U64)
	}
	return out
}

// side is a sum of terms with positive coefficients, and a constant.
type side struct {
	terms []term
	k     domain.Wide
	safe  []*domain.Expr // sums that do not overflow (State.safe)
}

// term is a dimension with its coefficient.
type term struct {
	known
	c int64
}

// write returns the sum as an expression of type t, or false if the box does not prove that it does not wrap.
func (s side) write(t ir.Type) (*domain.Expr, bool) {
	min, max := domain.Limits(t)
	fits := func(lo, hi domain.Wide) bool { return !lo.Less(min) && !max.Less(hi) }
	var sum *domain.Expr
	lo, hi := domain.Wide{}, domain.Wide{}
	for _, x := range s.terms {
		if !fits(x.lo, x.hi) {
			return nil, false
		}
		e := domain.NewDim(x.t, x.d)
		if x.t != t {
			e = domain.NewCast(t, e)
		}
		c := domain.WideInt(x.c)
		l, h := x.lo.Mul(c), x.hi.Mul(c)
		if x.c != 1 {
			if !fits(c, c) || !fits(l, h) {
				return nil, false
			}
			e = domain.NewBinary(ir.Mul, number(t, c), e)
		}
		if sum == nil {
			sum, lo, hi = e, l, h
			continue
		}
		lo, hi, sum = lo.Add(l), hi.Add(h), domain.NewBinary(ir.Add, sum, e)
		if !fits(lo, hi) {
			if !has(s.safe, sum) {
				return nil, false
			}
			lo, hi = domain.MaxW(lo, min), domain.MinW(hi, max)
		}
	}
	switch {
	case sum == nil:
		return number(t, s.k), fits(s.k, s.k)
	case s.k.Sign() == 0:
		return sum, true
	case !fits(lo.Add(s.k), hi.Add(s.k)):
		return nil, false
	case s.k.Sign() < 0 && fits(s.k.Neg(), s.k.Neg()):
		return domain.NewBinary(ir.Sub, sum, number(t, s.k.Neg())), true
	case fits(s.k, s.k):
		return domain.NewBinary(ir.Add, sum, number(t, s.k)), true
	}
	return nil, false
}

// guarded returns a relation of two dimensions of one type as an expression that tests for overflow first, nil for
// other relations.
func guarded(op ir.BinOp, small, large side, k domain.Wide) *domain.Expr {
	all := slices.Concat(small.terms, large.terms)
	if len(all) != 2 || all[0].c != 1 || all[1].c != 1 || all[0].t != all[1].t || all[0].t.Kind != ir.Int {
		return nil
	}
	t := all[0].t
	x, y := domain.NewDim(t, all[0].d), domain.NewDim(t, all[1].d)
	min, max := domain.Limits(t)
	bin, not := domain.NewBinary, func(e *domain.Expr) *domain.Expr { return domain.NewUnary(ir.LNot, e) }
	if len(small.terms) == 1 {
		// In x op y + k with k > 0, a sum that overflows is above all numbers.
		a := k.Abs()
		if max.Less(a) {
			return nil
		}
		if k.Sign() < 0 { // x + a op y
			over := domain.NewOverflows(ir.Add, x, number(t, a))
			return bin(ir.LAnd, not(over), bin(op, bin(ir.Add, x, number(t, a)), y))
		}
		over := domain.NewOverflows(ir.Add, y, number(t, a))
		le := bin(op, x, bin(ir.Add, y, number(t, a)))
		if op == ir.Eq {
			return bin(ir.LAnd, not(over), le)
		}
		return bin(ir.LOr, over, le)
	}
	// A comparison of x + y with a number. If x + y overflows, the sign of x determines the side.
	sum, over := bin(ir.Add, x, y), domain.NewOverflows(ir.Add, x, y)
	up, down := not(bin(ir.Lt, x, number(t, domain.Wide{}))), bin(ir.Lt, x, number(t, domain.Wide{}))
	var in, out *domain.Expr
	c := k // x + y op k
	if len(small.terms) == 0 {
		c = k.Neg() // -k op x + y
	}
	if c.Less(min) || max.Less(c) {
		return nil
	}
	switch {
	case op == ir.Eq:
		return bin(ir.LAnd, not(over), bin(ir.Eq, sum, number(t, c)))
	case len(small.terms) == 0:
		in, out = bin(op, number(t, c), sum), up
	default:
		in, out = bin(op, sum, number(t, c)), down
	}
	if t.Signed {
		return bin(ir.LOr, bin(ir.LAnd, over, out), bin(ir.LAnd, not(over), in))
	}
	if len(small.terms) == 0 {
		return bin(ir.LOr, over, in)
	}
	return bin(ir.LAnd, not(over), in)
}
