package coop

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Properties are the properties of a program that conditions of a strategy may test. Each is a number.
var Properties = []string{"edges", "functions", "inputs", "loops", "floats", "memory", "asked", "heap", "calls",
	"arrays"}

// properties returns the properties of a program. inputs counts sites, loops edges that lead back, floats variables,
// memory loads and stores, asked those loads and stores whose validity is checked, and arrays loads at indices that are
// not constant and by pointers that move.
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
			switch s := e.Stmt.(type) { // sound: nothing else is counted
			case *ir.LoadStmt, *ir.Store:
				n["memory"]++
				if ir.Guarded(e) {
					n["asked"]++
				}
				if l, is := s.(*ir.LoadStmt); is && indexes(l.Addr) {
					n["arrays"]++
				}
			case *ir.Assign:
				if a, is := s.Src.(*ir.PtrAdd); is && ir.Reads(a.P, s.Dst) {
					n["arrays"]++
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

// indexes reports whether an address has an index that is not constant.
func indexes(addr ir.Expr) bool {
	for {
		a, is := addr.(*ir.PtrAdd)
		if !is {
			return false
		}
		if _, lit := a.Index.(*ir.Const); !lit {
			return true
		}
		addr = a.P
	}
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
