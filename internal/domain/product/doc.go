// Package product makes a domain of two: their reduced product.
//
// # The idea
//
// An element is one of each, and stands for the points of both (P. Cousot, R. Cousot, Systematic
// design of program analysis frameworks, POPL 1979). After an assignment or a condition
// they tell each other the bounds of the dimensions in question:
//
//	d := product.New(interval.New(8), congruence.New())
//	e := d.Assume(d.Top(), x % 4 == 1)
//	e = d.Assume(e, 10 <= x && x <= 20)      // x is in 13..17
//
// Join, Meet, Widen, Narrow work side by side, so that chains of widenings end if they do in both.
//
// # What the two may have beyond package domain's interfaces
//
//	Guided      works better beside bounds of expressions: congruences learn what does not wrap
//	Tightener   makes a range smaller than bounds say: to its ends in a class
//
// # What is not modelled
//
// Reduction by anything but ranges of Int and Bool dimensions; what one learns of dimensions that
// a condition does not mention stays with it.
package product
