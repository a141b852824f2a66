package product

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Guided is a domain whose operations can use bounds of expressions. With returns the domain with bounds by another
// domain, in the state before the next operation.
type Guided[E any] interface {
	With(bounds func(*domain.Expr) domain.Range) domain.Numeric[E]
}

// Tightener is a domain that can reduce a range: Tighten returns r, a range of the Int or Bool x, reduced by the facts
// of e.
type Tightener[E any] interface {
	Tighten(e E, x *domain.Expr, r domain.Range) domain.Range
}

// State is an element: the points that are in A and in B.
type State[A, B any] struct {
	A   A
	B   B
	bot bool
}

// pair implements the domain.
type pair[A, B any] struct {
	left  component[A]
	right component[B]
}

// component is one of the two domains with its optional interfaces.
type component[E any] struct {
	domain.Domain[E]
	guided  Guided[E] // may be nil, like the following fields
	proj    domain.Projector[E]
	sharer  domain.Sharer[E]
	singles singles[E]
}

// singles is a domain with the optional operation Singles, see package absint.
type singles[E any] interface {
	Singles(e E, f func(d domain.Dim, bits uint64))
}

// newPart returns the component of d, with its optional interfaces.
func newPart[E any](d domain.Domain[E]) component[E] {
	p := component[E]{Domain: d}
	p.guided, _ = d.Numeric.(Guided[E])
	p.proj, _ = d.Numeric.(domain.Projector[E])
	p.sharer, _ = d.Numeric.(domain.Sharer[E])
	p.singles, _ = d.Lattice.(singles[E])
	return p
}

// projecting is a pair whose components are both Projectors.
type projecting[A, B any] struct{ *pair[A, B] }

// New returns the reduced product of a and b.
func New[A, B any](a domain.Domain[A], b domain.Domain[B]) domain.Domain[State[A, B]] {
	p := &pair[A, B]{newPart(a), newPart(b)}
	if p.left.proj != nil && p.right.proj != nil {
		q := projecting[A, B]{p}
		return domain.Domain[State[A, B]]{Lattice: q, Numeric: q}
	}
	return domain.Domain[State[A, B]]{Lattice: p, Numeric: p}
}

// withBounds returns the domain of the component. If the domain is Guided, the result uses the bounds of the other
// component.
func (p component[E]) withBounds(bounds func(*domain.Expr) domain.Range) domain.Numeric[E] {
	if p.guided != nil {
		return p.guided.With(bounds)
	}
	return p.Numeric
}

// boundsA returns the bounds of expressions by the left component of e.
func (p *pair[A, B]) boundsA(e State[A, B]) func(*domain.Expr) domain.Range {
	return func(x *domain.Expr) domain.Range { return p.left.Bounds(e.A, x) }
}

// boundsB returns the bounds of expressions by the right component of e.
func (p *pair[A, B]) boundsB(e State[A, B]) func(*domain.Expr) domain.Range {
	return func(x *domain.Expr) domain.Range { return p.right.Bounds(e.B, x) }
}

// settle returns e, or bottom if a component is bottom.
func (p *pair[A, B]) settle(e State[A, B]) State[A, B] {
	if e.bot || p.left.IsBottom(e.A) || p.right.IsBottom(e.B) {
		return p.Bottom()
	}
	return e
}

func (p *pair[A, B]) Top() State[A, B] { return State[A, B]{A: p.left.Top(), B: p.right.Top()} }

func (p *pair[A, B]) Bottom() State[A, B] {
	return State[A, B]{A: p.left.Bottom(), B: p.right.Bottom(), bot: true}
}

func (p *pair[A, B]) IsBottom(e State[A, B]) bool { return e.bot }

func (p *pair[A, B]) Leq(a, b State[A, B]) bool {
	if a.bot || b.bot {
		return a.bot
	}
	return p.left.Leq(a.A, b.A) && p.right.Leq(a.B, b.B)
}

func (p *pair[A, B]) Join(a, b State[A, B]) State[A, B] {
	switch {
	case a.bot:
		return b
	case b.bot:
		return a
	}
	return State[A, B]{A: p.left.Join(a.A, b.A), B: p.right.Join(a.B, b.B)}
}

func (p *pair[A, B]) Meet(a, b State[A, B]) State[A, B] {
	if a.bot || b.bot {
		return p.Bottom()
	}
	return p.settle(State[A, B]{A: p.left.Meet(a.A, b.A), B: p.right.Meet(a.B, b.B)})
}

func (p *pair[A, B]) Widen(old, next State[A, B], at domain.Thresholds) State[A, B] {
	switch {
	case old.bot:
		return next
	case next.bot:
		return old
	}
	return State[A, B]{A: p.left.Widen(old.A, next.A, at), B: p.right.Widen(old.B, next.B, at)}
}

func (p *pair[A, B]) Narrow(old, next State[A, B]) State[A, B] {
	if old.bot || next.bot {
		return p.Bottom()
	}
	return p.settle(State[A, B]{A: p.left.Narrow(old.A, next.A), B: p.right.Narrow(old.B, next.B)})
}

// Assign implements domain.Numeric.
func (p *pair[A, B]) Assign(e State[A, B], d domain.Dim, x *domain.Expr) State[A, B] {
	if e.bot {
		return e
	}
	out := p.settle(State[A, B]{
		A: p.left.withBounds(p.boundsB(e)).Assign(e.A, d, x),
		B: p.right.withBounds(p.boundsA(e)).Assign(e.B, d, x),
	})
	if numeric(x.T) {
		out, _ = p.exchange(out, d, x.T)
	}
	return out
}

// Assume implements domain.Numeric. It repeats the operation once if the exchange of bounds refined a component.
func (p *pair[A, B]) Assume(e State[A, B], c *domain.Expr) State[A, B] {
	for i := 0; i < 2 && !e.bot; i++ {
		from := e
		e.A = p.left.withBounds(p.boundsB(from)).Assume(e.A, c)
		e.B = p.right.withBounds(p.boundsA(from)).Assume(e.B, c)
		better := false
		if e, better = p.reduce(p.settle(e), c); !better {
			break
		}
	}
	return e
}

// Forget implements domain.Numeric.
func (p *pair[A, B]) Forget(e State[A, B], ds ...domain.Dim) State[A, B] {
	if e.bot {
		return e
	}
	return State[A, B]{A: p.left.Forget(e.A, ds...), B: p.right.Forget(e.B, ds...)}
}

// Project implements domain.Projector.
func (p projecting[A, B]) Project(e State[A, B], keep func(domain.Dim) bool) State[A, B] {
	if e.bot {
		return e
	}
	return State[A, B]{A: p.left.proj.Project(e.A, keep), B: p.right.proj.Project(e.B, keep)}
}

// Substitute implements domain.Substituter.
func (p *pair[A, B]) Substitute(within, e State[A, B], d domain.Dim, x *domain.Expr) State[A, B] {
	if within.bot || e.bot {
		return p.Bottom()
	}
	out := p.settle(State[A, B]{
		A: substitute(p.left, p.boundsB(within), within.A, e.A, d, x),
		B: substitute(p.right, p.boundsA(within), within.B, e.B, d, x),
	})
	out, _ = p.reduce(out, x)
	return out
}

// substitute does what Substitute does, for one component with the bounds of the other component.
func substitute[E any](p component[E], bounds func(*domain.Expr) domain.Range, within, e E, d domain.Dim,
	x *domain.Expr) E {
	if back, ok := p.withBounds(bounds).(domain.Substituter[E]); ok {
		return back.Substitute(within, e, d, x)
	}
	return p.Meet(within, p.Forget(e, d))
}

// Bounds implements domain.Numeric.
func (p *pair[A, B]) Bounds(e State[A, B], x *domain.Expr) domain.Range {
	a := p.left.withBounds(p.boundsB(e)).Bounds(e.A, x)
	b := p.right.withBounds(p.boundsA(e)).Bounds(e.B, x)
	if x.T.Kind == ir.Float {
		return meetFloats(a, b)
	}
	if r := meet(a, b); !r.Empty && numeric(x.T) && !e.bot {
		return p.tighten(e, x, r)
	} else {
		return r
	}
}

// tighten returns r, a range of x, reduced by both components.
func (p *pair[A, B]) tighten(e State[A, B], x *domain.Expr, r domain.Range) domain.Range {
	if t, ok := p.left.withBounds(p.boundsB(e)).(Tightener[A]); ok && !r.Empty {
		r = meet(r, t.Tighten(e.A, x, r))
	}
	if t, ok := p.right.withBounds(p.boundsA(e)).(Tightener[B]); ok && !r.Empty {
		r = meet(r, t.Tighten(e.B, x, r))
	}
	return r
}

// Tighten implements Tightener by both components.
func (p *pair[A, B]) Tighten(e State[A, B], x *domain.Expr, r domain.Range) domain.Range {
	if e.bot {
		r.Empty = true
		return r
	}
	return p.tighten(e, x, r)
}

// meet returns the intersection of two ranges of Ints or Bools.
func meet(a, b domain.Range) domain.Range {
	if b.Empty {
		return b
	}
	if !a.Empty {
		a.Lo, a.Hi = domain.MaxW(a.Lo, b.Lo), domain.MinW(a.Hi, b.Hi)
		a.Empty = a.Hi.Less(a.Lo)
	}
	return a
}

// meetFloats returns the intersection of two ranges of floats.
func meetFloats(a, b domain.Range) domain.Range {
	if a.Empty {
		return a
	}
	if b.Empty {
		return b
	}
	a.NaN = a.NaN && b.NaN
	a.FLo, a.FHi = max(a.FLo, b.FLo), min(a.FHi, b.FHi)
	a.Empty = !a.NaN && a.FLo > a.FHi
	return a
}

func numeric(t ir.Type) bool { return t.Kind == ir.Int || t.Kind == ir.Bool }

// reduce exchanges the bounds of the dimensions of x between the components; better reports whether a component was
// refined.
func (p *pair[A, B]) reduce(e State[A, B], x *domain.Expr) (_ State[A, B], better bool) {
	var seen []domain.Dim
	x.Dims(func(d domain.Dim, t ir.Type) {
		if !numeric(t) || slices.Contains(seen, d) {
			return
		}
		seen = append(seen, d)
		var b bool
		e, b = p.exchange(e, d, t)
		better = better || b
	})
	return e, better
}

// exchange exchanges the bounds of d between the components; better reports whether a component was refined in a way
// that may refine other dimensions.
func (p *pair[A, B]) exchange(e State[A, B], d domain.Dim, t ir.Type) (_ State[A, B], better bool) {
	if e.bot {
		return e, false
	}
	x := domain.NewDim(t, d)
	a, b := p.left.Bounds(e.A, x), p.right.Bounds(e.B, x)
	r := meet(a, b)
	if !r.Empty {
		r = p.tighten(e, x, r)
	}
	if r.Empty {
		return p.Bottom(), true
	}
	if c := bounds(x, a, r); c != nil {
		e.A, better = p.left.Assume(e.A, c), true
	}
	if c := bounds(x, b, r); c != nil {
		e.B = p.right.Assume(e.B, c)
		better = better || r.Lo == r.Hi // other bounds seldom help the right component
	}
	return p.settle(e), better
}

// bounds returns the condition which states that x is in r, without bounds that known implies. It returns nil if known
// implies all.
func bounds(x *domain.Expr, known, r domain.Range) *domain.Expr {
	num := func(w domain.Wide) *domain.Expr { return domain.NewConst(x.T, int64(w.Bits())) }
	lo, hi := known.Lo.Less(r.Lo), r.Hi.Less(known.Hi)
	low, high := domain.NewBinary(ir.Le, num(r.Lo), x), domain.NewBinary(ir.Le, x, num(r.Hi))
	switch {
	case (lo || hi) && r.Lo == r.Hi:
		return domain.NewBinary(ir.Eq, x, num(r.Lo))
	case lo && hi:
		return domain.NewBinary(ir.LAnd, low, high)
	case lo:
		return low
	case hi:
		return high
	}
	return nil
}

// Constraints implements domain.Numeric. If both components have a constraint, it returns the constraint once.
func (p *pair[A, B]) Constraints(e State[A, B]) []*domain.Expr {
	if e.bot {
		return []*domain.Expr{domain.NewConst(ir.B, 0)}
	}
	out := slices.Clone(p.left.Constraints(e.A))
	have := map[string]bool{}
	for _, c := range out {
		have[c.String()] = true
	}
	for _, c := range p.right.Constraints(e.B) {
		if !have[c.String()] {
			out = append(out, c)
		}
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

// Each implements domain.Sharer. If a component is not a Sharer, each of its constraints is a fragment of its own.
func (p *pair[A, B]) Each(e State[A, B], f func(d domain.Dim, part any, give func() []*domain.Expr)) {
	each(p.left, e.A, f)
	if !e.bot {
		each(p.right, e.B, f)
	}
}

// each does what Each does, for one component.
func each[E any](p component[E], e E, f func(d domain.Dim, part any, give func() []*domain.Expr)) {
	if p.sharer != nil {
		p.sharer.Each(e, f)
		return
	}
	for _, c := range p.Constraints(e) {
		f(least(c), c, func() []*domain.Expr { return []*domain.Expr{c} })
	}
}

// Singles implements the optional operation of package absint by the first component that has it.
func (p *pair[A, B]) Singles(e State[A, B], f func(d domain.Dim, bits uint64)) {
	switch {
	case e.bot:
	case p.left.singles != nil:
		p.left.singles.Singles(e.A, f)
	case p.right.singles != nil:
		p.right.singles.Singles(e.B, f)
	}
}

// Residual reports whether one of the components is a relation.Residual.
func (p *pair[A, B]) Residual() bool {
	is := func(n any) bool {
		r, ok := n.(interface{ Residual() bool })
		return ok && r.Residual()
	}
	return is(p.left.Numeric) || is(p.right.Numeric)
}
