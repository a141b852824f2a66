package symex

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file drops constraints of a walk to places that others imply: duplicates, and weaker bounds.
//
//	for (i = 0; i < n; i++)          0 < n, 1 < n, 2 < n, ...: the last one implies the others
//
// A constraint that a place has stays: others may be weaker than later ones.

// limit is the term that a bound constrains, and the side.
type limit struct {
	t             *term.Term
	signed, lower bool
}

// strength is the value of a bound, and its constraint.
type strength struct {
	value uint64 // ordered: the larger, the stronger
	at    int
}

// require adds a constraint to those of the walk unless others imply it; it replaces a weaker one.
func (l *line) require(n *Node, c *term.Term) {
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

// bound reads a comparison of something with a number.
func bound(c *term.Term) (k limit, v uint64, ok bool) {
	not := c.Op() == term.Not
	if not {
		c = c.Arg(0)
	}
	strict := false
	switch c.Op() { // sound: no bound
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
	if not { // not x < y: y <= x
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
	// Numbers of both signs in the order of uint64, then, for upper bounds, the other way round.
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
