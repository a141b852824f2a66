package cpa

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/numeric"
)

// numericComponent is the analysis with one state for each location, in a domain of package domains.
var numericComponent = component{
	name: "numeric", doc: "a state a location, in a numeric domain",
	options: domains.Names(), check: oneOf("domain", domains.Names()),
	open: openNumeric,
}

// delay is how often a state grows before it is widened, as in package absint.
const delay = 3

// openNumeric opens the analysis with the domain that option names.
func openNumeric(_ context.Context, w *worker, option string) (cpa.Analysis, error) {
	d, _ := domains.Named(option)
	return numeric.New(d.Name, w.meaning(d), numeric.Heads(w.task.Program, delay)), nil
}
