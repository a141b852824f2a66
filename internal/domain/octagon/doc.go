// Package octagon is the domain of constraints +-x +-y <= c over integers.
//
// # The idea
//
// An octagon bounds every variable, every sum and every difference of two. It is kept
// as a matrix over 2n nodes: node 2k stands for x_k, node 2k+1 for -x_k, and entry
// (i, j) bounds V_j - V_i. x_k <= 3 is V_2k - V_2k+1 <= 6. Since entry (i, j) says what
// entry (j^1, i^1) says, half a matrix is enough.
//
//	d := octagon.New(12)                     // blocks of up to 12 dimensions
//	r := d.Assume(d.Top(), c)                // x - y >= 0
//	r = d.Assign(r, x, linear.Of(y))         // x == y
//	lo, hi := d.Bounds(r, f)                 // of x - y: 0, 0
//
// A matrix is tight if no entry can be lowered without losing an integer point. Elements
// are kept tight, but for those that come out of widening or Meet: these are
// made tight when somebody looks, beside the matrix, so that widening goes on from what
// it has given up.
//
// # Types
//
//	Element     an octagon over the coordinates of a block
//	Dense       the operations on elements: a linear.Dense
//	New, State  the domain over sparse dimensions, by package blocks
//
// # What is exact
//
// Constraints of the shape above with any equal coefficients; assignments of +-x + [a, b]
// and +-y + [a, b]; Forget and Remap; Leq; Meet; Join is the least octagon. Other forms are taken
// apart into octagonal constraints with the bounds of what is left.
//
// # What is not modelled
//
// Entries beyond 2^60 in absolute value: larger ones are no bound, smaller ones become -2^60.
// So x <= c is lost for c > 2^59, which concerns types of 64 bits: their ranges
// are the business of the domain that stands beside this one.
package octagon
