package relation

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// State is an element: the points that are in box and in rel.
type State[B, R any] struct {
	box B
	rel R
	in  pmap.Map[ir.Type] // the dimensions that have entered rel, with their types; rel does not constrain others
	bot bool              // the element is bottom; the other fields are then meaningless

	safe []*domain.Expr // sums, differences and products that do not overflow
}

// machine implements the domain.
type machine[B, R any] struct {
	box     domain.Domain[B]
	rel     linear.Domain[R]
	boxBack domain.Substituter[B] // may be nil, like the following fields
	relBack linear.Substituter[R]
	boxProj domain.Projector[B]
	relProj linear.Projector[R]
	singles singles[B]

	residual bool         // the box is Residual
	tight    tightener[B] // may be nil

	small  domain.Wide // limits of types up to this number are passed to rel, see push
	near   domain.Wide // a bound that is at most this far from a limit of its type counts as the limit
	always []Typed     // see New
	narrow bool        // for tests: write constraints only in the types of their dimensions
	wide   bool        // write relations in 64 bits where these suffice, and none that a guard would have to precede
}

// singles is a domain with the optional operation Singles, see package absint.
type singles[B any] interface {
	Singles(e B, f func(d domain.Dim, bits uint64))
}

// projecting is a machine whose sides are both Projectors.
type projecting[B, R any] struct{ *machine[B, R] }

// Typed is a dimension with its type.
type Typed struct {
	D domain.Dim
	T ir.Type
}

// New returns the domain over box and rel. The dimensions always enter the relational side before states are joined,
// even if no expression has related them, since rel finds relations between their values: of i and n, for example, if
// both are 0 in one state and 1 in the other.
func New[B, R any](box domain.Domain[B], rel linear.Domain[R], always ...Typed) domain.Domain[State[B, R]] {
	m := newMachine(box, rel)
	m.always = always
	return m.domain()
}

// newMachine returns the domain over box and rel, with its optional interfaces.
func newMachine[B, R any](box domain.Domain[B], rel linear.Domain[R]) *machine[B, R] {
	m := &machine[B, R]{box: box, rel: rel, small: domain.WideInt(255), near: domain.WideInt(1024)}
	m.boxBack, _ = box.Numeric.(domain.Substituter[B])
	m.relBack, _ = rel.(linear.Substituter[R])
	m.boxProj, _ = box.Numeric.(domain.Projector[B])
	m.relProj, _ = rel.(linear.Projector[R])
	m.singles, _ = box.Lattice.(singles[B])
	r, ok := box.Numeric.(Residual)
	m.residual = ok && r.Residual()
	m.tight, _ = box.Numeric.(tightener[B])
	_, m.wide = rel.(linear.Wide)
	return m
}

// Several implements the optional operation of package absint by the relational side.
func (m *machine[B, R]) Several() bool {
	r, ok := m.rel.(interface{ Several() bool })
	return ok && r.Several()
}

// domain returns m as a domain.Domain.
func (m *machine[B, R]) domain() domain.Domain[State[B, R]] {
	if m.boxProj != nil && m.relProj != nil {
		p := projecting[B, R]{m}
		return domain.Domain[State[B, R]]{Lattice: p, Numeric: p}
	}
	return domain.Domain[State[B, R]]{Lattice: m, Numeric: m}
}

// related reports whether dimensions of a type may enter the relational side.
func related(t ir.Type) bool { return t.Kind == ir.Int || t.Kind == ir.Bool }

func (m *machine[B, R]) Top() State[B, R] {
	return State[B, R]{box: m.box.Top(), rel: m.rel.Top()}
}

func (m *machine[B, R]) Bottom() State[B, R] {
	return State[B, R]{box: m.box.Bottom(), rel: m.rel.Bottom(), bot: true}
}

func (m *machine[B, R]) IsBottom(e State[B, R]) bool { return e.bot }

// settle returns e, or bottom if a side is bottom.
func (m *machine[B, R]) settle(e State[B, R]) State[B, R] {
	if e.bot || m.box.IsBottom(e.box) || m.rel.IsBottom(e.rel) {
		return m.Bottom()
	}
	return e
}

// enter adds a dimension to the relational side, with its bounds.
func (m *machine[B, R]) enter(e State[B, R], d domain.Dim, t ir.Type) State[B, R] {
	if old, ok := e.in.Get(uint32(d)); ok && old == t {
		return e
	} else if ok { // only if the types of expressions disagree
		e.rel = m.rel.Forget(e.rel, d)
	}
	e.in = e.in.Set(uint32(d), t)
	r := m.box.Bounds(e.box, domain.NewDim(t, d))
	if r.Empty {
		return m.Bottom()
	}
	return m.push(e, d, t, r.Lo, r.Hi)
}

// push assumes lo <= d <= hi on the relational side. It omits limits of types unless they are small, since large limits
// would add useless relations and large numbers, which make relational domains slow. Where such limits are needed,
// partnerBounds combines them with relations.
func (m *machine[B, R]) push(e State[B, R], d domain.Dim, t ir.Type, lo, hi domain.Wide) State[B, R] {
	min, max := domain.Limits(t)
	if lo == hi {
		e.rel = m.rel.Assume(e.rel, linear.Cons{Form: atLeast(d, lo), Equal: true})
		return e
	}
	if !m.small.Less(min.Abs()) || m.near.Less(lo.Sub(min)) {
		e.rel = m.rel.Assume(e.rel, linear.Cons{Form: atLeast(d, lo)})
	}
	if !m.small.Less(max) || m.near.Less(max.Sub(hi)) {
		e.rel = m.rel.Assume(e.rel, linear.Cons{Form: atMost(d, hi)})
	}
	return e
}

// atLeast returns the form d - w.
func atLeast(d domain.Dim, w domain.Wide) linear.Form {
	return linear.Form{Terms: []linear.Term{{D: d, C: 1}}, Lo: w.Neg(), Hi: w.Neg()}
}

// atMost returns the form w - d.
func atMost(d domain.Dim, w domain.Wide) linear.Form {
	return linear.Form{Terms: []linear.Term{{D: d, C: -1}}, Lo: w, Hi: w}
}

// enterAll returns e after all dimensions of o have entered the relational side.
func (m *machine[B, R]) enterAll(e, o State[B, R]) State[B, R] {
	type dim struct {
		d domain.Dim
		t ir.Type
	}
	var todo []dim
	o.in.Diff(e.in, func(k uint32, t ir.Type, ino bool, _ ir.Type, ine bool) bool {
		if ino && !ine {
			todo = append(todo, dim{domain.Dim(k), t})
		}
		return true
	})
	for _, x := range todo {
		e = m.enter(e, x.d, x.t)
	}
	return e
}

// Leq compares both sides.
func (m *machine[B, R]) Leq(a, b State[B, R]) bool {
	if a.bot || b.bot {
		return a.bot
	}
	if !covers(a.safe, b.safe) || !m.box.Leq(a.box, b.box) {
		return false
	}
	a = m.settle(m.enterAll(a, b))
	return a.bot || m.rel.Leq(a.rel, b.rel)
}

// align returns a and b after the dimensions of each have entered the relational side of the other.
func (m *machine[B, R]) align(a, b State[B, R]) (x, y State[B, R]) {
	if !a.bot && !b.bot {
		for _, k := range m.always {
			_, has := a.in.Get(uint32(k.D))
			if !has && m.bounded(a, k) && m.bounded(b, k) {
				a = m.enter(a, k.D, k.T)
			}
		}
	}
	x, y = m.settle(m.enterAll(a, b)), m.settle(m.enterAll(b, a))
	return x, y
}

// bounded reports whether the box of e has a bound of a dimension.
func (m *machine[B, R]) bounded(e State[B, R], k Typed) bool {
	r := m.box.Bounds(e.box, domain.NewDim(k.T, k.D))
	lo, hi := domain.Limits(k.T)
	return !r.Empty && (lo.Less(r.Lo) || r.Hi.Less(hi))
}

// Join works componentwise.
func (m *machine[B, R]) Join(a, b State[B, R]) State[B, R] {
	if a, b = m.align(a, b); a.bot {
		return b
	} else if b.bot {
		return a
	}
	return State[B, R]{box: m.box.Join(a.box, b.box), rel: m.rel.Join(a.rel, b.rel), in: a.in,
		safe: common(a.safe, b.safe)}
}

// Meet works componentwise.
func (m *machine[B, R]) Meet(a, b State[B, R]) State[B, R] {
	if a.bot || b.bot {
		return m.Bottom()
	}
	in := a.in.Union(b.in, func(_ uint32, t, _ ir.Type) ir.Type { return t })
	return m.settle(State[B, R]{box: m.box.Meet(a.box, b.box), rel: m.rel.Meet(a.rel, b.rel), in: in,
		safe: union(a.safe, b.safe)})
}

// Widen works componentwise. A dimension enters old at most once in a chain.
func (m *machine[B, R]) Widen(old, next State[B, R], at domain.Thresholds) State[B, R] {
	a, b := m.align(old, next)
	if a.bot {
		return b
	} else if b.bot {
		return a
	}
	return State[B, R]{box: m.box.Widen(a.box, b.box, at), rel: m.rel.Widen(a.rel, b.rel, at), in: a.in,
		safe: common(a.safe, b.safe)}
}

// Narrow works componentwise.
func (m *machine[B, R]) Narrow(old, next State[B, R]) State[B, R] {
	if next = m.settle(m.enterAll(next, old)); old.bot || next.bot {
		return m.Bottom()
	}
	return m.settle(State[B, R]{box: m.box.Narrow(old.box, next.box), rel: m.rel.Narrow(old.rel, next.rel), in: next.in,
		safe: next.safe})
}

// Singles implements the optional operation of package absint by the box.
func (m *machine[B, R]) Singles(e State[B, R], f func(d domain.Dim, bits uint64)) {
	if m.singles != nil && !e.bot {
		m.singles.Singles(e.box, f)
	}
}

// Forget implements domain.Numeric.
func (m *machine[B, R]) Forget(e State[B, R], ds ...domain.Dim) State[B, R] {
	if e.bot || len(ds) == 0 {
		return e
	}
	e.box = m.box.Forget(e.box, ds...)
	e.safe = without(e.safe, func(d domain.Dim) bool { return slices.Contains(ds, d) })
	return m.leave(e, ds...)
}

// leave returns e after ds have left the relational side.
func (m *machine[B, R]) leave(e State[B, R], ds ...domain.Dim) State[B, R] {
	var known []domain.Dim
	for _, d := range ds {
		if _, ok := e.in.Get(uint32(d)); ok {
			known = append(known, d)
			e.in = e.in.Delete(uint32(d))
		}
	}
	if len(known) > 0 {
		e.rel = m.rel.Forget(e.rel, known...)
	}
	return e
}

// Project implements domain.Projector.
func (p projecting[B, R]) Project(e State[B, R], keep func(domain.Dim) bool) State[B, R] {
	if e.bot {
		return e
	}
	e.box = p.boxProj.Project(e.box, keep)
	e.rel = p.relProj.Project(e.rel, keep)
	e.safe = without(e.safe, func(d domain.Dim) bool { return !keep(d) })
	e.in = e.in.Filter(func(k uint32, _ ir.Type) bool { return keep(domain.Dim(k)) })
	return e
}
