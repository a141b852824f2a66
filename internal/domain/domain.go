package domain

import (
	"sort"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Lattice has the order of the elements of a domain and its operations. Elements are immutable. An operation whose
// result equals an argument returns the argument itself, so callers can compare cheaply.
//
// The following laws hold. Leq is reflexive and transitive, with Bottom and Top at the ends. Join is an upper bound.
// Meet has at least the common points. For old <= next, old <= Widen(old, next) and next <= Widen(old, next), and every
// chain of widenings ends. For next <= old, next <= Narrow(old, next) <= old. Chains of narrowings may be infinite, so
// callers must bound them.
type Lattice[E any] interface {
	Top() E
	Bottom() E
	IsBottom(e E) bool
	Leq(a, b E) bool
	Join(a, b E) E
	Meet(a, b E) E
	Widen(old, next E, at Thresholds) E
	Narrow(old, next E) E
}

// Numeric has the transfer functions of a domain. A dimension that was never assigned has any value of its type.
type Numeric[E any] interface {
	// Assign returns e after the assignment of x to d; x may read d. Afterwards, d has the type of x.
	Assign(e E, d Dim, x *Expr) E
	// Assume restricts e to the points where the Bool c may be true.
	Assume(e E, c *Expr) E
	// Forget returns e without its constraints on the given dimensions.
	Forget(e E, d ...Dim) E
	// Bounds returns bounds of the values of x. The range is empty if e is bottom.
	Bounds(e E, x *Expr) Range
	// Constraints returns Bool expressions that hold at all points of e, sorted by dimension. Top has none, Bottom the
	// constant false.
	Constraints(e E) []*Expr
}

// Domain is a complete domain. It embeds both interfaces.
type Domain[E any] struct {
	Lattice[E]
	Numeric[E]
}

// Substituter is a domain with a backward assignment: Substitute returns the points of within from which the assignment
// of x to d may lead into e. Without it, callers use Forget of d and Meet.
type Substituter[E any] interface {
	Substitute(within, e E, d Dim, x *Expr) E
}

// Projector is a domain that can forget all dimensions for which keep returns false in one operation. Without it,
// callers use Forget.
type Projector[E any] interface {
	Project(e E, keep func(Dim) bool) E
}

// Copier is a domain that can copy the values of dimensions ds from one element to another. Without it, callers use
// Bounds.
type Copier[E any] interface {
	Copy(to, from E, ds ...Dim) E
}

// Sharer is a domain whose elements share fragments. Each calls f for each fragment, with its dimension, a comparable
// value that is equal only for equal fragments, and a function that returns the constraints of the fragment. All
// fragments together have all constraints of e. Without it, callers use Constraints.
type Sharer[E any] interface {
	Each(e E, f func(d Dim, part any, give func() []*Expr))
}

// Stater is a domain with elements that Constraints cannot describe exactly: Stated returns an element above e that
// Constraints describes exactly. Without it, callers use e.
type Stater[E any] interface {
	Stated(e E) E
}

// Range has bounds of the values of one expression. Lo and Hi are the bounds of an Int or Bool. FLo and FHi, which may
// be infinite, are the bounds of a Float; if NaN is set, the Float may also be NaN. An Empty range has no values.
type Range struct {
	T        ir.Type
	Empty    bool
	Lo, Hi   Wide
	FLo, FHi float64
	NaN      bool
}

// IsConst returns the canonical bits of the only value of an Int or Bool range; ok is false if there are other
// values.
func (r Range) IsConst() (bits uint64, ok bool) {
	if r.Empty || r.T.Kind == ir.Float || r.Lo != r.Hi {
		return 0, false
	}
	return ir.NewConst(r.T, int64(r.Lo.Bits())).Bits, true
}

// Thresholds holds the thresholds of widening, ascending: the program's constants and their neighbours. The zero
// value has none.
type Thresholds struct {
	Ints   []Wide
	Floats []float64
}

// NewThresholds sorts the values and removes duplicates.
func NewThresholds(ints []Wide, floats []float64) Thresholds {
	sort.Slice(ints, func(i, j int) bool { return ints[i].Less(ints[j]) })
	out := ints[:0]
	for i, v := range ints {
		if i == 0 || v != out[len(out)-1] {
			out = append(out, v)
		}
	}
	sort.Float64s(floats)
	fs := floats[:0]
	for i, v := range floats {
		if v == v && (i == 0 || v != floats[i-1]) {
			fs = append(fs, v)
		}
	}
	return Thresholds{out, fs}
}

// Below returns the largest threshold that is at most v.
func (t Thresholds) Below(v Wide) (Wide, bool) {
	i := sort.Search(len(t.Ints), func(i int) bool { return v.Less(t.Ints[i]) })
	if i == 0 {
		return Wide{}, false
	}
	return t.Ints[i-1], true
}

// Above returns the smallest threshold that is at least v.
func (t Thresholds) Above(v Wide) (Wide, bool) {
	i := sort.Search(len(t.Ints), func(i int) bool { return !t.Ints[i].Less(v) })
	if i == len(t.Ints) {
		return Wide{}, false
	}
	return t.Ints[i], true
}
