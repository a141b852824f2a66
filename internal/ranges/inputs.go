package ranges

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/testgen"
)

// X. Chen et al. partition the inputs of a program (paper 1 of the project): at the constants that an input is compared
// with, and in the middle of its type (dichotomy). Where paths go up or down with an input, a value at which it is cut
// bounds ranges of paths, too.
//
// Deviations: values are of one entry input each, the others are zero; the bounds are the paths found that have as many
// other paths between them.

// Limits of inputs.
const (
	maxSites  = 8
	maxValues = 24 // of each
)

// inputs has bounds at values that cut the ranges of inputs.
func inputs() Splitter {
	return Splitter{
		Name: "inputs",
		Doc:  "paths of inputs in the middle of their types, and at constants that they are compared with",
		find: func(ctx context.Context, d *driver, n int) ([]Bound, error) {
			sites := flow.EntryInputs(d.task.Program)
			pool := testgen.NewPool(d.task.Program)
			var out []Bound
			for i, s := range sites {
				if i == maxSites {
					break
				}
				for _, x := range cuts(s, pool.Near(s)) {
					if d.spent() {
						break
					}
					b, err := d.boundOf(ctx, []ir.Record{{Key: ir.Key{Site: s.ID}, Type: s.Type, Bits: x}}, "", 0)
					if err != nil {
						return nil, ended(ctx, err)
					}
					if b.Cut == "" {
						out = append(out, b)
					}
				}
			}
			if len(out) == 0 {
				return nil, &NoSplit{"no run with values of an entry input ends soon"}
			}
			return spread(sorted(out), n-1), nil
		},
	}
}

// cuts are values of an input at which its range is cut.
func cuts(s *ir.Site, near []uint64) (out []uint64) {
	if s.Type.Kind != ir.Int || s.Kind == ir.Approx {
		return nil
	}
	seen := map[uint64]bool{}
	add := func(x uint64) {
		if x = num.Trunc(x, s.Type.Bits); !seen[x] && len(out) < maxValues {
			seen[x] = true
			out = append(out, x)
		}
	}
	least, eighth := num.MinOf(s.Type.Bits, s.Type.Signed), num.MaxOf(s.Type.Bits, false)/8+1
	for _, k := range []uint64{4, 2, 6, 1, 3, 5, 7} {
		add(least + k*eighth)
	}
	for _, x := range near {
		add(x)
		add(x + 1)
	}
	return out
}

// spread are n bounds with as many others between them.
func spread(bs []Bound, n int) []Bound {
	if len(bs) <= n {
		return bs
	}
	var out []Bound
	for k := range n {
		out = append(out, bs[(k+1)*len(bs)/(n+1)])
	}
	return out
}
