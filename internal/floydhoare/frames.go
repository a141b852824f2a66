package floydhoare

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Frames are names for what predicates say of returned values, and of those that parameters and global registers had
// where a function was entered.
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

// mostEntered bounds the values at an entry that have names.
const mostEntered = 12
