// Package relation makes a domain of machine numbers of a domain of machine numbers that knows
// no relations, the box, and a relational domain over the mathematical integers.
//
// # The idea
//
// An element is an element of the box (intervals, say, which have floats and sets of
// values, too) and one of the relational domain. The relational one speaks of the numbers that
// the integer dimensions have in their types, a Bool being 0 or 1. So x = y + 1 is an
// assignment there where y + 1 does not leave the type, and a range otherwise. Whether it does is
// asked of both sides: after i < n, i + 1 does not wrap, whatever i and n are.
//
//	d := relation.New(interval.New(8), octagon.New(12))
//	e := d.Assume(d.Top(), domain.NewBinary(ir.Lt, i, n))
//	e = d.Assign(e, i.D, domain.NewBinary(ir.Add, i, one)) // i <= n
//	d.Constraints(e)                                       // d0 <= d1, ...
//
// The guard !overflows(x + y) before an operation is a constraint, and is kept as such until x or y
// change, in case neither side has the numbers for it. Bounds that are next to the ends of
// large types stay in the box: they would be large numbers in every relation.
//
// Arithmetic that wraps is followed modulo 2^w as long as it is a sum of multiples, and
// brought into the type at its end by the one multiple of 2^w that bounds allow: x + 4294967295 is
// x - 1 for an unsigned x that is not 0. Quotients, remainders and masks are related to
// their operands by what division means.
//
// # Reduction
//
// A dimension enters the relational side when an expression relates it to another one, with the
// bounds that the box has for it then; single constants stay outside. Assignments
// and conditions pass bounds of the dimensions that they mention from each side to the other.
// Join, Meet, Widen and Narrow work side by side, after dimensions that one of the
// arguments has entered are entered in the other; since nothing else is passed on by
// them, chains of widenings end if they do on both sides.
//
// # Types
//
//	State   an element
//	New     the domain; a Substituter and Stater, and a Projector if both sides are, with the box's Singles
//
// # What is not modelled
//
// Relations of floats; products and bit operations of two unknown numbers; relations of more
// than two dimensions of 64 bits in Constraints unless their bounds show that nothing
// overflows there: they are left out.
package relation
