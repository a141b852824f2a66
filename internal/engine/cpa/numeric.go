package cpa

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/numeric"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

var numericPart = part{
	name: "numeric", doc: "a state a location, in a numeric domain",
	options: domains.Names(), check: oneOf("domain", domains.Names()),
	open: openNumeric,
}

func openNumeric(_ context.Context, w *worker, option string) (cpa.Analysis, error) {
	d, _ := domains.Named(option)
	heads := map[*ir.Loc]bool{}
	for _, f := range w.task.Program.Funcs {
		o := graph.WeakOrder(f.Graph(), f.Entry.ID)
		for i, l := range f.Locs {
			heads[l] = o.IsHead(i) || l == f.Entry || l == f.Exit
		}
	}
	return numeric.New(d.Name, w.meaning(d), func(l *ir.Loc) bool { return heads[l] }, 3), nil
}
