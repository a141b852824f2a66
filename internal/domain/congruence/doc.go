// Package congruence is the domain of arithmetical congruences: a dimension is some r modulo
// some m.
//
// # The idea
//
// P. Granger, Static analysis of arithmetical congruences, Int. J. Computer Math. 30, 1989. A
// pointer is a multiple of 8, a counter is odd, a size is 4 more than a multiple of
// 16. A class (r, m) is the set of the numbers of a type that are r modulo m; m = 0 is one
// number, m = 1 all. Sums and products have classes by greatest common divisors.
//
//	d := congruence.New()
//	e := d.Assume(d.Top(), x % 4 == 1)
//	e = d.Assign(e, y, x + x)        // y is 2 modulo 8
//	d.Constraints(e)                 // d0 & 3 == 1, ...
//
// # Machine integers
//
// What wraps moves by a multiple of 2^w, so only the part of the modulus that divides 2^w is
// left, unless the operation cannot wrap. The domain itself seldom knows that, but it can be
// asked to work beside one that does: see With, which package product uses.
//
// A remainder of a negative number is not positive in C, so that x % 3 == 1 is said of a signed x
// as x % 3 == 1 || x % 3 == -2.
//
// # Types
//
//	State    an element: the dimensions that are not arbitrary
//	Classes  the domain; a Substituter and Projector, with Singles, With and Tighten
//
// # What is not modelled
//
// Relations between dimensions (Granger 1991), floats, pointers. Inverses modulo m.
package congruence
