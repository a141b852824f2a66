package condition

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// Limits of the search for branches to name.
const (
	maxSituations = 20_000
	maxBranches   = 300 // branches that are tried
	maxNamed      = 3   // branches that are named
)

// Words describes in English which obligations in asked, and which paths, a condition of p leaves open: "2 of 5
// assertions, on the paths that take the else branch at prog.c:12". A branch is named if each path to an open error
// under the condition takes it, and without the condition some paths do not.
func Words(p *ir.Program, asked []*ir.Obligation, c *restrict.Condition) string {
	open := c.Obligations
	if open == nil {
		open = asked
	}
	if len(open) == 0 || len(c.States) > 0 && c.States[0].Verified {
		return "nothing"
	}
	kind := "checks"
	if !slices.ContainsFunc(asked, func(o *ir.Obligation) bool {
		return o.Kind != "assertion" &&
			o.Kind != "unreach-call"
	}) {
		kind = "assertions"
	}
	text := fmt.Sprintf("%d of %d %s", len(open), len(asked), kind)
	if len(asked) == 1 {
		text = "the " + strings.TrimSuffix(kind, "s")
	}
	if len(c.States) == 0 {
		return text + ", on all paths"
	}
	left, whole := newWays(p, open, c),
		newWays(p, open, &restrict.Condition{States: []restrict.ConditionState{{Stays: true}}})
	if left == nil || whole == nil {
		return text + ", on some of the paths"
	}
	if !left.leads(nil) {
		return "nothing"
	}
	var named []string
	for n, e := range left.branches {
		if n == maxBranches || len(named) == maxNamed {
			break
		}
		if slices.ContainsFunc(open, func(o *ir.Obligation) bool {
			return o.Pos.File == e.Pos.File &&
				o.Pos.Line == e.Pos.Line
		}) {
			continue // the branch of the assertion itself
		}
		if at := branch(e); !slices.Contains(named, at) && !left.leads(e) && whole.leads(e) {
			named = append(named, at)
		}
	}
	if len(named) == 0 {
		return text + ", on some of the paths"
	}
	return text + ", on the paths that " + strings.Join(named, " and ")
}

// branch describes an edge with a mark in English.
func branch(e *ir.Edge) string {
	yes := e.Stmt.(*ir.Assume).Mark == ir.True
	switch at := fmt.Sprintf("%s:%d", e.Pos.File, e.Pos.Line); {
	case e.From.Loop != nil && yes:
		return "enter the loop at " + at
	case e.From.Loop != nil:
		return "leave the loop at " + at
	case yes:
		return "take the then branch at " + at
	default:
		return "take the else branch at " + at
	}
}

// ways is the graph of the situations of a program under a condition; a situation is a location and a state. It
// overapproximates: statements have no effect, and a function returns to all its calls.
type ways struct {
	out      [][]link   // by situation: its successors
	bad      []bool     // by situation: it is at the error location of an open obligation
	branches []*ir.Edge // edges with a mark, in the order of the search
}

// link leads over an edge (nil: the return of a function) to a situation.
type link struct {
	edge *ir.Edge
	to   int
}

// newWays returns the graph of p under c, nil if it has too many situations. open are the open obligations.
func newWays(p *ir.Program, open []*ir.Obligation, c *restrict.Condition) *ways {
	type situation struct {
		l     *ir.Loc
		state int
	}
	calls := map[*ir.Func][]*ir.Edge{}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if call, is := e.Stmt.(*ir.Call); is {
				calls[call.Func] = append(calls[call.Func], e)
			}
		}
	}
	w, number, list, met := &ways{}, map[situation]int{}, []situation{}, map[*ir.Edge]bool{}
	visit := func(l *ir.Loc, state int) int {
		s := situation{l, state}
		n, known := number[s]
		if !known {
			n = len(list)
			number[s], list = n, append(list, s)
		}
		return n
	}
	visit(p.Entry.Entry, 0)
	for k := 0; k < len(list); k++ {
		if k > maxSituations {
			return nil
		}
		s := list[k]
		var out []link
		for _, e := range s.l.Out {
			to := e.To
			if call, is := e.Stmt.(*ir.Call); is {
				to = call.Func.Entry
			}
			for _, state := range c.Successors(s.state, e) {
				if state == restrict.Gone {
					continue
				}
				if a, is := e.Stmt.(*ir.Assume); is && a.Mark != ir.NoMark && !met[e] {
					met[e] = true
					w.branches = append(w.branches, e)
				}
				out = append(out, link{e, visit(to, state)})
			}
		}
		if s.l == s.l.Func.Exit {
			for _, e := range calls[s.l.Func] {
				out = append(out, link{nil, visit(e.To, s.state)})
			}
		}
		w.out, w.bad = append(w.out, out), append(w.bad, s.l.Kind == ir.Error && slices.Contains(open, s.l.Obligation))
	}
	return w
}

// leads reports whether a path that does not take the given edge leads to an open error.
func (w *ways) leads(without *ir.Edge) bool {
	seen := make([]bool, len(w.out))
	todo := []int{0}
	seen[0] = true
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if w.bad[n] {
			return true
		}
		for _, l := range w.out[n] {
			if !seen[l.to] && (l.edge == nil || l.edge != without) {
				seen[l.to] = true
				todo = append(todo, l.to)
			}
		}
	}
	return false
}
