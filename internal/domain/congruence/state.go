package congruence

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// State is an element: the dimensions with a class other than top.
type State struct {
	m   pmap.Map[*class]
	bot bool
}

// Classes is the domain. With the bounds of another domain it can prove that operations do not wrap.
type Classes struct {
	bounds func(*domain.Expr) domain.Range // the bounds of the other domain; nil if there is none
}

// New returns the domain.
func New() domain.Domain[State] {
	return domain.Domain[State]{Lattice: Classes{}, Numeric: Classes{}}
}

// With returns the domain for one operation. The function bounds gives the bounds of expressions, by another domain, in
// the state before the operation; see package product.
func (Classes) With(bounds func(*domain.Expr) domain.Range) domain.Numeric[State] {
	return Classes{bounds}
}

// Top returns the element of all points.
func (Classes) Top() State { return State{} }

// Bottom returns the element without points.
func (Classes) Bottom() State { return State{bot: true} }

// IsBottom reports whether e has no points.
func (Classes) IsBottom(e State) bool { return e.bot }

// Leq reports whether b includes a.
func (Classes) Leq(a, b State) bool {
	if a.bot || b.bot {
		return a.bot
	}
	return a.m.Covers(b.m, func(_ uint32, x, y *class) bool { return x.leq(*y) })
}

// Join returns the least upper bound.
func (Classes) Join(a, b State) State {
	switch {
	case a.bot:
		return b
	case b.bot:
		return a
	}
	return State{m: a.m.Intersect(b.m, func(_ uint32, x, y *class) (*class, bool) {
		switch j := x.join(*y); {
		case j == *x:
			return x, true
		case j == *y:
			return y, true
		case j.isTop():
			return nil, false
		default:
			return &j, true
		}
	})}
}

// Widen returns Join. Chains end, since a join can only replace a modulus by one of its divisors.
func (d Classes) Widen(old, next State, _ domain.Thresholds) State { return d.Join(old, next) }

// Meet returns the intersection.
func (Classes) Meet(a, b State) State {
	if a.bot || b.bot {
		return State{bot: true}
	}
	bot := false
	m := a.m.Union(b.m, func(_ uint32, x, y *class) *class {
		c := x.meet(*y)
		bot = bot || c.empty
		switch c {
		case *x:
			return x
		case *y:
			return y
		}
		return &c
	})
	if bot {
		return State{bot: true}
	}
	return State{m: m}
}

// Narrow returns the intersection. Callers bound the length of descending chains.
func (d Classes) Narrow(old, next State) State { return d.Meet(old, next) }

// get returns the class of dim, which has type t.
func get(e State, dim domain.Dim, t ir.Type) class {
	if c, ok := e.m.Get(uint32(dim)); ok {
		if c.t == t {
			return *c
		}
		return top(t) // only if the types of expressions disagree
	}
	return top(t)
}

// set returns e with class c for dim.
func set(e State, dim domain.Dim, c class) State {
	if c.empty {
		return State{bot: true}
	}
	if c.isTop() {
		return State{m: e.m.Delete(uint32(dim))}
	}
	if old, ok := e.m.Get(uint32(dim)); ok && *old == c {
		return e
	}
	return State{m: e.m.Set(uint32(dim), &c)}
}

// Assign implements domain.Numeric.
func (d Classes) Assign(e State, dim domain.Dim, x *domain.Expr) State {
	if e.bot {
		return e
	}
	return set(e, dim, d.eval(e, x))
}

// Forget implements domain.Numeric.
func (Classes) Forget(e State, dims ...domain.Dim) State {
	for _, dim := range dims {
		e.m = e.m.Delete(uint32(dim))
	}
	return e
}

// Project implements domain.Projector.
func (Classes) Project(e State, keep func(domain.Dim) bool) State {
	e.m = e.m.Filter(func(k uint32, _ *class) bool { return keep(domain.Dim(k)) })
	return e
}

// Bounds returns the least and the greatest number of the class.
func (d Classes) Bounds(e State, x *domain.Expr) domain.Range {
	r := whole(x.T)
	if e.bot {
		r.Empty = true
		return r
	}
	return d.eval(e, x).within(r)
}

// Tighten returns the range r of an Int or Bool x, with its bounds moved to the nearest numbers of the class.
func (d Classes) Tighten(e State, x *domain.Expr, r domain.Range) domain.Range {
	if e.bot {
		r.Empty = true
		return r
	}
	return d.eval(e, x).within(r)
}

// within returns r with its bounds moved to the nearest numbers of the class.
func (c class) within(r domain.Range) domain.Range {
	if !numeric(r.T) || r.Empty {
		return r
	}
	lo, hi, ok := c.tighten(r.Lo, r.Hi)
	if !ok {
		r.Empty = true
		return r
	}
	r.Lo, r.Hi = lo, hi
	return r
}

// Constraints implements domain.Numeric.
func (d Classes) Constraints(e State) []*domain.Expr {
	if e.bot {
		return []*domain.Expr{domain.NewConst(ir.B, 0)}
	}
	var out []*domain.Expr
	e.m.Each(func(k uint32, c *class) bool {
		out = append(out, c.constraint(domain.NewDim(c.t, domain.Dim(k))))
		return true
	})
	return out
}

// Each implements domain.Sharer.
func (d Classes) Each(e State, f func(dim domain.Dim, part any, give func() []*domain.Expr)) {
	if e.bot {
		f(-1, nil, func() []*domain.Expr { return d.Constraints(e) })
		return
	}
	e.m.Each(func(k uint32, c *class) bool {
		f(domain.Dim(k), c, func() []*domain.Expr {
			return []*domain.Expr{c.constraint(domain.NewDim(c.t, domain.Dim(k)))}
		})
		return true
	})
}

// constraint returns the condition which states that x is in the class, which is not top.
func (c class) constraint(x *domain.Expr) *domain.Expr {
	num := func(w domain.Wide) *domain.Expr { return domain.NewBits(c.t, canonical(c.t, w)) }
	eq := func(l *domain.Expr, w domain.Wide) *domain.Expr { return domain.NewBinary(ir.Eq, l, num(w)) }
	if c.m.Sign() == 0 {
		return eq(x, c.r)
	}
	min, max := domain.Limits(c.t)
	if max.Less(c.m) { // the class has few numbers
		var or *domain.Expr
		for w := min.Add(mod(c.r.Sub(min), c.m)); !max.Less(w); w = w.Add(c.m) {
			if e := eq(x, w); or == nil {
				or = e
			} else {
				or = domain.NewBinary(ir.LOr, or, e)
			}
		}
		return or
	}
	rem := domain.NewBinary(ir.Rem, x, num(c.m))
	switch {
	case !c.t.Signed || c.r.Sign() == 0:
		return eq(rem, c.r)
	case c.low() > 0 && one.Shl(uint(c.low())) == c.m:
		return eq(domain.NewBinary(ir.And, x, num(c.m.Sub(one))), c.r)
	}
	return domain.NewBinary(ir.LOr, eq(rem, c.r), eq(rem, c.r.Sub(c.m)))
}

// Singles calls f on each Int or Bool dimension with one value, ascending.
func (Classes) Singles(e State, f func(dim domain.Dim, bits uint64)) {
	e.m.Each(func(k uint32, c *class) bool {
		if c.isSingle() {
			f(domain.Dim(k), canonical(c.t, c.r))
		}
		return true
	})
}

// Residual reports that equations with coefficients make this domain more precise; see package relation.
func (Classes) Residual() bool { return true }
