package reduce

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// Whole is Product without the removal of code that leads to no error.
func Whole(p *ir.Program, c *restrict.Condition) (*Residual, error) {
	pl, err := specialise(p, c, false, most)
	if err != nil {
		return nil, err
	}
	return pl.write(pl.all())
}

// FoldedWhole is Folded without the removal of code that leads to no error. It joins at loop heads if loops is set,
// otherwise at all locations.
func FoldedWhole(p *ir.Program, c *restrict.Condition, loops bool) (*Residual, error) {
	pl, err := specialise(p, c, true, most)
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

// FoldedWithin is Folded with another limit.
func FoldedWithin(p *ir.Program, c *restrict.Condition, limit int) (*Residual, error) {
	k, err := fold(p, c, limit)
	if err != nil {
		return nil, err
	}
	return k.pl.write(k)
}

// ProductWithin is Product with another limit.
func ProductWithin(p *ir.Program, c *restrict.Condition, limit int) (*Residual, error) {
	pl, err := specialise(p, c, false, limit)
	if err != nil {
		return nil, err
	}
	return pl.write(pl.prune(open(c)))
}
