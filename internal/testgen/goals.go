package testgen

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Goal is a coverage goal: a side of a branch, a statement or an error that a test of a suite should reach.
type Goal struct {
	ID         int
	Edge       *ir.Edge       // the side of a branch, or the first edge of a block of statements; nil: an error
	Statement  bool           // the goal is that control reaches Edge
	Obligation *ir.Obligation // the error
	test       ir.Pos         // for do ... while: the position of the condition, to which compilers attribute the branch
}

// Place returns the line to which a compiler attributes the goal.
func (g *Goal) Place() Line {
	p := g.Pos()
	if g.test.IsValid() {
		p = g.test
	}
	return Line{absolute(p.File), p.Line}
}

// Pos returns the position of the goal in the source.
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

// BranchGoals returns both sides of each branch in the user's files, and the labels of each switch including default
// (also if it is implicit). The front end compares the value of a switch with one label after the other. The edges for
// "none of the labels so far" are not branches of the source, and so not goals.
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

// userFiles returns the set of files that are not embedded headers.
func userFiles(p *ir.Program) map[string]bool {
	user := map[string]bool{}
	for _, f := range p.Files {
		if f.SHA256 != "" {
			user[f.Name] = true
		}
	}
	return user
}

// StatementGoals returns the beginnings of the basic blocks in the user's files. A block begins where paths meet or
// part, and after a call.
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

// firstStatement returns the first edge of a block that has an effect; nil if the block ends before.
func firstStatement(l *ir.Loc) *ir.Edge {
	for range len(l.Func.Locs) {
		if len(l.Out) == 0 {
			return nil
		}
		switch l.Out[0].Stmt.(type) { // sound: these two are not statements of C
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

// ErrorGoals returns a goal for each obligation, except for unmodelled calls.
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
