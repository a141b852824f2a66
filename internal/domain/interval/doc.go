// Package interval is the domain of machine intervals: for each dimension a
// range of its type, or a handful of single values.
//
// # The idea
//
// An integer dimension has bounds as its type reads them, and where it can
// take only a few values these are kept apart (the state variable of a protocol is 0,
// 3 or 8448, not somewhere between). Zero can be left out of a range
// that spans it, since programs test for it all the time. A float has bounds,
// infinities included, and a mark that says whether it may be NaN. Conditions are
// propagated into their subexpressions (HC4, Benhamou et al., ICLP 1999).
//
// # Machine integers
//
// Operations compute the exact bounds in 128 bits and wrap them into the type:
// a range that leaves the type as a whole, by one multiple of 2^w, stays
// precise; one that straddles a border becomes the whole type.
//
// Floats are computed by the operation itself at the corners: rounding to
// nearest is monotone, so the bounds are exact, for the rounding mode that package
// ir fixes.
//
// # What is not modelled
//
// Relations between dimensions; pointers (always unknown).
package interval
