package coop

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Properties are what conditions of a strategy may ask of a program: how much there is of it.
var Properties = []string{"edges", "functions", "inputs", "loops", "floats", "memory", "asked", "heap", "calls"}

// properties counts them: inputs are sites, loops edges that lead back, memory loads and stores, asked those of them
// with a check whether they are valid, floats variables.
func properties(p *ir.Program) map[string]int {
	n := map[string]int{"functions": len(p.Funcs), "inputs": len(p.Sites)}
	for _, f := range p.Funcs {
		n["edges"] += len(f.Edges)
		for _, back := range exec.BackEdges(f) {
			if back {
				n["loops"]++
			}
		}
		for _, v := range f.Vars {
			if v.Type.Kind == ir.Float {
				n["floats"]++
			}
		}
		for _, e := range f.Edges {
			switch e.Stmt.(type) { // sound: nothing else is counted
			case *ir.LoadStmt, *ir.Store:
				n["memory"]++
				if ir.Guarded(e) {
					n["asked"]++
				}
			case *ir.Alloc:
				n["heap"]++
			case *ir.Call:
				n["calls"]++
			}
		}
	}
	return n
}

// holds reports whether a program with such properties satisfies all conditions.
func holds(cond []Test, of map[string]int) bool {
	return !slices.ContainsFunc(cond, func(t Test) bool {
		n := of[t.Property]
		switch t.Op {
		case "<":
			return n >= t.Number
		case "<=":
			return n > t.Number
		case ">":
			return n <= t.Number
		case ">=":
			return n < t.Number
		case "!":
			return n > 0
		}
		return n == 0
	})
}
