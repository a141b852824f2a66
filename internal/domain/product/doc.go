// Package product is the reduced product of two domains.
//
// # The idea
//
// An element is a pair of elements, and represents the points that both have (P. Cousot, R. Cousot, Systematic design
// of program analysis frameworks, POPL 1979). After an assignment or a condition the components exchange the bounds of
// the dimensions in it:
//
//	d := product.New(interval.New(8), congruence.New())
//	e := d.Assume(d.Top(), x % 4 == 1)
//	e = d.Assume(e, 10 <= x && x <= 20)      // x is in 13..17
//
// Join, Meet, Widen and Narrow work componentwise, so chains of widenings end if they end in both components.
//
// # Optional interfaces of the components
//
//	Guided      uses bounds of expressions: congruences prove that an operation does not wrap
//	Tightener   moves the ends of a range to the nearest numbers of a class
//
// # What is not modelled
//
// Reduction by anything but ranges of Int and Bool dimensions, and for dimensions that the condition does not
// mention.
package product
