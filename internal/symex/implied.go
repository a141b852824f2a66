package symex

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file drops constraints of a walk to places that other constraints imply: duplicates, and weaker bounds.
//
//	for (i = 0; i < n; i++)          of 0 < n, 1 < n, 2 < n, ... the last one implies the others
//
// A constraint that a recorded place already has is never replaced, even if a later constraint is stronger.

// limit is a bounded term, with the kind of its bound.
type limit struct {
	t             *term.Term
	signed, lower bool
}

// strength is the strongest bound for a limit so far.
type strength struct {
	value uint64 // a larger value is a stronger bound
	at    int    // the index of the constraint in Node.conds
}

// require adds the constraint c to the constraints of the walk, unless they imply it. It replaces a weaker bound.
func (l *placeWalk) require(n *Node, c *term.Term) {
	k, v, ok := bound(c)
	if !ok {
		if !l.required[c] {
			l.required[c] = true
			n.conds = append(n.conds, c)
		}
		return
	}
	s, is := l.bounds[k]
	switch {
	case is && v <= s.value:
		return
	case is && s.at >= l.seen:
		n.conds[s.at] = c
	default:
		s.at = len(n.conds)
		n.conds = append(n.conds, c)
	}
	l.bounds[k] = strength{v, s.at}
}

// bound returns a comparison with a number as a limit and its strength; ok is false for other constraints.
func bound(c *term.Term) (k limit, v uint64, ok bool) {
	not := c.Op() == term.Not
	if not {
		c = c.Arg(0)
	}
	strict := false
	switch c.Op() { // sound: other constraints are not bounds
	case term.BVSlt:
		k.signed, strict = true, true
	case term.BVSle:
		k.signed = true
	case term.BVUlt:
		strict = true
	case term.BVUle:
	default:
		return k, 0, false
	}
	x, y := c.Arg(0), c.Arg(1)
	if not { // not x < y is y <= x
		x, y, strict = y, x, !strict
	}
	b, lower := x.Bits()
	if k.t = y; !lower {
		if b, ok = y.Bits(); !ok {
			return k, 0, false
		}
		k.t = x
	}
	w := k.t.Sort().Bits
	if w > 64 {
		return k, 0, false
	}
	// Map signed numbers to the order of uint64, then reverse the order for upper bounds.
	v = b
	if k.signed {
		v = uint64(num.Signed(b, uint8(w))) ^ 1<<63
	}
	if k.lower = lower; !lower {
		v = math.MaxUint64 - v
	}
	if strict {
		if v == math.MaxUint64 {
			return k, 0, false
		}
		v++
	}
	return k, v, true
}
