package domain

import (
	"sort"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Lattice is the order of the elements of a domain. Elements are immutable;
// none of the operations changes its arguments. Where nothing changes, the same
// element is returned, so that users can compare cheaply.
//
// Laws: Leq is reflexive and transitive with Bottom and Top at the ends; Join is an upper
// bound and Meet stands for at least the common points; old <= Widen(old, next)
// and next <= Widen(old, next) for old <= next, and every chain of widenings
// ends; for next <= old, next <= Narrow(old, next) <= old, and chains of
// narrowings end after a bounded number of steps if the user stops.
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

// Numeric is what a domain does with numbers. A dimension that was never
// assigned has any value of its type.
type Numeric[E any] interface {
	// Assign makes d the value that x has now; x may read d. The type of d is that of x.
	Assign(e E, d Dim, x *Expr) E
	// Assume keeps the points where the Bool c can be true.
	Assume(e E, c *Expr) E
	// Forget makes dimensions arbitrary.
	Forget(e E, d ...Dim) E
	// Bounds encloses the values of x. Bottom has none.
	Bounds(e E, x *Expr) Range
	// Constraints gives Bool expressions which hold at all points of e,
	// sorted by dimension; Top has none, Bottom the constant false.
	Constraints(e E) []*Expr
}

// Domain is a complete domain. It is a struct so that the parts stay small
// interfaces; its methods are those of both.
type Domain[E any] struct {
	Lattice[E]
	Numeric[E]
}

// Substituter is a domain that runs backward: Substitute gives the points of within
// from which assigning x to d can lead into e. Without it: Forget d, and Meet.
type Substituter[E any] interface {
	Substitute(within, e E, d Dim, x *Expr) E
}

// Expander is a domain with summary dimensions: Expand makes to a copy of d
// that shares its relations with others but not its value; Fold is its inverse,
// leaving in d what d or from could be. Without it: by Bounds.
type Expander[E any] interface {
	Expand(e E, d, to Dim) E
	Fold(e E, d, from Dim) E
}

// Generator is a domain that can give points: up to n of e, as bits per
// dimension. Without it: none.
type Generator[E any] interface {
	Points(e E, dims []Dim, n int) [][]uint64
}

// Projector is a domain that forgets all dimensions but some at once. Without it: Forget.
type Projector[E any] interface {
	Project(e E, keep func(Dim) bool) E
}

// Copier is a domain that gives dimensions of one element what is known of them in another one. Without it: by Bounds.
type Copier[E any] interface {
	Copy(to, from E, ds ...Dim) E
}

// Sharer is a domain whose elements share parts: Each calls f for each part with
// its dimension and something comparable that is equal for equal parts only; give makes
// the part's constraints. All constraints come this way. Without it: Constraints.
type Sharer[E any] interface {
	Each(e E, f func(d Dim, part any, give func() []*Expr))
}

// Stater is a domain that knows more than it can write: Stated gives an element above e
// that Constraints describes exactly. Without it: e.
type Stater[E any] interface {
	Stated(e E) E
}

// Range encloses the values of one expression.
//
// Int and Bool: Lo..Hi; Float: FLo..FHi, infinities included, and NaN if so
// marked. An Empty range has no values (FLo..FHi counts as empty then, too).
type Range struct {
	T        ir.Type
	Empty    bool
	Lo, Hi   Wide
	FLo, FHi float64
	NaN      bool
}

// IsConst says whether the Int or Bool range is one value, and its canonical bits.
func (r Range) IsConst() (bits uint64, ok bool) {
	if r.Empty || r.T.Kind == ir.Float || r.Lo != r.Hi {
		return 0, false
	}
	return ir.NewConst(r.T, int64(r.Lo.Bits())).Bits, true
}

// Thresholds are the values at which widening stops first, ascending: those of
// the program's constants and their neighbours. The zero value has none.
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

// Below is the largest threshold that is at most v.
func (t Thresholds) Below(v Wide) (Wide, bool) {
	i := sort.Search(len(t.Ints), func(i int) bool { return v.Less(t.Ints[i]) })
	if i == 0 {
		return Wide{}, false
	}
	return t.Ints[i-1], true
}

// Above is the smallest threshold that is at least v.
func (t Thresholds) Above(v Wide) (Wide, bool) {
	i := sort.Search(len(t.Ints), func(i int) bool { return !t.Ints[i].Less(v) })
	if i == len(t.Ints) {
		return Wide{}, false
	}
	return t.Ints[i], true
}
