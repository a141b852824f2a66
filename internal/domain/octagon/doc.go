// Package octagon is the domain of constraints +-x +-y <= c over integers.
//
// # The idea
//
// An octagon has bounds of every variable, and of the sum and the difference of any two. Its representation is a matrix
// over 2n nodes: V_2k is x_k, V_2k+1 is -x_k, and entry (i, j) is an upper bound of V_j - V_i. x_k <= 3 is V_2k -
// V_2k+1 <= 6. Entries (i, j) and (j^1, i^1) are equal, so half of the matrix is enough.
//
//	d := octagon.New(12)                     // blocks of up to 12 dimensions
//	r := d.Assume(d.Top(), c)                // x - y >= 0
//	r = d.Assign(r, x, linear.Of(y))         // x == y
//	lo, hi := d.Bounds(r, f)                 // of x - y: 0, 0
//
// A matrix is tight if no entry can be lowered without losing an integer point. Elements are tight, except for results
// of Widen and Meet. Operations that need a tight matrix compute it on demand and cache it. The original matrix stays,
// and the next widening starts from it.
//
// # Types
//
//	Element     an octagon over the coordinates of a block
//	Dense       the operations on elements: a linear.Dense
//	New, State  the domain over sparse dimensions, by package blocks
//
// # What is exact
//
// Constraints of the form above, also if both coefficients are multiplied by the same number; assignments of +-x + [a,
// b] and +-y + [a, b]; Forget and Remap; Leq; Meet. Join returns the least octagon. Other forms are decomposed into
// octagonal constraints with the bounds of the remaining terms.
//
// # What is not modelled
//
// Entries beyond 2^60 in absolute value: larger entries become infinite, smaller entries become -2^60. So x <= c is
// lost for c > 2^59, which matters for types of 64 bits: package relation combines this domain with one that has their
// ranges.
package octagon
