package exec

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// reusable lists the local objects whose place may be used again (rules 16,
// 17 of layout.go): no register and no byte of memory can hold the address of an instance
// once it is dead or declared again. nil: the context ended.
func reusable(ctx context.Context, p *ir.Program) map[*ir.Object]bool {
	out := map[*ir.Object]bool{}
	for _, f := range p.Funcs {
		for _, o := range f.Objects {
			out[o] = true
		}
	}
	if len(out) == 0 {
		return out
	}
	held := map[*ir.Object]bool{} // the address stands elsewhere than in an access
	ir.Mentions(p, func(*ir.Object) {}, func(o *ir.Object) {
		if o.Func != nil {
			held[o] = true
		}
	})
	if len(held) == 0 {
		return out
	}
	points, err := flow.NewPointsUntil(ctx, p)
	if err != nil {
		return nil
	}
	for o := range held {
		if !points.NonEscaping(o) {
			delete(out, o)
		}
	}
	return out
}
