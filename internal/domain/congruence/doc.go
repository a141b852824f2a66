// Package congruence is the domain of arithmetical congruences: each dimension is r modulo m for some r and m.
//
// # The idea
//
// P. Granger, Static analysis of arithmetical congruences, Int. J. Computer Math. 30, 1989. A pointer is a multiple of
// 8, a counter is odd, a size is 4 modulo 16. A class (r, m) is the set of the numbers of a type that are r modulo m.
// For m = 0 it has only the number r, for m = 1 all numbers. The classes of sums and products are computed with
// greatest common divisors.
//
//	d := congruence.New()
//	e := d.Assume(d.Top(), x % 4 == 1)
//	e = d.Assign(e, y, x + x)        // y is 2 modulo 8
//	d.Constraints(e)                 // d0 & 3 == 1, ...
//
// # Machine integers
//
// Wrap-around adds a multiple of 2^w. So the modulus of a result that may wrap is only the greatest common divisor of
// the exact modulus and 2^w. The domain itself can seldom prove that an operation does not wrap, but it can use the
// bounds of another domain: see With, which package product calls.
//
// In C, the remainder of a negative number is not positive. So the constraint of the class 1 modulo 3 on a signed x is
// x % 3 == 1 || x % 3 == -2.
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
