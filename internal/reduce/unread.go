package reduce

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// unread removes inputs for uninitialised variables that no statement reads, so that testers need no values for them:
// the input of `int i;` before `i = 0` is not used. It removes all inputs of a site or none, so that the others keep
// their occurrence numbers.
func (r *Residual) unread() *Residual {
	at := map[*ir.Site][]*ir.Edge{}
	read := map[*ir.Site]bool{}
	for _, f := range r.Program.Funcs {
		var live *flow.Live
		for _, e := range f.Edges {
			in, is := e.Stmt.(*ir.Input)
			if !is || in.Site.Kind != ir.Uninit {
				continue
			}
			if live == nil {
				live = flow.NewLive(r.Program, f, nil)
			}
			at[in.Site] = append(at[in.Site], e)
			read[in.Site] = read[in.Site] || in.Dst.Global || live.At(e.To, in.Dst)
		}
	}
	for site, edges := range at {
		if read[site] {
			continue
		}
		for _, e := range edges {
			e.Stmt = &ir.Skip{}
		}
	}
	return r
}
