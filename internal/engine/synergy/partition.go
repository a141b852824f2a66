package synergy

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file has the partition of the states (Gulavani, Henzinger, Kannan, Nori, Rajamani, SYNERGY, FSE 2006, section
// 3): a tree of predicates for each location of the program automaton. A leaf is a region: the states at the location
// that satisfy all conditions on the path to the leaf. Regions that were split are kept, so the region of a state can
// be found and the regions of a location can be written as one formula.

// Region is a node of such a tree; a leaf is a region of the partition.
type Region struct {
	ID     int // in order of creation
	At     int // state of the program automaton
	Parent *Region
	Lit    ir.Expr // the condition that the region adds to its parent's conditions; nil for the root

	Split   ir.Expr // the condition that separates Yes from No
	Yes, No *Region // nil for a leaf
}

// leaf reports whether the region was not split.
func (r *Region) leaf() bool { return r.Yes == nil }

// literals returns the conditions of r, the newest first.
func (r *Region) literals() (out []ir.Expr) {
	for ; r.Lit != nil; r = r.Parent {
		out = append(out, r.Lit)
	}
	return out
}

// Expr returns the conjunction of a region's conditions.
func (r *Region) Expr() ir.Expr {
	lits := r.literals()
	slices.Reverse(lits)
	return ir.NewAnd(lits...)
}

// Partition has a tree for each location.
type Partition struct {
	Regions []*Region // by ID, including those that were split
	Roots   []*Region // by location
}

// newPartition returns a partition with one region for each of the given number of locations.
func newPartition(places int) *Partition {
	p := &Partition{}
	for at := range places {
		p.Roots = append(p.Roots, p.add(&Region{At: at}))
	}
	return p
}

// add gives r its ID.
func (p *Partition) add(r *Region) *Region {
	r.ID = len(p.Regions)
	p.Regions = append(p.Regions, r)
	return r
}

// Split splits r by q.
func (p *Partition) Split(r *Region, q ir.Expr) (yes, no *Region) {
	r.Split = q
	r.Yes = p.add(&Region{At: r.At, Parent: r, Lit: q})
	r.No = p.add(&Region{At: r.At, Parent: r, Lit: ir.NotExpr(q)})
	return r.Yes, r.No
}

// Find returns the region below r in which a state lies; holds evaluates conditions in the state. It returns nil if a
// needed value is not known.
func (r *Region) Find(holds func(ir.Expr) (yes, ok bool)) *Region {
	for !r.leaf() {
		switch yes, ok := holds(r.Split); {
		case !ok:
			return nil
		case yes:
			r = r.Yes
		default:
			r = r.No
		}
	}
	return r
}

// Leaves appends the regions below r to out.
func (r *Region) Leaves(out []*Region) []*Region {
	if r.leaf() {
		return append(out, r)
	}
	return r.No.Leaves(r.Yes.Leaves(out))
}

// Formula returns the disjunction of the regions below r for which the function in returns true.
func (r *Region) Formula(in func(*Region) bool) ir.Expr {
	if r.leaf() {
		return ir.NewBool(in(r))
	}
	yes, no := r.Yes.Formula(in), r.No.Formula(in)
	not := ir.NotExpr(r.Split)
	switch {
	case ir.IsTrue(yes) && ir.IsTrue(no), ir.IsFalse(yes) && ir.IsFalse(no):
		return yes
	case ir.IsTrue(yes) && ir.IsFalse(no):
		return r.Split
	case ir.IsFalse(yes) && ir.IsTrue(no):
		return not
	case ir.IsTrue(yes):
		return ir.NewBinary(ir.LOr, r.Split, no)
	case ir.IsTrue(no):
		return ir.NewBinary(ir.LOr, not, yes)
	case ir.IsFalse(yes):
		return ir.NewAnd(not, no)
	case ir.IsFalse(no):
		return ir.NewAnd(r.Split, yes)
	case ir.Equal(yes, no):
		return yes
	}
	return ir.NewBinary(ir.LOr, ir.NewAnd(r.Split, yes), ir.NewAnd(not, no))
}
