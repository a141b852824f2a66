package ranges

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Unused reports, by site, whether an input is the initial value of an uninitialised variable that no statement reads:
// tests do not have to fix such inputs. The front end makes one for each local variable; the passes that make the
// prepared program remove them.
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
