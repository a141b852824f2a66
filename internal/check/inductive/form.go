package inductive

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// term is the integer value of a slot (a register, a cell, or each element of an array) times a coefficient.
type term struct {
	slot int
	coef int64
}

// form is the sum of terms, by ascending slots, and of some integer from lo to hi.
type form struct {
	terms  []term
	lo, hi wide
}

const (
	maxTerms = 4       // of a sum
	maxCoef  = 1 << 31 // so that sums of maxTerms products of machine integers fit in wide
)

// maxSum bounds the constants of forms and relations.
var maxSum = power(100)

// fits reports whether a constant is within the bounds of constants.
func fits(w wide) bool { return lessEq(w, maxSum) && lessEq(negate(maxSum), w) }

// sum returns a + k*b; ok is false if there are too many terms or too large coefficients.
func sum(a []term, k int64, b []term) (out []term, ok bool) {
	add := func(t term) {
		ok = ok && -maxCoef <= t.coef && t.coef <= maxCoef
		if t.coef != 0 {
			out = append(out, t)
		}
	}
	ok = -maxCoef <= k && k <= maxCoef
	for ok && (len(a) > 0 || len(b) > 0) {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].slot < b[0].slot:
			add(a[0])
			a = a[1:]
		case len(a) == 0 || b[0].slot < a[0].slot:
			add(term{b[0].slot, k * b[0].coef})
			b = b[1:]
		default:
			add(term{a[0].slot, a[0].coef + k*b[0].coef})
			a, b = a[1:], b[1:]
		}
	}
	return out, ok && len(out) <= maxTerms
}

// coef returns the coefficient of slot n in a sum.
func coef(ts []term, n int) int64 {
	for _, t := range ts {
		if t.slot == n {
			return t.coef
		}
	}
	return 0
}

// without returns the terms of other slots than n.
func without(ts []term, n int) []term {
	return slices.DeleteFunc(slices.Clone(ts), func(t term) bool { return t.slot == n })
}

// scaledRange returns k*r; ok is false if the numbers are too large.
func scaledRange(k int64, r rng) (out rng, ok bool) {
	if limit := power(64); lessEq(r.lo, negate(limit)) || lessEq(limit, r.hi) || less(r.hi, r.lo) {
		return rng{}, false
	}
	lo, hi, ok := products(rng{fromInt(k), fromInt(k)}, r)
	return rng{lo, hi}, ok && fits(lo) && fits(hi)
}

// valueOf returns the values of a slot of integers in s.
func (c *checker) valueOf(s *state, n int) value {
	switch k := c.slots[n]; k.kind {
	case cell:
		return c.read(s, k.obj, k.off, k.t)
	case elements:
		return c.everyElement(s, k.obj, k.t)
	}
	if v := s.find(n); v != nil {
		return *v
	}
	return anything(c.slotType(n))
}

// span returns bounds of a form in s that follow from the values of its slots.
func (c *checker) span(s *state, f form) (rng, bool) {
	out := rng{f.lo, f.hi}
	for _, t := range f.terms {
		v := c.valueOf(s, t.slot)
		if v.none() {
			return rng{}, false
		}
		r, ok := scaledRange(t.coef, v.hull())
		if !ok {
			return rng{}, false
		}
		out = rng{plus(out.lo, r.lo), plus(out.hi, r.hi)}
	}
	return out, fits(out.lo) && fits(out.hi)
}

// formOf returns a form of the value of e, an integer, in s. leaf returns the slot of a register or a Load. The form
// has terms only if no operation of e wraps for the values in s.
func (c *checker) formOf(s *state, e ir.Expr, leaf func(ir.Expr) (int, bool)) form {
	if f, ok := c.exactForm(s, e, leaf); ok {
		if r, ok := c.span(s, f); ok {
			if all := limits(e.Type()); lessEq(all.lo, r.lo) && lessEq(r.hi, all.hi) {
				return f
			}
		}
	}
	all := limits(e.Type())
	if v := c.eval(s, e); !v.none() {
		all = v.hull()
	}
	return form{lo: all.lo, hi: all.hi}
}

// exactForm returns a form of the value that e has if its last operation does not wrap; ok is false if there is none.
func (c *checker) exactForm(s *state, e ir.Expr, leaf func(ir.Expr) (int, bool)) (f form, ok bool) {
	switch x := e.(type) { // sound: there is no form
	case *ir.Const:
		w := number(x.T, x.Bits)
		return form{lo: w, hi: w}, true
	case *ir.Ref, *ir.Load:
		n, ok := leaf(e)
		return form{terms: []term{{n, 1}}}, ok
	case *ir.Cast:
		if x.T.Kind == ir.Int && isInt(x.X.Type()) {
			return c.formOf(s, x.X, leaf), true
		}
	case *ir.Unary:
		if x.Op == ir.Neg {
			return added(form{}, -1, c.formOf(s, x.X, leaf))
		}
	case *ir.Binary:
		if !isInt(x.X.Type()) || x.Op != ir.Add && x.Op != ir.Sub && x.Op != ir.Mul {
			return form{}, false
		}
		f, g := c.formOf(s, x.X, leaf), c.formOf(s, x.Y, leaf)
		switch x.Op { // sound: as above
		case ir.Add:
			return added(f, 1, g)
		case ir.Sub:
			return added(f, -1, g)
		case ir.Mul:
			if len(f.terms) == 0 {
				f, g = g, f
			}
			if k := int64(g.lo.lo); len(g.terms) == 0 && g.lo == g.hi && g.lo == fromInt(k) {
				return added(form{}, k, f)
			}
		}
	}
	return form{}, false
}

// added returns f + k*g.
func added(f form, k int64, g form) (form, bool) {
	ts, ok := sum(f.terms, k, g.terms)
	if !ok {
		return form{}, false
	}
	r, ok := scaledRange(k, rng{g.lo, g.hi})
	out := form{ts, plus(f.lo, r.lo), plus(f.hi, r.hi)}
	return out, ok && fits(out.lo) && fits(out.hi)
}
