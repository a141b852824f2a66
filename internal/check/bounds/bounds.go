// Package bounds follows the two bounds of a range of paths along an execution, for checkers of proofs of ranges.
//
//	range TTF..<F        T  T  F      past the lower, before the upper bound: Track{Off, Off}
//	                     T  T  T      before the lower bound: no path with this prefix lies in the range
//
// Package restrict (the range program) and package cpa/ranged (analyses) compute the same in other forms; this package
// shares no code with them. A path is the string of its marked decisions (Haltermann, Jakobs, Richter, Wehrheim:
// Parallel Program Analysis on Path Ranges, section 2.2).
package bounds

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Bounds are the first path of a range and the first path after it.
type Bounds struct {
	lo, end verify.Path
	upper   bool // false if the range has no end, and end is meaningless
}

// Track is the position of a path in a range: the number of decisions of each bound that the path has taken. Off in
// Lower means that the path is already past the lower bound, and Off in Upper that it is before the upper bound,
// whatever decisions follow.
type Track struct{ Lower, Upper int }

// Off is the position in a bound from which the path has turned away: it is past the lower or before the upper bound.
const Off = -1

// Of returns the bounds of a range.
func Of(r *verify.PathRange) *Bounds {
	b := &Bounds{lo: r.Lo}
	b.end, b.upper = r.End()
	return b
}

// Start returns the position of the empty path; the result is false if no path lies in the range.
func (b *Bounds) Start() (Track, bool) {
	t := Track{Off, Off}
	if b.lo != "" {
		t.Lower = 0
	}
	if b.upper {
		t.Upper = 0
	}
	return t, !b.upper || b.end != ""
}

// After returns the position of a path at t after it takes e. The result is false if no path with this prefix lies in
// the range.
func (b *Bounds) After(t Track, e *ir.Edge) (Track, bool) {
	a, is := e.Stmt.(*ir.Assume)
	if !is || a.Mark == ir.NoMark {
		return t, true
	}
	d := byte('T')
	if a.Mark == ir.False {
		d = 'F'
	}
	if t.Lower != Off {
		switch want := b.lo[t.Lower]; {
		case d < want: // F after T in the order of paths, although the letter F is less than T
			t.Lower = Off
		case d > want:
			return t, false
		default:
			if t.Lower++; t.Lower == len(b.lo) {
				t.Lower = Off
			}
		}
	}
	if t.Upper != Off {
		switch want := b.end[t.Upper]; {
		case d > want:
			t.Upper = Off
		case d < want:
			return t, false
		default:
			if t.Upper++; t.Upper == len(b.end) {
				return t, false
			}
		}
	}
	return t, true
}
