// Package interval is the domain of machine intervals: each dimension has a range of its type, or a small set of
// values.
//
// # The idea
//
// An integer dimension has bounds, or a set of values if there are only a few (a protocol's state is 0, 3 or 8448,
// not any number between). A range may exclude zero, since programs often test for it. A float has bounds, which may
// be infinite, and a flag for NaN. Conditions are propagated into their subexpressions (HC4, Benhamou et al., ICLP
// 1999).
//
// # Machine integers
//
// Operations compute exact bounds in 128 bits and wrap them: a range that is outside of the type by one multiple of 2^w
// stays precise; a range that contains a limit of the type becomes the whole type.
//
// Bounds of floats are results of the operation itself at the corners. Rounding to nearest is monotone, so these bounds
// are exact for the rounding mode of package ir.
//
// # What is not modelled
//
// Relations between dimensions; pointers (always unknown).
package interval
