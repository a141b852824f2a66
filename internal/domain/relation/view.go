package relation

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// view computes linear forms and their bounds in one state that is not bottom.
type view[B, R any] struct {
	*machine[B, R]
	e    State[B, R]
	dims []known // the dimensions of all forms that the view made
	how  reading
}

// known is a dimension with its bounds in the box.
type known struct {
	d      domain.Dim
	t      ir.Type
	lo, hi domain.Wide
}

// reading selects the form of a quotient, remainder or mask.
type reading uint8

const (
	byOperand reading = iota // the operand minus the range of the lost part
	byBounds                 // a range: the bounds of the result
)

// view returns a view of e, which is not bottom.
func (m *machine[B, R]) view(e State[B, R]) *view[B, R] { return &view[B, R]{machine: m, e: e} }

// dim adds d, of type t, to the dimensions of the view. It returns false if d has another type or no values.
func (v *view[B, R]) dim(d domain.Dim, t ir.Type) bool {
	for _, k := range v.dims {
		if k.d == d {
			return k.t == t
		}
	}
	if old, ok := v.e.in.Get(uint32(d)); ok && old != t {
		return false
	}
	r := v.box.Bounds(v.e.box, domain.NewDim(t, d))
	if r.Empty {
		return false
	}
	v.dims = append(v.dims, known{d, t, r.Lo, r.Hi})
	return true
}

// boxBounds returns bounds of f by the bounds of its dimensions in the box.
func (v *view[B, R]) boxBounds(f linear.Form) (lo, hi domain.Wide) {
	sum := linear.Between(f.Lo, f.Hi)
	for _, t := range f.Terms {
		for _, k := range v.dims {
			if k.d == t.D {
				p, _ := linear.Between(k.lo, k.hi).Times(t.C)
				sum, _ = sum.Plus(p)
				break
			}
		}
	}
	return sum.Lo, sum.Hi
}

// relBounds returns bounds of f by the relational side for the dimensions that have entered it, and by the box for
// the others.
func (v *view[B, R]) relBounds(f linear.Form) (lo, hi domain.Wide) {
	in, out := linear.Const(0), linear.Between(f.Lo, f.Hi)
	for _, t := range f.Terms {
		if _, ok := v.e.in.Get(uint32(t.D)); ok {
			in.Terms = append(in.Terms, t)
		} else {
			out.Terms = append(out.Terms, t)
		}
	}
	if len(in.Terms) == 0 {
		return domain.MinWide, domain.MaxWide
	}
	lo, hi = v.rel.Bounds(v.e.rel, in)
	l, h := v.boxBounds(out)
	sum, _ := linear.Between(lo, hi).Plus(linear.Between(l, h))
	return sum.Lo, sum.Hi
}

// bounds returns the intersection of boxBounds and relBounds.
func (v *view[B, R]) bounds(f linear.Form) (lo, hi domain.Wide) {
	lo, hi = v.boxBounds(f)
	if len(f.Terms) == 0 {
		return lo, hi
	}
	l, h := v.relBounds(f)
	return domain.MaxW(lo, l), domain.MinW(hi, h)
}

// partners bounds the number of dimensions that partnerBounds tries.
const partners = 48

// partnerBounds returns bounds of f that it finds with another dimension y: bounds of f - y on the relational side,
// plus bounds of y in the box. If i < n holds, it finds an upper bound of i + 1 even if n has no bound except the limit
// of its type (see push).
func (v *view[B, R]) partnerBounds(f linear.Form) (lo, hi domain.Wide) {
	lo, hi = v.bounds(f)
	tries := 0
	v.e.in.Each(func(k uint32, t ir.Type) bool {
		d := domain.Dim(k)
		if tries++; tries > partners {
			return false
		}
		if f.Coef(d) != 0 || !v.dim(d, t) {
			return true
		}
		g, ok := f.Minus(linear.Of(d))
		if !ok {
			return true
		}
		l, h := v.relBounds(g)
		if l == domain.MinWide && h == domain.MaxWide {
			return true
		}
		yl, yh := v.boxBounds(linear.Of(d))
		sum, _ := linear.Between(l, h).Plus(linear.Between(yl, yh))
		lo, hi = domain.MaxW(lo, sum.Lo), domain.MinW(hi, sum.Hi)
		return true
	})
	return lo, hi
}

// interval returns the bounds of x in the box, as a form.
func (v *view[B, R]) interval(x *domain.Expr) linear.Form {
	r := v.box.Bounds(v.e.box, x)
	if r.Empty { // the state has no points, so any form is sound
		return linear.Const(0)
	}
	return linear.Between(r.Lo, r.Hi)
}

// lies returns a multiple k of 2^w such that all values of f are k plus a number of t, a type of w bits. ok is false if
// there is no such k.
func (v *view[B, R]) lies(t ir.Type, f linear.Form) (k domain.Wide, ok bool) {
	lo, hi := v.boxBounds(f)
	if k, ok = multiple(t, lo, hi); ok || len(f.Terms) == 0 {
		return k, ok
	}
	l, h := v.relBounds(f)
	if k, ok = multiple(t, domain.MaxW(lo, l), domain.MinW(hi, h)); ok {
		return k, true
	}
	lo, hi = v.partnerBounds(f)
	return multiple(t, lo, hi)
}

// multiple returns a multiple k of 2^w such that each number of lo..hi is k plus a number of t, a type of w bits. ok is
// false if there is no such k.
func multiple(t ir.Type, lo, hi domain.Wide) (k domain.Wide, ok bool) {
	if lo == domain.MinWide || hi == domain.MaxWide || hi.Less(lo) {
		return k, false
	}
	min, max := domain.Limits(t)
	k = lo.Sub(min).Shr(uint(t.Bits)).Shl(uint(t.Bits))
	return k, !max.Less(hi.Sub(k))
}

// shifted returns f - k.
func shifted(f linear.Form, k domain.Wide) linear.Form {
	if k.Sign() == 0 {
		return f
	}
	f, _ = f.Plus(linear.Between(k.Neg(), k.Neg()))
	return f
}

// form returns a form that encloses the value of x, an Int or Bool.
func (v *view[B, R]) form(x *domain.Expr) linear.Form {
	switch x.Kind {
	case domain.KConst:
		w := domain.Read(x.T, x.Bits)
		return linear.Between(w, w)
	case domain.KDim:
		if v.dim(x.D, x.T) {
			return linear.Of(x.D)
		}
	case domain.KUnary, domain.KBinary, domain.KCast:
		if f, ok := v.compound(x); ok {
			return f
		}
	}
	return v.interval(x)
}

// compound does what form does, for an operation with operands. It returns false if it finds no form.
func (v *view[B, R]) compound(x *domain.Expr) (linear.Form, bool) {
	switch {
	case x.Kind == domain.KUnary && x.Un == ir.LNot:
		return linear.Const(1).Minus(v.form(x.X))
	case x.Kind == domain.KCast && x.T.Kind == ir.Bool && related(x.X.T):
		f := v.form(x.X) // x != 0
		lo, hi := v.bounds(f)
		return f, lo.Sign() >= 0 && !domain.WideInt(1).Less(hi)
	case x.T.Kind != ir.Int || x.Kind == domain.KCast && !related(x.X.T):
		return linear.Form{}, false
	case x.Kind == domain.KBinary && (x.Bin == ir.Div || x.Bin == ir.Rem || x.Bin == ir.And || x.Bin == ir.Shr):
		return v.part(x)
	}
	if len(v.e.safe) > 0 && v.safe(x) {
		if f, ok := v.exact(x); ok {
			return f, true
		}
	}
	f, ok := v.modulo(x)
	if !ok {
		return f, false
	}
	k, ok := v.lies(x.T, f)
	if !ok && v.how == byBounds && divides(x) {
		// In both readings, f encloses the same number, before it wraps.
		w := *v
		w.how = byOperand
		var g linear.Form
		if g, ok = w.modulo(x); ok {
			k, ok = w.lies(x.T, g)
		}
		v.dims = w.dims
	}
	return shifted(f, k), ok
}

// exact returns the form of the sum, difference or product x before it wraps. ok is false if there is no linear form.
func (v *view[B, R]) exact(x *domain.Expr) (f linear.Form, ok bool) {
	f, g := v.form(x.X), v.form(x.Y)
	switch x.Bin { // sound: no form
	case ir.Add:
		return f.Plus(g)
	case ir.Sub:
		return f.Minus(g)
	case ir.Mul:
		if c, ok := v.constant(x.Y); ok {
			return f.Times(c)
		} else if c, ok := v.constant(x.X); ok {
			return g.Times(c)
		}
	}
	return f, false
}

// modulo returns a form that is equal to x modulo 2^w, where w is the width of x, an Int.
func (v *view[B, R]) modulo(x *domain.Expr) (linear.Form, bool) {
	switch x.Kind {
	case domain.KUnary:
		f, ok := v.modulo(x.X)
		if ok {
			f, ok = f.Times(-1)
		}
		if ok && x.Un == ir.Not {
			f, ok = f.Plus(linear.Const(-1))
		}
		return f, ok && (x.Un == ir.Neg || x.Un == ir.Not)
	case domain.KCast:
		if x.X.T.Kind == ir.Int && x.X.T.Bits >= x.T.Bits {
			return v.modulo(x.X)
		}
		if !related(x.X.T) {
			return linear.Form{}, false
		}
		return v.form(x.X), true
	case domain.KBinary:
		switch x.Bin { // sound: for other operators, the interval of x
		case ir.Add, ir.Sub:
			f, ok := v.modulo(x.X)
			if !ok {
				return f, false
			}
			g, ok := v.modulo(x.Y)
			if !ok {
				return g, false
			}
			if x.Bin == ir.Sub {
				return f.Minus(g)
			}
			return f.Plus(g)
		case ir.Mul:
			if c, ok := v.factor(x.Y); ok {
				return v.scaled(x.X, c)
			}
			if c, ok := v.factor(x.X); ok {
				return v.scaled(x.Y, c)
			}
			return v.interval(x), true
		case ir.Shl:
			if n, ok := v.constant(x.Y); ok && n >= 0 && n < int64(x.T.Bits) && n < 62 {
				return v.scaled(x.X, 1<<n)
			}
			return v.interval(x), true
		case ir.Div, ir.Rem, ir.And, ir.Shr:
			return v.form(x), true
		}
		return v.interval(x), true
	}
	return v.form(x), true
}

// scaled does what modulo does, for c*x.
func (v *view[B, R]) scaled(x *domain.Expr, c int64) (linear.Form, bool) {
	f, ok := v.modulo(x)
	if !ok {
		return f, false
	}
	return f.Times(c)
}

// constant returns the only value of x, or false if it has several.
func (v *view[B, R]) constant(x *domain.Expr) (int64, bool) {
	r := v.box.Bounds(v.e.box, x)
	if r.Empty || r.Lo != r.Hi {
		return 0, false
	}
	return r.Lo.Int64()
}

// factor returns the only value of x modulo 2^w, as the number of least absolute value. It returns false if x has
// several values.
func (v *view[B, R]) factor(x *domain.Expr) (int64, bool) {
	r := v.box.Bounds(v.e.box, x)
	if r.Empty || r.Lo != r.Hi {
		return 0, false
	}
	w := r.Lo
	if n := uint(x.T.Bits); !w.Shl(1).Less(domain.WideInt(1).Shl(n)) {
		w = w.Sub(domain.WideInt(1).Shl(n))
	}
	return w.Int64()
}

// part returns the form of a quotient, remainder, mask or right shift of an operand a that is not negative: a minus the
// lost part, whose bounds follow from the bounds of a, since it grows with a.
func (v *view[B, R]) part(x *domain.Expr) (linear.Form, bool) {
	a, c := x.X, x.Y
	if _, ok := v.constant(a); ok && x.Bin == ir.And {
		a, c = c, a
	}
	n, ok := v.constant(c)
	if !ok || n < 0 || n == 0 && x.Bin != ir.And && x.Bin != ir.Shr {
		return linear.Form{}, false
	}
	f := v.form(a)
	lo, hi := v.bounds(f)
	if len(f.Terms) == 0 || hi.Less(lo) || x.Bin == ir.Shr && n >= int64(a.T.Bits) {
		return linear.Form{}, false
	}
	if v.how == byBounds {
		return v.quotients(x, lo, hi, n)
	}
	if lo.Sign() < 0 {
		return linear.Form{}, false
	}
	var low, high domain.Wide // bounds of the lost part
	w := domain.WideInt(n)
	switch x.Bin {
	case ir.Div:
		low, high = lo.Sub(lo.Quo(w)), hi.Sub(hi.Quo(w))
	case ir.Rem:
		low, high = lo.Quo(w).Mul(w), hi.Quo(w).Mul(w)
	case ir.And:
		high = hi
		if isMask(n) { // a remainder
			size := w.Add(one)
			low, high = lo.Quo(size).Mul(size), hi.Quo(size).Mul(size)
		}
	case ir.Shr:
		low, high = lo.Sub(lo.Shr(uint(n))), hi.Sub(hi.Shr(uint(n)))
	default: // sound: no form
		return linear.Form{}, false
	}
	return f.Minus(linear.Between(low, high))
}

// quotients returns bounds of x, a quotient, remainder, mask or shift by n of an operand in lo..hi, as a form. It uses
// these bounds and the box.
func (v *view[B, R]) quotients(x *domain.Expr, lo, hi domain.Wide, n int64) (linear.Form, bool) {
	w, f := domain.WideInt(n), v.interval(x)
	switch {
	case x.Bin == ir.Div: // monotone, as the next case
		lo, hi = lo.Quo(w), hi.Quo(w)
	case x.Bin == ir.Shr:
		lo, hi = lo.Shr(uint(n)), hi.Shr(uint(n))
	case lo.Sign() < 0:
		return f, true
	case x.Bin == ir.Rem:
		lo, hi = domain.Wide{}, domain.MinW(hi, w.Sub(one))
	default:
		lo, hi = domain.Wide{}, domain.MinW(hi, w)
	}
	if lo, hi = domain.MaxW(lo, f.Lo), domain.MinW(hi, f.Hi); !hi.Less(lo) {
		f = linear.Between(lo, hi)
	}
	return f, true
}

var one = domain.WideInt(1)

// isMask reports whether the ones of n are its lowest bits.
func isMask(n int64) bool { return n&(n+1) == 0 }
