// Package term has hash-consed, sorted terms: Booleans, bit-vectors,
// unbounded integers, IEEE floats, arrays, uninterpreted functions and
// quantifiers, with SMT-LIB's semantics.
//
// # A small example
//
//	c := term.New()
//	x := c.Var("x", term.BVSort(32))
//	f := c.Eq(c.BVAdd(x, c.BV(1, 32)), c.BV(0, 32))   // x == 0xffffffff, after rewriting
//
// Constructors rewrite: what they return is equal to what was asked for, but
// often smaller. See rewrite.go for the rules.
package term
