// Package template is a relational domain over Z^n: bounds of single dimensions, and upper bounds of few linear sums.
//
// # The idea
//
// The callers give sums that matter, for example n - 2*i for a counter that changes by at most 2 in each round that i
// counts. An element bounds such sums from above (template constraint matrices: S. Sankaranarayanan, H. Sipma and
// Z. Manna, Scalable analysis of linear systems using mathematical programming, VMCAI 2005). Here no linear programs
// are solved: a sum is bounded by the bounds of its dimensions, or by a bound of another sum and the dimensions in
// which they differ.
//
//	d := template.New([]linear.Form{n - 2*i}, nil)
//	r := d.Join(zero, two)   // n = i = 0 joined with n = 2, i = 1: n - 2*i <= 0
//
// A join and a widening find bounds of the given sums. An assignment copies the bounds of sums with an operand to sums
// with the target, so that a temporary register is related as the dimension from which it was loaded. Widening drops
// bounds that grow. An assignment relates its target to what the operand is related to. It relates it to the operand
// itself only if the target is in a wanted sum, and if neither stands for several numbers, such as the elements of an
// array.
//
// # What is not modelled
//
// Equations; conditions on two dimensions, unless they bound a wanted sum, or one that the element already bounds.
package template
