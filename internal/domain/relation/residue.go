package relation

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Residual is a box that can use equations with coefficients, as congruences can: z == 2*x implies that z is even.
type Residual interface{ Residual() bool }

// equations assumes equations of the relational side in the box: the equations in which d has the coefficient 1 or -1
// and another dimension has a larger coefficient.
func (m *machine[B, R]) equations(e State[B, R], d domain.Dim, t ir.Type) State[B, R] {
	if !m.residual || e.bot || t.Kind != ir.Int {
		return e
	}
	if _, ok := e.in.Get(uint32(d)); !ok {
		return e
	}
	for _, c := range m.rel.Constraints(e.rel) {
		if a := c.Coef(d); !c.Equal || a != 1 && a != -1 || len(c.Terms) < 2 {
			continue
		} else if f, ok := c.Without(d).Times(-a); ok { // d == f
			if x := m.expr(e, t, f); x != nil {
				e.box = m.box.Assume(e.box, domain.NewBinary(ir.Eq, domain.NewDim(t, d), x))
			}
		}
	}
	return m.settle(e)
}

// expr returns f as an expression of type t, nil if all coefficients are 1 or -1, or if dimensions have other types.
// Intermediate results may wrap, but the result is correct, since the value of f is in t.
func (m *machine[B, R]) expr(e State[B, R], t ir.Type, f linear.Form) *domain.Expr {
	large := false
	min, max := domain.Limits(t)
	fits := func(v domain.Wide) bool { return !v.Less(min) && !max.Less(v) }
	if !f.Exact() || !fits(f.Lo) {
		return nil
	}
	sum := number(t, f.Lo)
	for _, x := range f.Terms {
		u, ok := e.in.Get(uint32(x.D))
		c := domain.WideInt(x.C)
		if !ok || u != t || !fits(c) {
			return nil
		}
		large = large || x.C > 1 || x.C < -1
		sum = domain.NewBinary(ir.Add, sum, domain.NewBinary(ir.Mul, number(t, c), domain.NewDim(t, x.D)))
	}
	if !large {
		return nil
	}
	return sum
}

// tightener is the same as product.Tightener.
type tightener[B any] interface {
	Tighten(e B, x *domain.Expr, r domain.Range) domain.Range
}

// classed rounds the bounds of forms that have coefficients other than 1 and -1 to numbers of their classes: with 0 <=
// i - 2*y <= 1 and an even i, i == 2*y.
func (m *machine[B, R]) classed(e State[B, R]) State[B, R] {
	if !m.residual || e.bot || m.tight == nil {
		return e
	}
	for _, c := range m.rel.Constraints(e.rel) {
		if len(c.Terms) < 2 || c.Equal {
			continue
		}
		f := linear.Form{Terms: c.Terms}
		t, ok := e.in.Get(uint32(f.Terms[0].D))
		if !ok || t.Kind != ir.Int {
			continue
		}
		x := m.expr(e, t, f)
		if x == nil {
			continue
		}
		lo := c.Lo.Neg() // f >= lo
		if e.bot || lo == domain.MinWide || lo == domain.MaxWide {
			continue
		}
		r := m.tight.Tighten(e.box, x, domain.Range{T: t, Lo: lo, Hi: lo.Add(domain.WideInt(1 << 62))})
		if !r.Empty && lo.Less(r.Lo) && r.Lo.Sub(lo).Less(domain.WideInt(1<<32)) {
			f.Lo, f.Hi = r.Lo.Neg(), r.Lo.Neg()
			e.rel = m.rel.Assume(e.rel, linear.Cons{Form: f})
			e = m.settle(e)
		}
	}
	return e
}

// modular reports whether x contains remainders or masks.
func modular(x *domain.Expr) bool {
	return x != nil && (x.Kind == domain.KBinary && (x.Bin == ir.Rem || x.Bin == ir.And) || modular(x.X) || modular(x.Y))
}

// sharper rewrites sums by equations of the relational side, if this gives larger coefficients: with a == b, (a + b) %
// 2 becomes (2 * b) % 2, whose value a box with classes knows. It rewrites x itself if it is a sum, and the operands of
// remainders in x. It returns false if nothing changes.
func (m *machine[B, R]) sharper(e State[B, R], x *domain.Expr) (*domain.Expr, bool) {
	if !m.residual || e.bot {
		return x, false
	}
	s := &sharpener[B, R]{view: m.view(e)}
	out := s.walk(x, x.T.Kind == ir.Int)
	return out, out != x
}

// sharpener implements sharper in one state.
type sharpener[B, R any] struct {
	*view[B, R]
	equal []linear.Cons // the equations, if asked is set
	asked bool          // equal has been computed
}

// walk returns x with rewritten sums; it rewrites x itself only if counts is set.
func (s *sharpener[B, R]) walk(x *domain.Expr, counts bool) *domain.Expr {
	switch x.Kind {
	case domain.KUnary, domain.KCast, domain.KBinary:
	default:
		return x
	}
	if counts && x.Kind == domain.KBinary && (x.Bin == ir.Add || x.Bin == ir.Sub) {
		return s.sum(x)
	}
	rest := x.Kind == domain.KBinary && (x.Bin == ir.Rem || x.Bin == ir.And)
	out := *x
	out.X = s.walk(x.X, rest)
	if x.Y != nil {
		out.Y = s.walk(x.Y, false)
	}
	if out.X == x.X && out.Y == x.Y {
		return x
	}
	return &out
}

// sum returns the sum x rewritten, or x. Both are equal modulo 2^w, so they are the same number of their type.
func (s *sharpener[B, R]) sum(x *domain.Expr) *domain.Expr {
	f, ok := s.modulo(x)
	if !ok || len(f.Terms) < 2 || !f.Exact() {
		return x
	}
	if !s.asked {
		s.asked = true
		for _, c := range s.rel.Constraints(s.e.rel) {
			if c.Equal && len(c.Terms) > 1 {
				s.equal = append(s.equal, c)
			}
		}
	}
	best := f
	for again := true; again; {
		again = false
		for _, c := range s.equal {
			for _, t := range c.Terms {
				if t.C != 1 && t.C != -1 || best.Coef(t.D) == 0 {
					continue
				}
				g, ok := c.Without(t.D).Times(-t.C)
				if !ok {
					continue
				}
				if h, ok := best.Replace(t.D, g); ok && units(h) < units(best) {
					best, again = h, true
				}
			}
		}
	}
	if units(best) == units(f) {
		return x
	}
	for _, t := range best.Terms {
		if u, ok := s.e.in.Get(uint32(t.D)); !ok || u != x.T {
			return x
		}
	}
	if y := s.machine.expr(s.e, x.T, best); y != nil {
		return y
	}
	return x
}

// units returns the number of coefficients of f that are 1 or -1.
func units(f linear.Form) int {
	n := 0
	for _, t := range f.Terms {
		if t.C == 1 || t.C == -1 {
			n++
		}
	}
	return n
}
