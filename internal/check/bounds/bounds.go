// Package bounds follows the two bounds of a range of paths along an execution, for checkers of proofs of ranges.
//
//	range TTF..<F        T  T  F      past the lower bound: Track{Off, 1}, and so on until the path is after the upper one
//	                     T  T  T      before the lower bound: no path that begins so lies in the range
//
// The range program of package restrict and the analyses of package cpa/ranged compute the same in other ways; this
// package shares no code with them. A path is the string of its marked decisions (Haltermann, Jakobs, Richter,
// Wehrheim: Parallel Program Analysis on Path Ranges, section 2.2).
package bounds

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Bounds are the first path of a range and the first path after it.
type Bounds struct {
	lo, end verify.Path
	upper   bool // the range has an end
}

// Track tells how many decisions of each bound a path has taken. Off means that the path is past the lower bound, or
// before the upper one, whatever follows.
type Track struct{ Lower, Upper int }

// Off is the position of a path that has left a bound: past the lower one, before the upper one.
const Off = -1

// Of returns the bounds of a range.
func Of(r *verify.PathRange) *Bounds {
	b := &Bounds{lo: r.Lo}
	b.end, b.upper = r.End()
	return b
}

// Start returns the position where paths begin; false if no path lies in the range.
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

// After returns the position of a path after an edge; false if no path that begins so lies in the range.
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
		case d < want: // the letter F is less than T, but its paths come after those of T
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
