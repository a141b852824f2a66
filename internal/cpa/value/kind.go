package value

import (
	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// The cost of tracking a register or cell is the approximate number of its values, as far as its kind shows (domain
// types: S. Apel, D. Beyer, K. Friedberger, F. Raimondi, A. von Rhein, HVC 2013).
const (
	costFlag    = 1        // a Bool
	costPointer = 2        // a pointer
	costNumber  = 4        // a number that is only copied and compared
	costCell    = 6        // a memory cell, whose kind is not known
	costCounter = cpa.Dear // a register that is computed from its former value
)

// cost returns the cost of a register or cell.
func (a *Analysis) cost(w absint.Key) int {
	switch x := a.m.Term(w).(type) { // sound: costs only choose among refinements
	case *ir.Ref:
		if a.costs == nil {
			a.costs = costs(a.prog)
		}
		if c, known := a.costs[x.Var]; known {
			return c
		}
		return costNumber
	}
	return costCell
}

// costs returns the costs of registers whose kind is known. A register that is computed from itself, possibly through
// others, is a counter.
func costs(p *ir.Program) map[*ir.Var]int {
	number := map[*ir.Var]int{}
	var vars []*ir.Var
	var g graph.Adj
	type edge struct{ from, to int }
	computed := map[edge]bool{} // edges whose value is computed by arithmetic
	put := func(v *ir.Var) int {
		n, known := number[v]
		if !known {
			n = len(vars)
			number[v], vars, g = n, append(vars, v), append(g, nil)
		}
		return n
	}
	flows := func(x ir.Expr, to *ir.Var) {
		if x == nil || to == nil {
			return
		}
		arithmetic := false
		var from []*ir.Var
		ir.Walk(x, func(y ir.Expr) bool {
			switch y := y.(type) { // sound: costs only choose among refinements
			case *ir.Binary:
				if y.Op >= ir.Eq { // two values
					return false
				}
				arithmetic = true
			case *ir.PtrAdd:
				arithmetic = true
			case *ir.Ref:
				from = append(from, y.Var)
			}
			return true
		})
		n := put(to)
		for _, v := range from {
			m := put(v)
			g[m] = append(g[m], n)
			if arithmetic {
				computed[edge{m, n}] = true
			}
		}
	}
	results := map[*ir.Func][]*ir.Var{}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if c, is := e.Stmt.(*ir.Call); is && c.Dst != nil {
				results[c.Func] = append(results[c.Func], c.Dst)
			}
		}
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) { // sound: other statements compute nothing from registers
			case *ir.Assign:
				flows(s.Src, s.Dst)
			case *ir.Call:
				for i, x := range s.Args {
					if i < len(s.Func.Params) {
						flows(x, s.Func.Params[i])
					}
				}
			case *ir.Return:
				for _, dst := range results[f] {
					flows(s.Val, dst)
				}
			}
		}
	}
	_, component := graph.SCC(g)
	counts := map[int]bool{}
	for e := range computed {
		if component[e.from] == component[e.to] {
			counts[component[e.from]] = true
		}
	}
	out := map[*ir.Var]int{}
	for i, v := range vars {
		switch {
		case counts[component[i]]:
			out[v] = costCounter
		case v.Type.Kind == ir.Ptr:
			out[v] = costPointer
		case v.Type.Kind == ir.Bool:
			out[v] = costFlag
		}
	}
	return out
}
