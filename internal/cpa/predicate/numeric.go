package predicate

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file takes predicates from abstract interpretation of the path program: the program with all edges between the
// locations of a path, and no others (Beyer, Henzinger, Majumdar, Rybalchenko: Path invariants. PLDI 2007). The
// formulas of a domain at the heads of loops are candidates like all other predicates; the analysis decides whether
// they hold.

// Domain is an abstract domain that proposes such predicates.
type Domain struct {
	Name string
	// Find analyses executions over the given edges (all edges if edges is nil). If these do not reach the error end, it
	// returns the conjuncts of the states, by location; else nil. asked is false if there is no time for an analysis now.
	Find func(ctx context.Context, edges []*ir.Edge, end *ir.Loc) (at map[*ir.Loc][]ir.Expr, asked bool)
}

// numeric returns a refinement of the path j by the predicates of a domain. It tries one domain after the other, and
// returns nil if none gives new predicates.
func (a *Analysis) numeric(ctx context.Context, j *blockPath, pi *verify.Precision) *cpa.Refinement {
	if len(a.cfg.Domains) == 0 || a.cfg.Forward || len(j.blocks) < 2 {
		return nil
	}
	end := j.path.Nodes[len(j.path.Nodes)-1].Loc
	key, edges := "", []*ir.Edge(nil)
	if places := a.places(j); places != nil {
		edges = a.among(places, end)
		for _, l := range places {
			key += fmt.Sprint(" ", l.ID)
		}
	} else {
		key = fmt.Sprint("all ", end.Func.ID, " ", end.ID)
	}
	found := a.cache.numerics[key]
	if found == nil {
		found = make([]*numericProgram, len(a.cfg.Domains))
		a.cache.numerics[key] = found
	}
	for i, d := range a.cfg.Domains {
		if found[i] == nil {
			at, asked := d.Find(ctx, edges, end)
			if ctx.Err() != nil {
				return nil
			}
			if !asked {
				continue
			}
			found[i] = &numericProgram{at}
		}
		if at := found[i].at; at != nil {
			if r := a.refinement(j, d.Name, pi, func(i int) []ir.Expr { return at[j.path.Nodes[j.at[i]].Loc] }); r != nil {
				return r
			}
		}
	}
	return nil
}

// numericProgram is the result of a domain for a path program; at is nil if the domain does not exclude the error.
type numericProgram struct{ at map[*ir.Loc][]ir.Expr }

// places returns the locations at which the blocks of a path begin and end, in order. It returns nil if the path leaves
// the entry function.
func (a *Analysis) places(j *blockPath) (places []*ir.Loc) {
	for _, i := range j.at {
		l := j.path.Nodes[i].Loc
		if l.Func != a.prog.Entry {
			return nil
		}
		if !slices.Contains(places, l) {
			places = append(places, l)
		}
	}
	slices.SortFunc(places, func(x, y *ir.Loc) int { return x.ID - y.ID })
	return places
}

// among returns the edges between the locations in places, except for edges to errors other than end.
func (a *Analysis) among(places []*ir.Loc, end *ir.Loc) (edges []*ir.Edge) {
	seen := map[*ir.Edge]bool{}
	for _, l := range places {
		for _, m := range places {
			block, ok := a.between(l, m)
			if !ok || m.Kind == ir.Error && m != end {
				continue
			}
			for _, s := range block.Steps {
				if !seen[s.Edge] {
					seen[s.Edge] = true
					edges = append(edges, s.Edge)
				}
			}
		}
	}
	return edges
}
