// Package relation combines two domains to a relational domain of machine numbers: the box, a domain of machine numbers
// without relations, and a relational domain over the mathematical integers.
//
// # The idea
//
// An element is a pair: an element of the box (for example intervals, which have floats and sets of values, too) and an
// element of the relational domain. A dimension of the relational domain has the value of the integer dimension in its
// type; a Bool is 0 or 1. So x = y + 1 is a linear assignment if y + 1 stays in the type, and otherwise the assignment
// of a range. Both sides are used to prove that y + 1 stays in the type: after i < n, i + 1 does not wrap for any i and
// n.
//
//	d := relation.New(interval.New(8), octagon.New(12))
//	e := d.Assume(d.Top(), domain.NewBinary(ir.Lt, i, n))
//	e = d.Assign(e, i.D, domain.NewBinary(ir.Add, i, one)) // i <= n
//	d.Constraints(e)                                       // d0 <= d1, ...
//
// The guard !overflows(x + y) before an operation is a constraint. If neither side can represent it, the element keeps
// the guard itself until x or y change. Bounds next to the limits of large types stay in the box, since they would add
// large numbers to every relation.
//
// Linear forms that wrap are computed modulo 2^w, and finally shifted into the type by the only multiple of 2^w that
// bounds allow: x + 4294967295 is x - 1 for an unsigned x that is not 0. Quotients, remainders and masks are related to
// their operands by the definition of division.
//
// # Reduction
//
// A dimension enters the relational side when an expression relates it to another dimension. It enters with its present
// bounds in the box; single constants stay outside. Assignments and conditions pass bounds of their dimensions from
// each side to the other. Join, Meet, Widen and Narrow work componentwise, after both arguments have entered the same
// dimensions. Since nothing else is exchanged, chains of widenings end if they end on both sides.
//
// # Types
//
//	State   an element
//	New     the domain; a Substituter and Stater, and a Projector if both sides are, with the box's Singles
//
// # What is not modelled
//
// Relations of floats; products and bit operations of two unknown numbers. Constraints omits relations of more than two
// dimensions of 64 bits unless their bounds show that nothing overflows.
package relation
