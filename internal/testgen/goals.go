package testgen

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Goal is something that a test of a suite should do.
type Goal struct {
	ID         int
	Edge       *ir.Edge       // the side of a branch; nil: an error
	Obligation *ir.Obligation // the error
}

// Pos is where the goal stands in the source.
func (g *Goal) Pos() ir.Pos {
	if g.Edge != nil {
		return g.Edge.Pos
	}
	return g.Obligation.Pos
}

func (g *Goal) String() string {
	if g.Edge == nil {
		return fmt.Sprintf("error at %s", g.Obligation.Pos)
	}
	side := "true"
	if g.Edge.Stmt.(*ir.Assume).Mark == ir.False {
		side = "false"
	}
	return fmt.Sprintf("branch at %s: %s", g.Edge.Pos, side)
}

// BranchGoals are both sides of each branch in the user's files.
func BranchGoals(p *ir.Program) []*Goal {
	user := map[string]bool{}
	for _, f := range p.Files {
		if f.SHA256 != "" {
			user[f.Name] = true
		}
	}
	var out []*Goal
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			a, ok := e.Stmt.(*ir.Assume)
			if !ok || a.Mark == ir.NoMark || a.Guard != ir.Branch || len(e.From.Out) < 2 || len(user) > 0 && !user[e.Pos.File] {
				continue
			}
			out = append(out, &Goal{ID: len(out), Edge: e})
		}
	}
	return out
}

// ErrorGoals are the obligations.
func ErrorGoals(p *ir.Program) []*Goal {
	var out []*Goal
	for _, o := range p.Obligations {
		if o.Unmodelled() {
			continue
		}
		out = append(out, &Goal{ID: len(out), Obligation: o})
	}
	return out
}
