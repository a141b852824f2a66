// Package interval is the domain of machine intervals: each dimension has a range of its type, or a small set of
// values.
//
// # The idea
//
// An integer dimension has bounds, or a set of values if there are only a few (for example, the state of a protocol may
// be only 0, 3 or 8448). A range may exclude zero, since programs often test for it. A float has bounds, which may be
// infinite, and a flag for NaN. Conditions are propagated into their subexpressions (HC4, Benhamou et al., ICLP 1999).
//
// # Machine integers
//
// Operations compute exact bounds in 128 bits and wrap them: if a range is outside of the type by one multiple of 2^w,
// the result is precise; if it extends over a limit of the type, the result is the whole type.
//
// Bounds of floats are the results of the operation for the bounds of its operands. Rounding to nearest is monotone, so
// these bounds are exact for the rounding mode of package ir.
//
// # What is not modelled
//
// Relations between dimensions; pointers (always unknown).
package interval
