package ranges

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Unused returns the inputs of a program, by site, that are contents of variables without a value which no statement
// reads: no test has to fix them. The front end has one for each local variable; the passes that make the prepared
// program leave them out.
func Unused(p *ir.Program) map[int]bool {
	out := map[int]bool{}
	for _, f := range p.Funcs {
		var live *flow.Live
		for _, e := range f.Edges {
			in, is := e.Stmt.(*ir.Input)
			if !is || in.Site.Kind != ir.Uninit {
				continue
			}
			if live == nil {
				live = flow.NewLive(p, f, nil)
			}
			used := live.At(e.To, in.Dst)
			if was, seen := out[in.Site.ID]; !seen || was {
				out[in.Site.ID] = !used
			}
		}
	}
	return out
}
