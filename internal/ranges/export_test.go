package ranges

import (
	"context"
	"math/rand/v2"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Ways goes the way of LbK, or for a K of 0 that of random coins, and looks how far the runs of tests go it: the
// decisions of both, and whether the way was gone to its end, or as far as any execution does.
func Ways(ctx context.Context, t *verify.Task, k int, seed uint64, tests [][]ir.Record) (walk, best restrict.Path,
	done bool, err error) {
	d, err := newDriver(ctx, t)
	if err != nil {
		return "", "", false, err
	}
	defer d.close()
	var g guide = &coins{rng: rand.New(rand.NewPCG(seed, 1)), tenths: 7}
	if k > 0 {
		g = &unrolled{shape: newShape(t.Program), entry: t.Program.Entry, k: k}
	}
	w, err := d.walk(ctx, g)
	if err != nil {
		return "", "", false, err
	}
	most := -1
	for _, test := range tests {
		tr, err := d.run(ctx, test)
		if err != nil {
			return "", "", false, err
		}
		if f, _, _ := follow(tr, g); f.places > most {
			most, best = f.places, f.wanted
		}
	}
	return w.wanted, best, w.why == "" || w.why == noExecution, nil
}
