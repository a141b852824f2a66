// Package polyhedra is the domain of closed convex polyhedra over Z^n: conjunctions of linear constraints with any
// coefficients.
//
// # The idea
//
// A polyhedron has two descriptions: by constraints, and by generators (vertices, rays, lines). Meet and Assume add
// constraints, Join and Forget add generators, and the double description method updates the other description after
// each added row (cone.go). Elements always have both descriptions, and these are minimal:
//
//	d := newDense(Config{})
//	p := d.Assign(d.Top(2), 0, linear.Const(0))    // x0 = 0
//	p = d.Assign(p, 1, linear.Const(0))            // x1 = 0
//	q := d.Assign(p, 0, linear.Const(3))
//	q = d.Assign(q, 1, linear.Const(6))            // x0 = 3, x1 = 6
//	d.Constraints(d.Join(p, q))                    // x0 >= 0, -x0 + 3 >= 0, 2*x0 - x1 == 0
//
// # Integers
//
// Points are integers, descriptions are rational. A constraint is divided by the greatest common divisor of its
// coefficients, and its constant is rounded. Bounds of coordinates are rounded, too. An equality without integer
// solutions is bottom. Leq ignores violations of a constraint by less than 1. There are no other steps for integers: a
// polyhedron without integer points need not be bottom. Leq need not be transitive, but it always implies inclusion of
// the integer points.
//
// # Types
//
//	Dense    the domain over the coordinates of one block (linear.Dense); New makes a
//	         linear.Domain of it
//	Poly     an element; immutable; goroutines may share it
//	Config   the bounds of cost
//
// # Cost
//
// Each row has 64-bit numbers if they fit, and otherwise numbers of any size. So an overflow does not lose precision
// and does not repeat an operation. The number of generators may be exponential in the number of constraints, and the
// other way round. If an operation would exceed the bounds of Config, its result is weaker: constraints are not added,
// so that a Meet may be above its arguments, and a hull is enclosed by constraints with the directions of its arguments
// (weak.go). Since a box of n coordinates has 2^n vertices, blocks of more than 8 dimensions make little sense.
//
// # What is not modelled
//
// Strict constraints (an integer constraint never needs one), congruences, and disjunctions.
package polyhedra
