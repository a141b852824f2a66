package interval

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// State is an element of the domain: the dimensions with bounds. States share subtrees of the map.
type State struct {
	m   pmap.Map[*value]
	bot bool
}

// Values is the domain. A dimension may have a set of up to MaxSet values; if MaxSet is below 2, the domain has plain
// intervals.
type Values struct{ MaxSet int }

// New returns the domain with sets of up to maxSet values.
func New(maxSet int) domain.Domain[State] {
	v := Values{min(maxSet, enumerated/2)}
	return domain.Domain[State]{Lattice: v, Numeric: v}
}

// Top returns the element of all points.
func (Values) Top() State { return State{} }

// Bottom returns the element without points.
func (Values) Bottom() State { return State{bot: true} }

// IsBottom reports whether e has no points.
func (Values) IsBottom(e State) bool { return e.bot }

// Leq reports whether b includes a.
func (Values) Leq(a, b State) bool {
	if a.bot || b.bot {
		return a.bot
	}
	return a.m.Covers(b.m, func(_ uint32, x, y *value) bool { return x.leq(*y) })
}

// merge returns a join of a and b, where f joins the values of a dimension that both states bound.
func merge(a, b State, f func(x, y *value) value) State {
	if a.bot {
		return b
	}
	if b.bot {
		return a
	}
	return State{m: a.m.Intersect(b.m, func(_ uint32, x, y *value) (*value, bool) {
		return keep(f(x, y), x, y)
	})}
}

// keep returns v as a pointer; it returns x or y itself if equal to v, to share it. It returns false if v is top.
func keep(v value, x, y *value) (*value, bool) {
	switch {
	case v.equal(*x):
		return x, true
	case v.equal(*y):
		return y, true
	case v.isTop():
		return nil, false
	}
	return &v, true
}

// Join returns the least upper bound, where sets of more than MaxSet values become ranges.
func (d Values) Join(a, b State) State {
	return merge(a, b, func(x, y *value) value { return x.join(*y, d.MaxSet) })
}

// Widen implements domain.Lattice.
func (d Values) Widen(a, b State, at domain.Thresholds) State {
	return merge(a, b, func(x, y *value) value { return x.widen(*y, d.MaxSet, at) })
}

// Meet returns the intersection.
func (d Values) Meet(a, b State) State {
	if a.bot || b.bot {
		return State{bot: true}
	}
	bot := false
	m := a.m.Union(b.m, func(_ uint32, x, y *value) *value {
		v := x.meet(*y)
		if v.empty {
			bot = true
		}
		r, ok := keep(v, x, y)
		if !ok {
			r = x
		}
		return r
	})
	if bot {
		return State{bot: true}
	}
	return State{m: m}
}

// Copy implements domain.Copier.
func (Values) Copy(to, from State, ds ...domain.Dim) State {
	if to.bot || from.bot {
		return to
	}
	for _, d := range ds {
		if v, ok := from.m.Get(uint32(d)); ok {
			to.m = to.m.Set(uint32(d), v)
		} else {
			to.m = to.m.Delete(uint32(d))
		}
	}
	return to
}

// Narrow returns the intersection. Callers bound the length of descending chains.
func (d Values) Narrow(old, next State) State { return d.Meet(old, next) }

// get returns the value of dim, which has type t.
func (d Values) get(e State, dim domain.Dim, t ir.Type) value {
	if v, ok := e.m.Get(uint32(dim)); ok {
		if v.t == t {
			return *v
		}
		return cast(t, *v, d.MaxSet) // only if the types of expressions disagree
	}
	return top(t)
}

// set returns e with value v for dim.
func (d Values) set(e State, dim domain.Dim, v value) State {
	if v.empty {
		return State{bot: true}
	}
	if v.isTop() {
		return State{m: e.m.Delete(uint32(dim))}
	}
	if old, ok := e.m.Get(uint32(dim)); ok && old.t == v.t && old.equal(v) {
		return e
	}
	return State{m: e.m.Set(uint32(dim), &v)}
}

// Assign implements domain.Numeric.
func (d Values) Assign(e State, dim domain.Dim, x *domain.Expr) State {
	if e.bot {
		return e
	}
	return d.set(e, dim, d.eval(e, x))
}

// Forget implements domain.Numeric.
func (d Values) Forget(e State, dims ...domain.Dim) State {
	for _, dim := range dims {
		e.m = e.m.Delete(uint32(dim))
	}
	return e
}

// Project implements domain.Projector.
func (d Values) Project(e State, keep func(domain.Dim) bool) State {
	e.m = e.m.Filter(func(k uint32, _ *value) bool { return keep(domain.Dim(k)) })
	return e
}

// Bounds implements domain.Numeric.
func (d Values) Bounds(e State, x *domain.Expr) domain.Range {
	if e.bot {
		return bottom(x.T).toRange()
	}
	return d.eval(e, x).toRange()
}

// Elements returns the values of an Int or Bool x, ascending, as canonical bits. The result is false if there may be
// more than limit.
func (d Values) Elements(e State, x *domain.Expr, limit int) ([]uint64, bool) {
	if e.bot {
		return nil, true
	}
	ws, ok := d.eval(e, x).elements(limit)
	if !ok {
		return nil, false
	}
	out := make([]uint64, len(ws))
	for i, w := range ws {
		out[i] = canonical(x.T, w)
	}
	return out, true
}

// Constraints implements domain.Numeric. A dimension has a lower and an upper bound, or is in a set (a disjunction). If
// a range excludes zero, it has a further inequality.
func (d Values) Constraints(e State) []*domain.Expr {
	if e.bot {
		return []*domain.Expr{domain.NewConst(ir.B, 0)}
	}
	var out []*domain.Expr
	e.m.Each(func(k uint32, v *value) bool {
		out = append(out, v.constraints(domain.NewDim(v.t, domain.Dim(k)))...)
		return true
	})
	return out
}

// Each implements domain.Sharer.
func (d Values) Each(e State, f func(dim domain.Dim, part any, give func() []*domain.Expr)) {
	if e.bot {
		f(-1, nil, func() []*domain.Expr { return d.Constraints(e) })
		return
	}
	e.m.Each(func(k uint32, v *value) bool {
		f(domain.Dim(k), v, func() []*domain.Expr { return v.constraints(domain.NewDim(v.t, domain.Dim(k))) })
		return true
	})
}

// constraints returns the conditions which state that x is in v, which is not top.
func (v *value) constraints(x *domain.Expr) []*domain.Expr {
	c := func(w domain.Wide) *domain.Expr { return domain.NewBits(v.t, canonical(v.t, w)) }
	switch {
	case floating(v.t):
		return v.floatConstraints(x)
	case v.lo == v.hi:
		return []*domain.Expr{domain.NewBinary(ir.Eq, x, c(v.lo))}
	case v.set != nil:
		var or *domain.Expr
		for _, w := range v.set {
			eq := domain.NewBinary(ir.Eq, x, c(w))
			if or == nil {
				or = eq
			} else {
				or = domain.NewBinary(ir.LOr, or, eq)
			}
		}
		return []*domain.Expr{or}
	}
	min, max := domain.Limits(v.t)
	var out []*domain.Expr
	if v.lo != min {
		out = append(out, domain.NewBinary(ir.Le, c(v.lo), x))
	}
	if v.hi != max {
		out = append(out, domain.NewBinary(ir.Le, x, c(v.hi)))
	}
	if v.nz {
		out = append(out, domain.NewBinary(ir.Ne, x, c(domain.Wide{})))
	}
	return out
}

// floatConstraints does what constraints does, for a float. x != x holds for NaN only; comparisons with a bound are
// false for NaN.
func (v *value) floatConstraints(x *domain.Expr) []*domain.Expr {
	c := func(f float64) *domain.Expr { return domain.NewBits(v.t, ir.FloatBits(v.t, f)) }
	isNaN := domain.NewBinary(ir.Ne, x, x)
	if v.noNumber() {
		return []*domain.Expr{isNaN}
	}
	var out []*domain.Expr
	if !math.IsInf(v.flo, -1) || !v.nan {
		out = append(out, domain.NewBinary(ir.Le, c(v.flo), x))
	}
	if !math.IsInf(v.fhi, 1) || !v.nan {
		out = append(out, domain.NewBinary(ir.Le, x, c(v.fhi)))
	}
	if v.nan {
		for i := range out {
			out[i] = domain.NewBinary(ir.LOr, isNaN, out[i])
		}
	}
	return out
}

// Singles calls f on each Int or Bool dimension with one value, ascending.
func (d Values) Singles(e State, f func(dim domain.Dim, bits uint64)) {
	e.m.Each(func(k uint32, v *value) bool {
		if v.isSingle() {
			f(domain.Dim(k), canonical(v.t, v.lo))
		}
		return true
	})
}
