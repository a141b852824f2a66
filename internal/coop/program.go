package coop

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Properties are the properties of a program that conditions of a strategy may test. Each is a number.
var Properties = []string{"edges", "functions", "inputs", "loops", "floats", "memory", "asked", "heap", "calls"}

// properties returns the properties of a program. inputs counts sites, loops edges that lead back, floats variables,
// memory loads and stores, and asked those loads and stores whose validity is checked.
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

// holds reports whether a program with the given properties satisfies all tests.
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
