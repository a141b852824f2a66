package instrument

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// PruneInputs replaces inputs whose value is never used by skips, so no analysis has to consider these values:
//
//	l0 -> l1: x = input #0 (uninit)       l0 -> l1: skip
//	l1 -> l2: x = 1                       l1 -> l2: x = 1
//
// It replaces only inputs that are of no interest to users: uninitialised locals, large shifts, results of library
// models and of operations that are not modelled. It also replaces results of functions without a body if the program
// ignores them (they are assigned to a temporary). Parameters and results of nondet functions stay, since witnesses and
// harnesses list them. Results of library models stay if results is set.
func PruneInputs(p *ir.Program, results bool) {
	if !anyPrunable(p) {
		return
	}
	reads := globalReads(p)
	for _, f := range p.Funcs {
		var live *flow.Live
		for _, e := range f.Edges {
			in, ok := e.Stmt.(*ir.Input)
			if !ok || !prunable(in) || results && in.Site.Kind == ir.Library {
				continue
			}
			if live == nil {
				live = flow.NewLive(p, f, reads)
			}
			if !live.At(e.To, in.Dst) {
				e.Stmt = &ir.Skip{}
			}
		}
	}
}

// prunable reports whether PruneInputs may replace in if its value is not used.
func prunable(in *ir.Input) bool {
	switch in.Site.Kind {
	case ir.Uninit, ir.Shift, ir.Library, ir.Approx, ir.Choice:
		return true
	case ir.NoBody:
		return in.Dst.Source == "" && !in.Dst.Global
	case ir.Nondet, ir.ObjectBytes, ir.Param: // these inputs are part of a test
	}
	return false
}

// anyPrunable reports whether p has an input that PruneInputs may replace.
func anyPrunable(p *ir.Program) bool {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if in, ok := e.Stmt.(*ir.Input); ok && prunable(in) {
				return true
			}
		}
	}
	return false
}

// globalReads returns the global registers that a call of each function may read.
func globalReads(p *ir.Program) flow.GlobalReads {
	out := map[*ir.Func][]*ir.Var{}
	for _, comp := range flow.NewCalls(p).Components() {
		seen := map[*ir.Var]bool{}
		var vs []*ir.Var
		add := func(v *ir.Var) {
			if v.Global && !seen[v] {
				seen[v] = true
				vs = append(vs, v)
			}
		}
		for _, f := range comp {
			for _, e := range f.Edges {
				ir.Uses(e.Stmt, add)
				if c, ok := e.Stmt.(*ir.Call); ok {
					for _, v := range out[c.Func] {
						add(v)
					}
				}
			}
		}
		for _, f := range comp {
			out[f] = vs
		}
	}
	return func(f *ir.Func) []*ir.Var { return out[f] }
}
