package synergy

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file has the partition of the states (Gulavani, Henzinger, Kannan, Nori, Rajamani, SYNERGY, FSE 2006, section
// 3): a tree of predicates for each place of the program automaton. A leaf is a region: the states at the place for
// which all conditions hold that were decided on the path to it. Regions that were split are kept, so that a state
// finds its region, and so that the regions of a place are one formula.

// Region is a node of such a tree; without parts it is a region.
type Region struct {
	ID     int // by age
	At     int // state of the program automaton
	Parent *Region
	Lit    ir.Expr // what it adds to its parent; nil: the root

	Split   ir.Expr // what its parts differ in
	Yes, No *Region // nil: it is a region
}

// Leaf reports whether the region was not split.
func (r *Region) Leaf() bool { return r.Yes == nil }

// Literals returns the conditions of a region, the last first.
func (r *Region) Literals() (out []ir.Expr) {
	for ; r.Lit != nil; r = r.Parent {
		out = append(out, r.Lit)
	}
	return out
}

// Expr returns the conjunction of a region's conditions.
func (r *Region) Expr() ir.Expr {
	lits := r.Literals()
	slices.Reverse(lits)
	return ir.NewAnd(lits...)
}

// Partition is a tree for each place.
type Partition struct {
	Regions []*Region // by ID, with those that were split
	Roots   []*Region // by place
}

// NewPartition has one region a place.
func NewPartition(places int) *Partition {
	p := &Partition{}
	for at := range places {
		p.Roots = append(p.Roots, p.add(&Region{At: at}))
	}
	return p
}

func (p *Partition) add(r *Region) *Region {
	r.ID = len(p.Regions)
	p.Regions = append(p.Regions, r)
	return r
}

// Split parts a region by a condition.
func (p *Partition) Split(r *Region, q ir.Expr) (yes, no *Region) {
	r.Split = q
	r.Yes = p.add(&Region{At: r.At, Parent: r, Lit: q})
	r.No = p.add(&Region{At: r.At, Parent: r, Lit: ir.NotExpr(q)})
	return r.Yes, r.No
}

// Find returns the region below r of the states for which conditions hold as told; nil where that is not known.
func (r *Region) Find(holds func(ir.Expr) (yes, ok bool)) *Region {
	for !r.Leaf() {
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

// Leaves returns the regions below r.
func (r *Region) Leaves(out []*Region) []*Region {
	if r.Leaf() {
		return append(out, r)
	}
	return r.No.Leaves(r.Yes.Leaves(out))
}

// Formula returns the disjunction of some of the regions below r.
func (r *Region) Formula(in func(*Region) bool) ir.Expr {
	if r.Leaf() {
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
