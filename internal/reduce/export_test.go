package reduce

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// Whole is the product with what leads to no error.
func Whole(p *ir.Program, c *restrict.Condition) (*Residual, error) {
	pl, err := specialise(p, c, false)
	if err != nil {
		return nil, err
	}
	return pl.write(pl.all())
}

// FoldedWhole is what Folded makes, joined at loops or at locations, with what leads to no error.
func FoldedWhole(p *ir.Program, c *restrict.Condition, loops bool) (*Residual, error) {
	pl, err := specialise(p, c, true)
	if err != nil {
		return nil, err
	}
	heads := map[*ir.Loc]bool{}
	for _, l := range restrict.Heads(p) {
		heads[l] = true
	}
	pl = pl.fold(func(l *ir.Loc) bool { return !loops || heads[l] })
	return pl.write(pl.all())
}
