// Package bounds follows the two bounds of a range of paths beside an execution, for who checks proofs of ranges.
//
//	range TTF..<F        T  T  F      past the lower bound: Track{Off, 1}, and so on until the path is behind the upper one
//	                     T  T  T      before the lower bound: no path that begins so lies in the range
//
// The range program of package restrict and the analyses of package cpa/ranged say the same in their own ways; this one
// shares nothing with them. A path is the string of its marked decisions (Haltermann, Jakobs, Richter, Wehrheim:
// Parallel Program Analysis on Path Ranges, section 2.2).
package bounds

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Bounds are what a range begins with and what is behind it.
type Bounds struct {
	lo, end verify.Path
	upper   bool // there is an end
}

// Track is how many decisions of each bound a path has taken; Off: it is past the lower bound, or before the end,
// whatever follows.
type Track struct{ Lower, Upper int }

// Off is behind the lower bound, before the upper one.
const Off = -1

// Of are the bounds of a range.
func Of(r *verify.PathRange) *Bounds {
	b := &Bounds{lo: r.Lo}
	b.end, b.upper = r.End()
	return b
}

// Start is where paths begin; false if none lies in the range.
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

// Behind is where a path is behind an edge; false if no path that begins so lies in the range.
func (b *Bounds) Behind(t Track, e *ir.Edge) (Track, bool) {
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
		case d < want: // F is the lesser letter, and the later decision
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
