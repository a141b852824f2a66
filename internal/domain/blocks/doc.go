// Package blocks lifts a relational domain over dense coordinates to a domain over sparse dimensions, by decomposition
// into blocks of related dimensions.
//
// # The idea
//
// The cost of octagons and polyhedra is quadratic or worse in the number of dimensions, but most dimensions of a
// program are unrelated. A state consists of disjoint blocks. A block is a set of dimensions with a dense element. A
// dimension without a block is unconstrained. An operation merges the blocks of its dimensions, applies the dense
// operation, and splits the result into unrelated blocks. A join keeps the blocks that both arguments share and merges
// all others, since it may find new relations between them.
//
//	d := blocks.New(octagon.Dense{}, blocks.Config{Max: 12})
//	r := d.Assume(d.Top(), c)            // x <= y: one block {x, y}
//	r = d.Assign(r, z, linear.Const(3))  // {x, y}, {z}
//	r = d.Forget(r, y)                   // {z}
//
// After G. Singh, M. Pueschel, M. Vechev, A Practical Construction for Decomposing Numerical Abstract Domains, POPL
// 2018; packing is in the spirit of A. Mine, The Octagon Abstract Domain, HOSC 2006, section 5.
//
// # Types
//
//	State             an element: a persistent map of blocks. States share blocks; unchanged states
//	                  are equal by ==
//	Config            the largest block
//	Combiner, Samer   optional operations of a Dense that make this domain faster
//	Opener            optional operations of a Dense with which widened blocks can be split
//
// The domain is a linear.Projector and a linear.Substituter, too. Goroutines may share it if they may share the
// Dense.
//
// # What is not modelled
//
// Relations that would need a block of more than Max dimensions. If the blocks of a constraint together are too large,
// the domain moves dimensions out of these blocks, beginning with the dimensions farthest from the dimensions of the
// constraint. If the constraint itself has too many dimensions, some of its terms are replaced by their bounds. The
// result of Meet may then be above its arguments; all operations stay sound. Substitute uses the largest value of Dim
// internally.
package blocks
