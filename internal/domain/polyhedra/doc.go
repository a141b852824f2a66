// Package polyhedra has closed convex polyhedra over Z^n: conjunctions of linear constraints
// of any coefficients.
//
// # The idea
//
// A polyhedron can be described by constraints or by generators (vertices, rays, lines). Meet and
// conditions add constraints, hulls and projections add generators, and the double description
// method says what adding a row to one side does to the other (cone.go). Elements always have both
// descriptions, minimal:
//
//	d := polyhedra.NewDense(polyhedra.Config{})
//	p := d.Assign(d.Top(2), 0, linear.Const(0))    // x0 = 0
//	p = d.Assign(p, 1, linear.Const(0))            // x1 = 0
//	q := d.Assign(p, 0, linear.Const(3))
//	q = d.Assign(q, 1, linear.Const(6))            // x0 = 3, x1 = 6
//	d.Constraints(d.Join(p, q))                    // x0 >= 0, -x0 + 3 >= 0, 2*x0 - x1 == 0
//
// # Integers
//
// Points are integers, descriptions are rational. A constraint is divided by the divisor of its
// coefficients and its constant rounded; so are bounds of coordinates; an equality without
// integer solutions is bottom; Leq holds where a constraint is missed by less than 1. Beyond that
// nothing is done: a polyhedron without integer points is found to be empty only by such steps.
// So Leq need not be transitive; it always implies inclusion of the integer points.
//
// # Types
//
//	Dense    the domain over the coordinates of one block (linear.Dense); New makes a
//	         linear.Domain of it
//	Poly     an element; immutable, for any number of goroutines
//	Config   the bounds of cost
//
// # Cost
//
// Rows hold 64-bit numbers where they fit, and else numbers of any size: row by row, so that nothing is
// ever lost or repeated for an overflow. The number of generators may be exponential in that of the
// constraints, and the other way round. Where an operation would pass the bounds of Config, its
// result is weaker: constraints are not added (then Meet may be above its arguments), a hull is
// enclosed by the directions of its arguments (weak.go). A box of n coordinates has 2^n vertices:
// blocks of more than 8 make little sense.
//
// # What is not modelled
//
// Strict constraints (an integer constraint never needs one), congruences, and disjunctions.
package polyhedra
