// Package domain defines numeric abstract domains: lattices of immutable elements, with transfer functions over
// dimensions.
//
// # The idea
//
// An element represents a set of points: a point maps each dimension to a machine number (an integer of its type, a
// float, a truth value). Domains know neither variables nor memory nor control flow; an adapter, package absint, binds
// registers and memory cells to dimensions. A domain is a value with methods (like a manager in APRON); its elements
// are values of a type E of its choice:
//
//	d := interval.New(8)                        // sets of up to 8 values
//	e := d.Assign(d.Top(), x, domain.NewConst(ir.I32, 3))
//	e = d.Assume(e, domain.NewBinary(ir.Lt, y, x))
//	r := d.Bounds(e, y)                         // [-2147483648, 2]
//
// # Types
//
//	Dim                 a dimension; its type is in the expressions that read it
//	Expr                an expression tree over dimensions, with the operators of package ir
//	Lattice, Numeric    the operations of every domain
//	Domain              the combination of both
//	Substituter, Projector, Copier, Sharer, Stater
//	                    optional operations: found by type assertion on Domain.Numeric,
//	                    each with a sound replacement
//	Range, Wide         exact bounds of a value, integers of 128 bits
//
// # Optional operations
//
// A domain may have further methods. Callers find them by type assertion; a domain without them is sound, but slower or
// weaker. Methods of the interfaces of this package:
//
//	Substitute   backward assignment (Substituter)
//	Project      forgets many dimensions at once (Projector)
//	Copy         copies dimensions from another element (Copier)
//	Each         enumerates shared fragments (Sharer)
//	Stated       an element that Constraints describes exactly (Stater)
//
// Methods of interfaces of the packages that call them:
//
//	Singles      enumerates the dimensions with one value, by which absint partitions states (in Lattice)
//	With         operations that use bounds of another domain (product.Guided)
//	Tighten      reduces a range (product.Tightener, relation)
//	Residual     reports that equations with coefficients help the box (relation.Residual)
//
// # Soundness
//
// All operations are sound: the result has at least the points that the concrete operation yields for the points of the
// arguments, with the semantics of package ir (including wrap-around). domaintest.Laws checks this against brute force,
// together with the laws of lattices and the termination of widening. A new domain is a folder here with a test that
// calls it.
//
// # What is not modelled
//
// Pointers: package absint has values for them, and passes an unknown number (Any) for an expression whose value is an
// address. x87's 80-bit floats are always unknown.
package domain
