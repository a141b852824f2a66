package ranges

import (
	"context"
	"math/rand/v2"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Ways walks the path of LbK, or for k = 0 a random path. It also computes how far the runs of the given tests follow
// the same path. It returns the decisions of both, and whether the path was followed to its end, or as far as any
// execution follows it.
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
