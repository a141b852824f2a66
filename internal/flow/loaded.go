package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Loaded is a register whose value has been equal to the memory at an address since an edge.
type Loaded struct {
	Var   *ir.Var
	Addr  ir.Expr
	Since *ir.Edge
}

// manySteps bounds the number of edges before a condition that LoadedAt searches for loads.
const manySteps = 16

// LoadedAt finds registers in the condition of an Assume e that were loaded before e. From the load to e there is a
// single path, without stores and without assignments to registers of the address. It returns nil for other edges.
func LoadedAt(e *ir.Edge) (out []Loaded) {
	a, is := e.Stmt.(*ir.Assume)
	if !is {
		return nil
	}
	var open []*ir.Var // the registers in the condition that no edge searched so far assigns
	ir.Vars(a.Cond, func(v *ir.Var) {
		if !slices.Contains(open, v) {
			open = append(open, v)
		}
	})
	var assigned []*ir.Var
	for range manySteps {
		if len(open) == 0 || len(e.From.In) != 1 || e.From == e.From.Func.Entry {
			break
		}
		e = e.From.In[0]
		var dst *ir.Var
		switch s := e.Stmt.(type) { // sound: other statements may write memory or assign registers, and end the search
		case *ir.Skip, *ir.Assume:
			continue
		case *ir.Assign:
			dst = s.Dst
		case *ir.LoadStmt:
			dst = s.Dst
			if slices.Contains(open, dst) && !reads(s.Addr, append(assigned, dst)) {
				out = append(out, Loaded{dst, s.Addr, e})
			}
		default:
			return out
		}
		assigned = append(assigned, dst)
		open = slices.DeleteFunc(open, func(v *ir.Var) bool { return v == dst })
	}
	return out
}

// reads reports whether x reads one of the registers vs.
func reads(x ir.Expr, vs []*ir.Var) (yes bool) {
	ir.Vars(x, func(v *ir.Var) { yes = yes || slices.Contains(vs, v) })
	return yes
}
