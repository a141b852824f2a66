package vc

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/term"
)

// This file shows by ranges of integers, without a solver, that a conjunction of conditions is unsatisfiable. This is
// often enough to decide the condition of an if-then-else. term.Bounds does the same for bit-vectors of up to 64 bits;
// here the numbers are unbounded, and conditions may be about sums.
//
//	x <= 5, y = x + 1, 10 <= y       the conjunction is unsatisfiable
//	0 <= x, ite(x < 0, x + 256, x)   the condition is false

// extent is the set of integers from lo to hi; the set is unbounded on a side whose bound is nil.
type extent struct{ lo, hi *big.Int }

// extents has the ranges that conditions imply for integer terms.
type extents struct {
	of   map[*term.Term]extent
	none bool // a range is empty: the conditions are unsatisfiable
}

// sum is a condition on integers, d <= 0 or d = 0.
type sum struct {
	d       *linear
	less    *linear    // -d for an equation; nil for an inequality
	of      *term.Term // the term of the only monomial of d; nil if implied is not known
	implied extent     // the range that the condition implies for of
}

// sumOf returns a condition as a sum; nil if it is not a linear condition on integers.
func (qu *questions) sumOf(t *term.Term) *sum {
	if s, ok := qu.sums[t]; ok {
		return s
	}
	var s *sum
	switch {
	case t.Op() == term.ILe:
		s = &sum{d: differenceOf(t.Arg(0), t.Arg(1))}
	case t.Op() == term.Not && t.Arg(0).Op() == term.ILe:
		s = &sum{d: differenceOf(t.Arg(0).Arg(1), t.Arg(0).Arg(0))}
		s.d.k = new(big.Int).Add(s.d.k, big.NewInt(1))
	case t.Op() == term.Eq && len(t.Args()) == 2 && isNumber(t.Arg(0)):
		s = &sum{d: differenceOf(t.Arg(0), t.Arg(1))}
		s.less = s.d.times(big.NewInt(-1))
	}
	// Most conditions have one monomial. The range that such a condition implies depends on no other condition.
	if s != nil && len(s.d.ms) == 1 && s.d.ms[0].t.Op() != term.Ite {
		x := &extents{of: map[*term.Term]extent{}}
		of := s.d.ms[0].t
		if x.assume(s); !x.none {
			s.of, s.implied = of, x.of[of]
		}
	}
	if qu.sums == nil {
		qu.sums = map[*term.Term]*sum{}
	}
	qu.sums[t] = s
	return s
}

// extentRounds bounds the rounds of propagation through the sums.
const extentRounds = 4

// excluded reports whether ranges show that the conjunction of ts is unsatisfiable. False decides nothing.
func (qu *questions) excluded(ts []*term.Term) bool {
	if qu.E.Enc != Ints {
		return false
	}
	x := &extents{of: map[*term.Term]extent{}}
	var all []*sum
	for _, t := range qu.E.WithAxioms(ts...) {
		for _, u := range Conjuncts(qu.E.C, t) {
			switch s := qu.sumOf(u); {
			case s == nil:
			case s.of != nil:
				x.narrow(s.of, s.implied)
			default:
				all = append(all, s)
			}
		}
	}
	for range extentRounds {
		moved := false
		for _, s := range all {
			moved = x.assume(s) || moved
		}
		if x.none || !moved {
			break
		}
	}
	return x.none
}

// narrow restricts a term to bounds.
func (x *extents) narrow(t *term.Term, to extent) {
	e := x.of[t]
	if to.lo != nil && (e.lo == nil || e.lo.Cmp(to.lo) < 0) {
		e.lo = to.lo
	}
	if to.hi != nil && (e.hi == nil || e.hi.Cmp(to.hi) > 0) {
		e.hi = to.hi
	}
	x.of[t] = e
	if e := x.extent(t); e.lo != nil && e.hi != nil && e.lo.Cmp(e.hi) > 0 {
		x.none = true
	}
}

// assume narrows the ranges by a condition; moved reports whether a range changed.
func (x *extents) assume(s *sum) (moved bool) {
	moved = x.learn(s.d)
	if s.less != nil {
		moved = x.learn(s.less) || moved
	}
	return moved
}

// learn narrows the ranges by d <= 0; moved reports whether a range changed.
func (x *extents) learn(d *linear) (moved bool) {
	low := new(big.Int).Set(d.k) // the sum of the lower bounds of all monomials that have one
	open, all := -1, make([]*big.Int, len(d.ms))
	for i, m := range d.ms {
		if all[i] = x.least(m); all[i] != nil {
			low.Add(low, all[i])
		} else if open >= 0 {
			return false
		} else {
			open = i
		}
	}
	if open < 0 && low.Sign() > 0 {
		x.none = true
		return true
	}
	for i, m := range d.ms {
		if open >= 0 && i != open {
			continue
		}
		room := new(big.Int).Neg(low) // coef * t <= room
		if all[i] != nil {
			room.Add(room, all[i])
		}
		e := x.of[m.t]
		k := new(big.Int)
		if m.coef.Sign() > 0 { // t <= floor(room / coef)
			if k.Div(room, m.coef); e.hi == nil || k.Cmp(e.hi) < 0 {
				e.hi, moved = k, true
			}
		} else { // t >= ceil(room / coef), with a negative divisor
			if k.Neg(k.Div(room, new(big.Int).Neg(m.coef))); e.lo == nil || k.Cmp(e.lo) > 0 {
				e.lo, moved = k, true
			}
		}
		x.of[m.t] = e
		if e.lo != nil && e.hi != nil && e.lo.Cmp(e.hi) > 0 {
			x.none = true
			return true
		}
	}
	return moved
}

// least returns the smallest value of a monomial; nil if it has no lower bound.
func (x *extents) least(m monomial) *big.Int {
	e := x.extent(m.t)
	k := e.lo
	if m.coef.Sign() < 0 {
		k = e.hi
	}
	if k == nil {
		return nil
	}
	return new(big.Int).Mul(k, m.coef)
}

// extent returns the range of t: the range from the conditions, narrowed by the form of t if t is a mod or an
// if-then-else.
func (x *extents) extent(t *term.Term) extent {
	e := x.of[t]
	switch t.Op() { // sound: other terms have the bounds that conditions imply
	case term.IMod:
		if k, ok := t.Arg(1).Big(); ok && k.Sign() > 0 {
			if e.lo == nil || e.lo.Sign() < 0 {
				e.lo = new(big.Int)
			}
			if most := new(big.Int).Sub(k, big.NewInt(1)); e.hi == nil || e.hi.Cmp(most) > 0 {
				e.hi = most
			}
		}
	case term.Ite:
		a, b := x.value(t.Arg(1)), x.value(t.Arg(2))
		if a.lo != nil && b.lo != nil {
			if k := minBig(a.lo, b.lo); e.lo == nil || e.lo.Cmp(k) < 0 {
				e.lo = k
			}
		}
		if a.hi != nil && b.hi != nil {
			if k := maxBig(a.hi, b.hi); e.hi == nil || e.hi.Cmp(k) > 0 {
				e.hi = k
			}
		}
	}
	return e
}

// value returns the range of a term as a sum of monomials.
func (x *extents) value(t *term.Term) extent {
	d := &linear{k: new(big.Int)}
	d.add(t, big.NewInt(1))
	low, high := new(big.Int).Set(d.k), new(big.Int).Set(d.k)
	for _, m := range d.ms {
		if l := x.least(m); l == nil {
			low = nil
		} else if low != nil {
			low.Add(low, l)
		}
		if h := x.least(monomial{new(big.Int).Neg(m.coef), m.t}); h == nil {
			high = nil
		} else if high != nil {
			high.Sub(high, h)
		}
	}
	return extent{low, high}
}
