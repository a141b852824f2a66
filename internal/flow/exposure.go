package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file finds conversions of addresses to numbers. An object is exposed if a value that is data-dependent on its
// address is not a pointer that Points tracks, or if a guess of its address is confirmed. Values that are
// control-dependent on an address expose nothing. TestExposure has a program for each line.
//
//	Cast Ptr -> Int of any width, anywhere in an expression     exposes (note), except in p != 0
//	PtrDiff                                                     exposes both sides (exposeDiffs), except for two
//	                                                            pointers into the same target
//	the same in initial values of objects and global registers  exposes (note)
//	a stored pointer read as Int, Bool or Float, or a byte of   exposes (deliver, load)
//	it; also through an unknown pointer
//	a pointer read from parts of stored pointers, or from one   anywhere in the objects of the parts, or
//	that was partly overwritten by Store, MemSet, MemCopy,      unknown (deliver, torn.go)
//	MemHavoc; at an odd offset; copied in parts
//	MemCopy of whole pointers, structures, floats' bytes        followed
//	Call arguments, results, global registers                   followed as pointers, exposed as numbers
//	HavocAll                                                    exposes all objects whose address is held
//	Eq, Ne, Lt, Le with a pointer made from a number that is    exposes the other side (exposeDiffs): a guess of
//	not null                                                    its address may be confirmed
//	Eq, Ne, Lt, Le of other pointers                            exposes nothing: the result has one bit
//	Free, the end of a function                                 exposes nothing: addresses are not used again
//
// A number that becomes a pointer makes this pointer unknown: it may point into each exposed object. These statements
// make such pointers:
//
//	Cast Int -> Ptr, a literal other than null                  unknown
//	PtrAdd to a pointer that may be null, except with a small   unknown
//	literal
//	bytes of numbers, of floats, of MemSet, uninitialised or    unknown, and all that fits (guess.go)
//	havocked ones read as a pointer
//	Return without a value                                      unknown, and all that fits
//
// Not covered are guesses that nothing confirms, and the following case. A pointer that is outside of its object when
// it is stored or compared (undefined in C) keeps its object here and in exec's interpreter, which marks a run that
// stores such a pointer (Run.Wild). In compiled code, the pointer leads into the object in which the stored address
// lies.

// note exposes the objects whose address becomes a number inside e. It ignores a number that is only compared with 0,
// since the result does not depend on the address.
func (s *solver) note(e ir.Expr) {
	ir.Walk(e, func(x ir.Expr) bool {
		switch x := x.(type) { // sound: Walk visits the subexpressions of all nodes
		case *ir.Binary:
			if x.X.Type().Kind == ir.Ptr {
				s.compares = append(s.compares, x)
			}
			return !(x.Op == ir.Eq || x.Op == ir.Ne) || !(isZero(x.Y) && isAddressNumber(x.X) || isZero(x.X) &&
				isAddressNumber(x.Y))
		case *ir.Cast:
			if x.T.Kind != ir.Ptr && x.X.Type().Kind == ir.Ptr {
				s.expose(x.X)
			}
		case *ir.PtrDiff:
			s.diffs = append(s.diffs, x)
		}
		return true
	})
}

// exposeDiffs exposes the objects of differences and comparisons. The difference to null, or to an object whose address
// is known, determines an address. The difference of two pointers into one target does not, as long as no address in
// this target is known.
func (s *solver) exposeDiffs() {
	for more := true; more && !s.over; {
		more = false
		s.diffs = slices.DeleteFunc(s.diffs, func(d *ir.PtrDiff) bool {
			t := s.onlyTarget(d.P)
			if t != nil && t == s.onlyTarget(d.Q) {
				return false
			}
			s.expose(d.P)
			s.expose(d.Q)
			more = true
			return true
		})
		s.compares = slices.DeleteFunc(s.compares, func(c *ir.Binary) bool {
			x, y := s.mayBeNumber(c.X), s.mayBeNumber(c.Y)
			if x {
				s.expose(c.Y)
			}
			if y {
				s.expose(c.X)
			}
			more = more || x || y
			return x || y
		})
		s.solve()
	}
}

// mayBeNumber reports whether a pointer may have been made from a number that is not null.
func (s *solver) mayBeNumber(e ir.Expr) bool {
	found := false
	s.sources(e, same,
		func(n int32, x transform) {
			for _, q := range s.addressesOf(n) {
				found = found || q <= nullPair && s.move(q, x) == unknownPair
			}
		},
		func(pl Address) { found = found || pl.Target == nil })
	return found
}

// onlyTarget returns the target of all values of a pointer. It returns nil if there are several targets or none, or if
// the pointer may be null or unknown.
func (s *solver) onlyTarget(e ir.Expr) *Target {
	var only *Target
	one := true
	see := func(t *Target) {
		one = one && t != nil && (only == nil || only == t)
		only = t
	}
	s.sources(e, same,
		func(n int32, _ transform) {
			for _, q := range s.addressesOf(n) {
				see(s.pairs[q].Target)
			}
		},
		func(pl Address) { see(pl.Target) })
	if !one {
		return nil
	}
	return only
}

// isZero reports whether e is the literal 0.
func isZero(e ir.Expr) bool {
	c, ok := e.(*ir.Const)
	return ok && c.Bits == 0
}

// isAddressNumber reports whether e is the conversion of a pointer register to an integer.
func isAddressNumber(e ir.Expr) bool {
	c, ok := e.(*ir.Cast)
	if !ok || c.T.Kind != ir.Int {
		return false
	}
	_, ok = c.X.(*ir.Ref)
	return ok && c.X.Type().Kind == ir.Ptr
}

// expose exposes the objects to which a pointer expression may lead.
func (s *solver) expose(e ir.Expr) {
	s.sources(e, blur,
		func(n int32, x transform) { s.link(n, s.exposed, x) },
		func(pl Address) { s.add(s.exposed, s.pair(pl)) })
}
