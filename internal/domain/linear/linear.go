// Package linear defines the interface of relational domains over mathematical integers, linear forms, and constraints.
//
// # The idea
//
// Octagons and polyhedra do not model machine integers: their elements are sets of points of Z^n, and their operations
// take linear forms. Package relation turns such a domain into a domain of package domain: it decides which machine
// operations are linear, that is, have exact results in their type.
//
//	f := linear.Form{Terms: []linear.Term{{3, -2}}, Lo: ten, Hi: ten}
//	r := oct.Assume(oct.Top(), linear.Cons{Form: f})  // 10 - 2*d3 >= 0
//	lo, hi := oct.Bounds(r, linear.Of(3))        // -inf, 5
//
// # Types
//
//	Form        C1*d1 + ... + Cn*dn + [Lo, Hi], an arbitrary integer of the range added
//	Cons        Form >= 0, or Form == 0, where Lo == Hi
//	Domain      the operations of a relational domain
//
// # Soundness
//
// Every operation is sound over Z^n. An element without integer points need not be bottom. Coefficients have 64
// bits, constants 128; if arithmetic would overflow, the result is weaker, never wrong. lineartest.Check tests
// the laws of lattices, and compares operations with brute force.
package linear

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/domain"
)

// Term is a dimension with its coefficient, which is not 0.
type Term struct {
	D domain.Dim
	C int64
}

// Form is a linear expression: the sum of its terms and of an arbitrary integer between Lo and Hi, the addend. The
// values domain.MinWide of Lo and domain.MaxWide of Hi mean that there is no bound.
type Form struct {
	Terms  []Term // sorted by D, at most one for each D
	Lo, Hi domain.Wide
}

// Const returns the number v.
func Const(v int64) Form { return Form{Lo: domain.WideInt(v), Hi: domain.WideInt(v)} }

// Between returns the form with any value between lo and hi.
func Between(lo, hi domain.Wide) Form { return Form{Lo: lo, Hi: hi} }

// Of returns the form d.
func Of(d domain.Dim) Form { return Form{Terms: []Term{{d, 1}}} }

// Exact reports whether the addend is a single number.
func (f Form) Exact() bool { return f.Lo == f.Hi }

// Coef returns the coefficient of d, 0 if f has no term of d.
func (f Form) Coef(d domain.Dim) int64 {
	i, ok := slices.BinarySearchFunc(f.Terms, d, func(t Term, d domain.Dim) int { return int(t.D) - int(d) })
	if !ok {
		return 0
	}
	return f.Terms[i].C
}

// Without returns f without its term of d.
func (f Form) Without(d domain.Dim) Form {
	out := Form{Lo: f.Lo, Hi: f.Hi}
	for _, t := range f.Terms {
		if t.D != d {
			out.Terms = append(out.Terms, t)
		}
	}
	return out
}

// Plus returns f + g, or false if a coefficient does not fit 64 bits.
func (f Form) Plus(g Form) (Form, bool) {
	out := Form{Lo: addLow(f.Lo, g.Lo), Hi: addHigh(f.Hi, g.Hi)}
	if len(f.Terms)+len(g.Terms) > 0 {
		out.Terms = make([]Term, 0, len(f.Terms)+len(g.Terms))
	}
	a, b := f.Terms, g.Terms
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].D < b[0].D:
			out.Terms = append(out.Terms, a[0])
			a = a[1:]
		case len(a) == 0 || b[0].D < a[0].D:
			out.Terms = append(out.Terms, b[0])
			b = b[1:]
		default:
			c := a[0].C + b[0].C
			if (a[0].C < 0) == (b[0].C < 0) && (c < 0) != (a[0].C < 0) {
				return Form{}, false
			}
			if c != 0 {
				out.Terms = append(out.Terms, Term{a[0].D, c})
			}
			a, b = a[1:], b[1:]
		}
	}
	return out, true
}

// Times returns k*f, or false if a coefficient does not fit 64 bits.
func (f Form) Times(k int64) (Form, bool) {
	if k == 0 {
		return Const(0), true
	}
	w := domain.WideInt(k)
	out := Form{Lo: mul(f.Lo, w), Hi: mul(f.Hi, w), Terms: make([]Term, len(f.Terms))}
	if k < 0 {
		out.Lo, out.Hi = out.Hi, out.Lo
	}
	for i, t := range f.Terms {
		c, ok := mul64(t.C, k)
		if !ok {
			return Form{}, false
		}
		out.Terms[i] = Term{t.D, c}
	}
	return out, true
}

// Minus returns f - g, or false if a coefficient does not fit 64 bits.
func (f Form) Minus(g Form) (Form, bool) {
	n, ok := g.Times(-1)
	if !ok {
		return Form{}, false
	}
	return f.Plus(n)
}

// Replace returns f with d replaced by g, or false if a coefficient does not fit 64 bits.
func (f Form) Replace(d domain.Dim, g Form) (Form, bool) {
	c := f.Coef(d)
	if c == 0 {
		return f, true
	}
	m, ok := g.Times(c)
	if !ok {
		return Form{}, false
	}
	return f.Without(d).Plus(m)
}

// mul64 returns a * b, or false if it does not fit.
func mul64(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(abs64(a), abs64(b))
	if hi != 0 || lo >= 1<<63 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

// abs64 returns |a|.
func abs64(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// mul returns a * k, where an infinite a stays infinite.
func mul(a, k domain.Wide) domain.Wide {
	if a == domain.MinWide || a == domain.MaxWide {
		if (a == domain.MinWide) != (k.Sign() < 0) {
			return domain.MinWide
		}
		return domain.MaxWide
	}
	return a.Mul(k)
}

// addLow returns the sum of two lower bounds.
func addLow(a, b domain.Wide) domain.Wide {
	if a == domain.MinWide || b == domain.MinWide {
		return domain.MinWide
	}
	if s := a.Add(b); s != domain.MaxWide {
		return s
	}
	return domain.MinWide // the sum saturated, so only the missing bound is sound
}

// addHigh returns the sum of two upper bounds.
func addHigh(a, b domain.Wide) domain.Wide {
	if a == domain.MaxWide || b == domain.MaxWide {
		return domain.MaxWide
	}
	if s := a.Add(b); s != domain.MinWide {
		return s
	}
	return domain.MaxWide
}

// String returns a text like 2*d3 - d4 + [0, 7].
func (f Form) String() string {
	var b strings.Builder
	for i, t := range f.Terms {
		c := t.C
		switch {
		case c < 0 && i > 0:
			b.WriteString(" - ")
		case c < 0:
			b.WriteString("-")
		case i > 0:
			b.WriteString(" + ")
		}
		if n := abs64(c); n != 1 {
			fmt.Fprintf(&b, "%d*", n)
		}
		fmt.Fprintf(&b, "d%d", t.D)
	}
	switch {
	case !f.Exact():
		fmt.Fprintf(&b, " + [%s, %s]", f.Lo, f.Hi)
	case f.Lo.Sign() != 0 && len(f.Terms) > 0 && f.Lo.Sign() < 0:
		fmt.Fprintf(&b, " - %s", f.Lo.Neg())
	case f.Lo.Sign() != 0 && len(f.Terms) > 0:
		fmt.Fprintf(&b, " + %s", f.Lo)
	case len(f.Terms) == 0:
		b.WriteString(f.Lo.String())
	}
	return b.String()
}

// Cons is a linear constraint: Form >= 0, or Form == 0 if Equal. Form is Exact.
type Cons struct {
	Form
	Equal bool
}

// String returns a text like d1 - d2 >= 0.
func (c Cons) String() string {
	if c.Equal {
		return c.Form.String() + " == 0"
	}
	return c.Form.String() + " >= 0"
}

// Domain is a relational domain over Z^n, whose elements are immutable. Dimensions that
// were never constrained may have any value.
type Domain[R any] interface {
	domain.Lattice[R]
	Forget(r R, ds ...domain.Dim) R
	// Assign returns r after the assignment of an arbitrary value of f to d; f may read d.
	Assign(r R, d domain.Dim, f Form) R
	// Assume restricts r to the points that satisfy c.
	Assume(r R, c Cons) R
	// Bounds returns bounds of f, or MinWide and MaxWide for missing bounds. r must not be bottom.
	Bounds(r R, f Form) (lo, hi domain.Wide)
	// Constraints returns constraints that describe r exactly (except for a Hider), sorted by their dimensions. r must not
	// be bottom. Constraints that others imply are omitted if this is cheap to detect.
	Constraints(r R) []Cons
}

// Hider is a Domain or a Dense whose elements may have constraints that Constraints cannot return, since their numbers
// do not fit. Hides reports whether r has such constraints.
type Hider[R any] interface {
	Hides(r R) bool
}

// Substituter is a Domain with an exact backward assignment: Substitute returns the points from which Assign may lead
// into r. Without it, callers assume the constraints of r with d replaced by f.
type Substituter[R any] interface {
	Substitute(r R, d domain.Dim, f Form) R
}

// Wide is a Domain whose constraints are to be read one by one: they are written as sums that do not overflow for any
// values of small types.
type Wide interface{ Wide() }

// Projector is a Domain that can forget all dimensions for which keep is false in one operation.
type Projector[R any] interface {
	Project(r R, keep func(domain.Dim) bool) R
}
