package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Calls is the call graph of a program. Since all calls are direct, it is exact except for edges that are never taken.
type Calls struct {
	Prog      *ir.Program
	callees   [][]*ir.Func // by Func.ID, without repeats, in order of first call
	sites     [][]*ir.Edge // by Func.ID: the edges that call it
	bottomUp  []*ir.Func   // callees before callers, except within a component
	component []int        // by Func.ID: the strongly connected component
	recursive []bool       // by Func.ID
}

// NewCalls makes the call graph.
func NewCalls(p *ir.Program) *Calls {
	n := len(p.Funcs)
	c := &Calls{Prog: p, callees: make([][]*ir.Func, n), sites: make([][]*ir.Edge, n), component: make([]int, n),
		recursive: make([]bool, n)}
	for _, f := range p.Funcs {
		seen := map[*ir.Func]bool{}
		for _, e := range f.Edges {
			call, ok := e.Stmt.(*ir.Call)
			if !ok {
				continue
			}
			c.sites[call.Func.ID] = append(c.sites[call.Func.ID], e)
			if !seen[call.Func] {
				seen[call.Func] = true
				c.callees[f.ID] = append(c.callees[f.ID], call.Func)
			}
		}
	}
	comps, of := graph.SCC(p.CallGraph()) // callers first
	copy(c.component, of)
	for i := len(comps) - 1; i >= 0; i-- {
		for _, id := range comps[i] {
			f := p.Funcs[id]
			c.recursive[id] = len(comps[i]) > 1 || slices.Contains(c.callees[id], f)
			c.bottomUp = append(c.bottomUp, f)
		}
	}
	return c
}

// Callees lists the functions that f calls, each once.
func (c *Calls) Callees(f *ir.Func) []*ir.Func { return c.callees[f.ID] }

// Sites lists the edges that call f.
func (c *Calls) Sites(f *ir.Func) []*ir.Edge { return c.sites[f.ID] }

// Recursive reports whether f may have several activations at a time.
func (c *Calls) Recursive(f *ir.Func) bool { return c.recursive[f.ID] }

// sameComponent reports whether f and g are equal or mutually recursive.
func (c *Calls) sameComponent(f, g *ir.Func) bool { return c.component[f.ID] == c.component[g.ID] }

// BottomUp lists all functions, callees first. The functions of one strongly connected component are consecutive.
func (c *Calls) BottomUp() []*ir.Func { return c.bottomUp }

// Components lists the strongly connected components of the call graph, callees first.
func (c *Calls) Components() [][]*ir.Func {
	var out [][]*ir.Func
	for i := 0; i < len(c.bottomUp); {
		j := i + 1
		for j < len(c.bottomUp) && c.sameComponent(c.bottomUp[i], c.bottomUp[j]) {
			j++
		}
		out = append(out, c.bottomUp[i:j])
		i = j
	}
	return out
}
