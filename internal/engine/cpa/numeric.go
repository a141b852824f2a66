package cpa

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/numeric"
)

var numericComponent = component{
	name: "numeric", doc: "a state a location, in a numeric domain",
	options: domains.Names(), check: oneOf("domain", domains.Names()),
	open: openNumeric,
}

// delay is how often states grow before they are widened, as in package absint.
const delay = 3

func openNumeric(_ context.Context, w *worker, option string) (cpa.Analysis, error) {
	d, _ := domains.Named(option)
	return numeric.New(d.Name, w.meaning(d), numeric.Heads(w.task.Program, delay)), nil
}
