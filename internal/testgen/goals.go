package testgen

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Goal is something that a test of a suite should do.
type Goal struct {
	ID         int
	Edge       *ir.Edge       // the side of a branch, or the first of the edges of statements; nil: an error
	Statement  bool           // control comes to Edge
	Obligation *ir.Obligation // the error
	test       ir.Pos         // of do ... while: its condition, where compilers have the branch
}

// Place is the line at which a compiler has the goal.
func (g *Goal) Place() Line {
	p := g.Pos()
	if g.test.IsValid() {
		p = g.test
	}
	return Line{absolute(p.File), p.Line}
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
	if g.Statement {
		return fmt.Sprintf("statement at %s", g.Edge.Pos)
	}
	side := "true"
	if g.Edge.Stmt.(*ir.Assume).Mark == ir.False {
		side = "false"
	}
	return fmt.Sprintf("branch at %s: %s", g.Edge.Pos, side)
}

// BranchGoals are both sides of each branch in the user's files, and the labels of each switch, the default one among
// them (also where it is not written): that a value is none of the labels so far is no branch of the source.
func BranchGoals(p *ir.Program) []*Goal {
	user := userFiles(p)
	var out []*Goal
	for _, f := range p.Funcs {
		tests := map[ir.Pos]ir.Pos{}
		for _, l := range f.Locs {
			if l.Loop != nil && l.Loop.Test.IsValid() {
				tests[l.Loop.Pos] = l.Loop.Test
			}
		}
		for _, e := range f.Edges {
			a, ok := e.Stmt.(*ir.Assume)
			if !ok || a.Mark == ir.NoMark || a.Guard != ir.Branch || len(e.From.Out) < 2 || len(user) > 0 && !user[e.Pos.File] {
				continue
			}
			if e.To.Labels && a.Mark == ir.False {
				continue
			}
			out = append(out, &Goal{ID: len(out), Edge: e, test: tests[e.Pos]})
		}
	}
	return out
}

// userFiles are the files that are not embedded headers.
func userFiles(p *ir.Program) map[string]bool {
	user := map[string]bool{}
	for _, f := range p.Files {
		if f.SHA256 != "" {
			user[f.Name] = true
		}
	}
	return user
}

// StatementGoals are the beginnings of basic blocks in the user's files: control comes to each. A block begins where
// paths meet or part, and after a call.
func StatementGoals(p *ir.Program) []*Goal {
	user := userFiles(p)
	var out []*Goal
	seen := map[ir.Pos]bool{}
	for _, f := range p.Funcs {
		if f == p.Entry {
			continue
		}
		for _, l := range f.Locs {
			if !begins(l) {
				continue
			}
			if e := firstStatement(l); e != nil && user[e.Pos.File] && !seen[e.Pos] {
				seen[e.Pos] = true
				out = append(out, &Goal{ID: len(out), Edge: e, Statement: true})
			}
		}
	}
	return out
}

// begins reports whether a basic block begins at a location.
func begins(l *ir.Loc) bool {
	if l == l.Func.Entry || len(l.In) > 1 || len(l.Out) > 1 {
		return true
	}
	if len(l.In) == 0 {
		return false
	}
	if _, ok := l.In[0].Stmt.(*ir.Call); ok {
		return true
	}
	return len(l.In[0].From.Out) > 1
}

// firstStatement is the first edge of a block that does something; nil if it goes on elsewhere before.
func firstStatement(l *ir.Loc) *ir.Edge {
	for range len(l.Func.Locs) {
		if len(l.Out) == 0 {
			return nil
		}
		switch l.Out[0].Stmt.(type) { // sound: these two are no statements of C
		case *ir.Skip, *ir.End:
		default:
			return l.Out[0]
		}
		if l = l.Out[0].To; begins(l) {
			return nil
		}
	}
	return nil
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
