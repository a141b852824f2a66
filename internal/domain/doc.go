// Package domain says what a numeric abstract domain is: a lattice of
// immutable elements, and transfer functions over dimensions.
//
// # The idea
//
// An element stands for a set of points: a point gives each dimension a
// machine number (an integer of its type, a float, a truth value). Domains know
// neither variables nor memory nor control flow; one adapter, package absint,
// binds registers and memory cells to dimensions. A domain is a value with
// methods (a factory, as in APRON's manager); its elements are values of any
// type E that it chooses:
//
//	d := interval.New(8)                        // up to 8 single values are kept apart
//	e := d.Assign(d.Top(), x, domain.NewConst(ir.I32, 3))
//	e = d.Assume(e, domain.NewBinary(ir.Lt, y, x))
//	r := d.Bounds(e, y)                         // [-2147483648, 2]
//
// # Types
//
//	Dim                 a dimension; its type stands in the expressions that read it
//	Expr                a tree over dimensions, with the operators of package ir
//	Lattice, Numeric    what every domain has
//	Domain              the two together
//	Substituter, Expander, Generator, Projector, Sharer, Stater
//	                    what some domains have beyond: found by type assertion
//	                    on Domain.Numeric, each with a sound way to do without
//	Range, Wide         exact bounds of a value, integers of 128 bits
//
// # What must hold
//
// All operations are sound: the result stands for at least the points that the
// operation makes of the points of its arguments, with the semantics of package
// ir (wrap-around included). domaintest.Laws checks this against brute force,
// together with the laws of lattices and the end of widening chains; a new
// domain is a folder here with a test that calls it.
//
// # What is not modelled
//
// Pointers: absint keeps them, and passes an unknown number (Any) where an
// expression asks for an address. x87's 80-bit floats are always unknown.
package domain
