package ranges

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/testgen"
)

// X. Chen et al. partition the inputs of a program (paper 1 of the project): at the constants with which an input is
// compared, and in the middle of its type (dichotomy). If paths change monotonically with an input, a value that cuts
// the range of the input also bounds ranges of paths.
//
// Deviations: each test sets one entry input, and the others are zero; the bounds are chosen such that equally many of
// the found paths lie between them.

// Limits of the splitter inputs.
const (
	maxSites  = 8  // inputs that are cut
	maxValues = 24 // values of each input
)

// inputs returns the splitter whose bounds are paths of tests with values that cut the range of an input.
func inputs() Splitter {
	return Splitter{
		Name: "inputs",
		Doc:  "paths of tests with inputs in the middle of their types, or at constants that they are compared with",
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

// cuts returns values that cut the range of an input: at the eighths of its type, and around the given constants.
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

// spread returns n of the given bounds at equal distances, or all of them if there are at most n.
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
