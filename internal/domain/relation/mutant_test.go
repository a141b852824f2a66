package relation

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/blocks"
	"github.com/tandem-verifier/tandem/internal/domain/domaintest"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/domain/polyhedra"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// The mutants are over polyhedra, which are exact enough for such small sets of points to show the faults.
type (
	polys   = blocks.State[*polyhedra.Poly]
	element = State[interval.State, polys]
	sound   = machine[interval.State, polys]
	viewed  = *view[interval.State, polys]
)

// mutant is the domain with one fault.
type mutant struct {
	*sound
	assign      func(m *sound, e element, d domain.Dim, x *domain.Expr) element
	assume      func(m *sound, e element, c *domain.Expr) element
	forget      func(m *sound, e element, ds []domain.Dim) element
	substitute  func(m *sound, within, e element, d domain.Dim, x *domain.Expr) element
	bounds      func(m *sound, e element, x *domain.Expr) domain.Range
	constraints func(m *sound, e element) []*domain.Expr
	join, meet  func(m *sound, a, b element) element
	widen       func(m *sound, a, b element, at domain.Thresholds) element
	narrow      func(m *sound, a, b element) element
	leq         func(m *sound, a, b element) bool
}

func (m mutant) Assign(e element, d domain.Dim, x *domain.Expr) element {
	if m.assign != nil && !e.bot && related(x.T) {
		return m.assign(m.sound, e, d, x)
	}
	return m.sound.Assign(e, d, x)
}

func (m mutant) Assume(e element, c *domain.Expr) element {
	if m.assume != nil && !e.bot {
		return m.assume(m.sound, e, c)
	}
	return m.sound.Assume(e, c)
}

func (m mutant) Forget(e element, ds ...domain.Dim) element {
	if m.forget != nil {
		return m.forget(m.sound, e, ds)
	}
	return m.sound.Forget(e, ds...)
}

func (m mutant) Substitute(within, e element, d domain.Dim, x *domain.Expr) element {
	if m.substitute != nil {
		return m.substitute(m.sound, within, e, d, x)
	}
	return m.sound.Substitute(within, e, d, x)
}

func (m mutant) Bounds(e element, x *domain.Expr) domain.Range {
	if m.bounds != nil && !e.bot {
		return m.bounds(m.sound, e, x)
	}
	return m.sound.Bounds(e, x)
}

func (m mutant) Constraints(e element) []*domain.Expr {
	if m.constraints != nil && !e.bot {
		return m.constraints(m.sound, e)
	}
	return m.sound.Constraints(e)
}

func (m mutant) Join(a, b element) element {
	if m.join != nil && !a.bot && !b.bot {
		return m.join(m.sound, a, b)
	}
	return m.sound.Join(a, b)
}

func (m mutant) Meet(a, b element) element {
	if m.meet != nil {
		return m.meet(m.sound, a, b)
	}
	return m.sound.Meet(a, b)
}

func (m mutant) Widen(a, b element, at domain.Thresholds) element {
	if m.widen != nil {
		return m.widen(m.sound, a, b, at)
	}
	return m.sound.Widen(a, b, at)
}

func (m mutant) Narrow(a, b element) element {
	if m.narrow != nil {
		return m.narrow(m.sound, a, b)
	}
	return m.sound.Narrow(a, b)
}

func (m mutant) Leq(a, b element) bool {
	if m.leq != nil {
		return m.leq(m.sound, a, b)
	}
	return m.sound.Leq(a, b)
}

// forms returns a mutant whose assignments use f instead of view.form.
func forms(f func(v viewed, x *domain.Expr) linear.Form) mutant {
	return mutant{assign: func(m *sound, e element, d domain.Dim, x *domain.Expr) element {
		v := m.view(e)
		return v.assign(d, x, f(v, x))
	}}
}

// comparison returns a mutant that uses f instead of view.compare.
func comparison(f func(v viewed, op ir.BinOp, l, r linear.Form) element) mutant {
	return mutant{assume: func(m *sound, e element, c *domain.Expr) element {
		if c.Kind == domain.KBinary && c.Bin >= ir.Eq && c.Bin <= ir.Le && related(c.X.T) {
			if e = m.Assume(e, c); e.bot {
				return e
			}
			v := m.view(e)
			return f(v, c.Bin, v.form(c.X), v.form(c.Y))
		}
		return m.Assume(e, c)
	}}
}

// naive returns constraints that are written in the type of the first dimension, even if they wrap.
func naive(m *sound, e element) []*domain.Expr {
	out := m.Constraints(e)
	for _, c := range m.rel.Constraints(e.rel) {
		if len(c.Terms) != 2 || c.Terms[0].C != 1 || c.Terms[1].C != -1 {
			continue
		}
		t, _ := e.in.Get(uint32(c.Terms[0].D))
		if u, _ := e.in.Get(uint32(c.Terms[1].D)); u != t {
			continue
		}
		x, y := domain.NewDim(t, c.Terms[0].D), domain.NewDim(t, c.Terms[1].D)
		out = append(out, domain.NewBinary(ir.Le, y, domain.NewBinary(ir.Add, x, number(t, c.Lo))))
	}
	return out
}

func TestMutants(t *testing.T) {
	mutants := map[string]mutant{
		"sums are taken to stay in their types": forms(func(v viewed, x *domain.Expr) linear.Form {
			if x.T.Kind == ir.Int {
				if f, ok := v.modulo(x); ok {
					return f
				}
			}
			return v.form(x)
		}),
		"wraps by one multiple too few": forms(func(v viewed, x *domain.Expr) linear.Form {
			f := v.form(x)
			if x.Kind == domain.KBinary && x.Bin == ir.Sub && len(f.Terms) > 0 {
				if g, ok := v.modulo(x); ok {
					return g
				}
			}
			return f
		}),
		"conversions keep the number": forms(func(v viewed, x *domain.Expr) linear.Form {
			if x.Kind == domain.KCast && related(x.X.T) {
				return v.form(x.X)
			}
			return v.form(x)
		}),
		"a truth is the number it is made of": forms(func(v viewed, x *domain.Expr) linear.Form {
			if x.Kind == domain.KUnary && x.Un == ir.LNot {
				return v.form(x.X)
			}
			return v.form(x)
		}),
		"quotients round down": {assign: func(m *sound, e element, d domain.Dim, x *domain.Expr) element {
			e = m.Assign(e, d, x)
			if x.Kind != domain.KBinary || x.Bin != ir.Div || x.Reads(d) || e.bot {
				return e
			}
			v := m.view(e)
			if c, ok := v.constant(x.Y); ok && c > 1 && v.dim(d, x.T) {
				q, _ := linear.Of(d).Times(c)
				if f, ok := v.form(x.X).Minus(q); ok {
					return v.within(f, domain.Wide{}, domain.WideInt(c-1))
				}
			}
			return e
		}},
		"remainders lose nothing": forms(func(v viewed, x *domain.Expr) linear.Form {
			if x.Kind == domain.KBinary && x.Bin == ir.And {
				return v.form(x.X)
			}
			return v.form(x)
		}),
		"less is less by two": comparison(func(v viewed, op ir.BinOp, l, r linear.Form) element {
			if f, ok := r.Minus(l); ok && op == ir.Lt {
				return v.within(f, domain.WideInt(2), domain.MaxWide)
			}
			return v.e
		}),
		"different is less": comparison(func(v viewed, op ir.BinOp, l, r linear.Form) element {
			if op == ir.Ne {
				return v.compare(ir.Lt, l, r)
			}
			return v.e
		}),
		"ranges are their lower ends": comparison(func(v viewed, op ir.BinOp, l, r linear.Form) element {
			l.Hi, r.Hi = l.Lo, r.Lo
			return v.compare(op, l, r)
		}),
		"an overflow is none": {assume: func(m *sound, e element, c *domain.Expr) element {
			if c.Kind == domain.KOverflows && related(c.X.T) {
				return m.view(e).overflows(c, false)
			}
			return m.Assume(e, c)
		}},
		"disjunctions are conjunctions": {assume: func(m *sound, e element, c *domain.Expr) element {
			if e = m.Assume(e, c); !e.bot && c.Kind == domain.KBinary && c.Bin == ir.LOr {
				left := branches
				e = m.decide(m.decide(e, c.X, true, &left), c.Y, true, &left)
			}
			return e
		}},
		"dimensions enter without their values": {assign: func(m *sound, e element, d domain.Dim, x *domain.Expr) element {
			v := m.view(e)
			f := v.form(x)
			e.box = m.box.Assign(e.box, d, x)
			if len(f.Terms) == 0 {
				return e // and d keeps its relations
			}
			return v.assign(d, x, f)
		}},
		"relations are not forgotten": {forget: func(m *sound, e element, ds []domain.Dim) element {
			e.box = m.box.Forget(e.box, ds...)
			return e
		}},
		"bounds are reduced by one": {bounds: func(m *sound, e element, x *domain.Expr) domain.Range {
			r := m.Bounds(e, x)
			if _, ok := e.in.Get(uint32(x.D)); ok && x.Kind == domain.KDim && r.Lo.Less(r.Hi) {
				r.Hi = r.Hi.Sub(one)
			}
			return r
		}},
		"constraints may wrap": {constraints: naive},
		"joins keep the relations of one": {join: func(m *sound, a, b element) element {
			j := m.Join(a, b)
			j.rel = a.rel
			return j
		}},
		"meets are joins": {meet: func(m *sound, a, b element) element { return m.Join(a, b) }},
		"meets see only the box": {meet: func(m *sound, a, b element) element {
			a.box = m.box.Meet(a.box, b.box)
			return m.settle(a)
		}},
		"widening keeps relations": {widen: func(m *sound, a, b element, at domain.Thresholds) element {
			w := m.Widen(a, b, at)
			if !a.bot {
				w.rel, w.in = a.rel, a.in
			}
			return w
		}},
		"widening is joining": {widen: func(m *sound, a, b element, _ domain.Thresholds) element { return m.Join(a, b) }},
		"narrowing keeps only old relations, with the new ones' bounds": {narrow: func(m *sound, a, b element) element {
			if n := m.Narrow(a, b); !n.bot {
				return m.Assume(n, domain.NewBinary(ir.Lt, domain.NewDim(ir.B, 99), domain.NewConst(ir.B, 0)))
			}
			return m.Bottom()
		}},
		"only boxes are compared": {leq: func(m *sound, a, b element) bool {
			if a.bot || b.bot {
				return a.bot
			}
			return m.box.Leq(a.box, b.box)
		}},
		"backward, an assignment is a condition": {substitute: func(m *sound, within, e element, d domain.Dim,
			x *domain.Expr) element {
			if within.bot || e.bot {
				return m.Bottom()
			}
			return m.Meet(within, m.Assume(e, domain.NewBinary(ir.Eq, domain.NewDim(x.T, d), x)))
		}},
		"backward, sums stay in their types": {substitute: func(m *sound, within, e element, d domain.Dim,
			x *domain.Expr) element {
			out := m.Substitute(within, e, d, x)
			if out.bot || x.T.Kind != ir.Int {
				return out
			}
			v := m.view(out)
			if f, ok := v.modulo(x); ok && len(f.Terms) > 0 {
				return v.replace(m.enter(e, d, x.T), d, f)
			}
			return out
		}},
	}
	for name, f := range mutants {
		f.sound = newMachine(interval.New(0), polyhedra.New(6))
		d := domain.Domain[element]{Lattice: f, Numeric: f}
		func() {
			defer func() { _ = recover() }() // a panic for an expression without a value counts as found
			if operations(d) == nil && loops(d) == nil && domaintest.Check(d, domaintest.Config{Cases: 1500}) == nil {
				t.Errorf("%s: not found", name)
			}
		}()
	}
}

// forgetful is the domain over zones with the fault that it keeps guards whose dimensions change.
type forgetful struct {
	*machine[interval.State, zone]
}

func (f forgetful) Assign(e State[interval.State, zone], d domain.Dim, x *domain.Expr) State[interval.State, zone] {
	out := f.machine.Assign(e, d, x)
	out.safe = e.safe
	return out
}

// joining is the domain over zones with the fault that a join keeps all guards of the left side.
type joining struct {
	*machine[interval.State, zone]
}

func (j joining) Join(a, b State[interval.State, zone]) State[interval.State, zone] {
	out := j.machine.Join(a, b)
	out.safe = a.safe
	return out
}

func TestGuardMutants(t *testing.T) {
	m := newMachine(interval.New(0), newZones())
	if guarded3(domain.Domain[State[interval.State, zone]]{Lattice: m, Numeric: forgetful{m}}) == nil {
		t.Error("guards of what has changed: not found")
	}
	if guarded3(domain.Domain[State[interval.State, zone]]{Lattice: joining{m}, Numeric: m}) == nil {
		t.Error("guards of one side of a join: not found")
	}
}
