package relation

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// A guard is the condition, right before an operation, that the operation does not overflow. Neither bounds nor a
// relational domain with small numbers or few forms of constraints may be able to represent the guard of a sum of two
// unknown numbers. So a state keeps the last guards themselves until one of their dimensions changes.

// guards bounds the number of guards that a state keeps.
const guards = 4

// remember adds the guard !overflows(x op y) to the state of the view, unless the state implies it, and returns the
// state. It drops the oldest guard if there are too many.
func (v *view[B, R]) remember(x *domain.Expr) State[B, R] {
	sum := domain.NewBinary(x.Bin, x.X, x.Y)
	if v.e.bot || x.X.T.Kind != ir.Int || arbitrary(sum) || v.safe(sum) {
		return v.e
	}
	if f, ok := v.modulo(sum); ok {
		if _, ok = v.lies(sum.T, f); ok {
			return v.e
		}
	}
	old := v.e.safe
	if len(old) >= guards {
		old = old[len(old)-guards+1:]
	}
	v.e.safe = append(slices.Clone(old), sum)
	return v.e
}

// safe reports whether the state keeps a guard of x.
func (v *view[B, R]) safe(x *domain.Expr) bool { return has(v.e.safe, x) }

// has reports whether x is in guards.
func has(guards []*domain.Expr, x *domain.Expr) bool {
	return slices.ContainsFunc(guards, func(y *domain.Expr) bool { return same(x, y) })
}

// covers reports whether a has all guards of b.
func covers(a, b []*domain.Expr) bool {
	for _, x := range b {
		if !has(a, x) {
			return false
		}
	}
	return true
}

// common returns the guards that are in a and in b.
func common(a, b []*domain.Expr) []*domain.Expr {
	if covers(b, a) {
		return a
	}
	return slices.DeleteFunc(slices.Clone(a), func(x *domain.Expr) bool { return !has(b, x) })
}

// union returns the guards that are in a or in b.
func union(a, b []*domain.Expr) []*domain.Expr {
	if covers(a, b) {
		return a
	}
	out := slices.Clone(a)
	for _, x := range b {
		if !has(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// without returns the guards that read no dimension for which gone returns true.
func without(guards []*domain.Expr, gone func(domain.Dim) bool) []*domain.Expr {
	stale := func(x *domain.Expr) bool {
		found := false
		x.Dims(func(d domain.Dim, _ ir.Type) { found = found || gone(d) })
		return found
	}
	if !slices.ContainsFunc(guards, stale) {
		return guards
	}
	return slices.DeleteFunc(slices.Clone(guards), stale)
}

// same reports whether x and y are the same expression tree.
func same(x, y *domain.Expr) bool {
	if x == y || x == nil || y == nil {
		return x == y
	}
	return x.Kind == y.Kind && x.T == y.T && x.Un == y.Un && x.Bin == y.Bin && x.D == y.D && x.Bits == y.Bits &&
		x.Lo == y.Lo && x.Hi == y.Hi && same(x.X, y.X) && same(x.Y, y.Y)
}

// arbitrary reports whether x contains an arbitrary value, which may differ between two evaluations.
func arbitrary(x *domain.Expr) bool {
	return x != nil && (x.Kind == domain.KAny || arbitrary(x.X) || arbitrary(x.Y))
}
