package predicate

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file takes predicates from abstract interpretation of the program that has what lies between the places of a path, and nothing else
// (Beyer, Henzinger, Majumdar, Rybalchenko: Path invariants. PLDI 2007). What a domain says at the heads of loops are guesses
// here like all others: the graph shows whether they hold.

// Domain is a way to such predicates.
type Domain struct {
	Name string
	// Find is what holds at locations of executions over some edges (nil: all), if that excludes the error at the end; else nil.
	Find func(ctx context.Context, edges []*ir.Edge, end *ir.Loc) map[*ir.Loc][]ir.Expr
}

// numeric asks one domain after the other.
func (a *Analysis) numeric(ctx context.Context, j *journey, pi *verify.Precision) *cpa.Refinement {
	if len(a.cfg.Domains) == 0 || a.cfg.Forward || len(j.legs) < 2 {
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
	found, known := a.numerics[key]
	if !known {
		for _, d := range a.cfg.Domains {
			if at := d.Find(ctx, edges, end); at != nil {
				found = &numericProgram{d.Name, at}
				break
			}
			if ctx.Err() != nil {
				return nil
			}
		}
		a.numerics[key] = found
	}
	if found == nil {
		return nil
	}
	return a.refinement(j, found.name, pi, func(i int) []ir.Expr {
		return found.at[j.path.Nodes[j.at[i]].Loc]
	})
}

// numericProgram is what a domain says of a path's program.
type numericProgram struct {
	name string
	at   map[*ir.Loc][]ir.Expr
}

// places are those at which blocks of a path begin and end, in order; nil if it leaves the program's entry function.
func (a *Analysis) places(j *journey) (places []*ir.Loc) {
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

// among are the edges between places, without those that lead to other errors than the one at the end.
func (a *Analysis) among(places []*ir.Loc, end *ir.Loc) (edges []*ir.Edge) {
	seen := map[*ir.Edge]bool{}
	for _, l := range places {
		for _, m := range places {
			leg, ok := a.between(l, m)
			if !ok || m.Kind == ir.Error && m != end {
				continue
			}
			for _, s := range leg.Steps {
				if !seen[s.Edge] {
					seen[s.Edge] = true
					edges = append(edges, s.Edge)
				}
			}
		}
	}
	return edges
}
