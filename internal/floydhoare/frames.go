package floydhoare

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Frames returns registers that serve as names in predicates: for each called function, names of its returned value and
// of the values of parameters and global registers at its entry. writes returns the global registers that a function
// writes.
func Frames(p *ir.Program, writes func(*ir.Func) []*ir.Var) vc.Frames {
	out := vc.Frames{Results: map[*ir.Func]*ir.Var{}, Entered: map[*ir.Func]map[*ir.Var]*ir.Var{}}
	number := func(t ir.Type) bool { return t.Kind == ir.Int || t.Kind == ir.Bool }
	for _, f := range called(p)[1:] {
		if number(f.Result) {
			out.Results[f] = &ir.Var{Name: f.Name + ".result", Type: f.Result}
		}
		out.Entered[f] = map[*ir.Var]*ir.Var{}
		for _, v := range f.Params {
			if number(v.Type) && len(out.Entered[f]) < mostEntered {
				out.Entered[f][v] = &ir.Var{Name: v.Name + ".in", Type: v.Type}
			}
		}
		for _, v := range writes(f) {
			if number(v.Type) && len(out.Entered[f]) < mostEntered {
				out.Entered[f][v] = &ir.Var{Name: v.Name + ".before", Type: v.Type}
			}
		}
	}
	return out
}

// mostEntered bounds the values at the entry of a function that have names.
const mostEntered = 12
