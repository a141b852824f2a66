// Package blocks makes a relational domain over sparse dimensions of one over the coordinates
// of a dense block, by keeping apart what nothing relates.
//
// # The idea
//
// Octagons and polyhedra cost the square or worse of the number of dimensions, but most
// dimensions of a program have nothing to do with each other. A state is a set of blocks:
// some dimensions with a dense element each, no dimension in two blocks, a dimension without
// a block unconstrained. An operation merges the blocks that it mentions, does its work
// there, and splits the result where nothing relates its parts. A join finds new relations, too:
// blocks that both sides share are kept, all others are joined together.
//
//	d := blocks.New(octagon.Dense{}, blocks.Config{Max: 12})
//	r := d.Assume(d.Top(), c)            // x <= y: one block {x, y}
//	r = d.Assign(r, z, linear.Const(3))  // {x, y}, {z}
//	r = d.Forget(r, y)                   // {z}
//
// After G. Singh, M. Pueschel, M. Vechev, A Practical Construction for Decomposing Numerical
// Abstract Domains, POPL 2018; packing is in the spirit of A. Mine, The Octagon Abstract Domain,
// HOSC 2006, section 5.
//
// # Types
//
//	State             an element: a persistent map of blocks. States share blocks, and those that
//	                  are equal because nothing changed are equal by ==
//	Config            the largest block
//	Combiner, Samer   what a Dense may have beyond linear.Dense to be faster
//	Opener            what it may have so that widened blocks can be split
//
// The domain is a linear.Projector and a linear.Substituter, too. It may be used by many
// goroutines if the Dense may.
//
// # What is not modelled
//
// Relations that would need a block of more than Max dimensions: a constraint then makes room by
// moving those dimensions out that are farthest from its own, and where it alone has too
// many, parts of it are replaced by their bounds. Then Meet may be above its arguments; all
// is sound. The number of Dim's last value is used inside Substitute.
package blocks
