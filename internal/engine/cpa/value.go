package cpa

import (
	"context"
	"math"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/predicate"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
)

// valueComponent is explicit-value analysis.
var valueComponent = component{
	name: value.Name,
	doc: "explicit values: at first all, and those that refinements ask for when they are many; all; or only those that " +
		"refinements ask for",
	options: values, check: oneOf("option", values), ranged: "path", open: openValue}

// values lists the options of the analysis: all values are tracked from the beginning, or only after refinements.
var values = []string{"all", "refined"}

// openValue opens the analysis. In a product with predicates it starts with values alone (quick).
func openValue(_ context.Context, w *worker, option string) (cpa.Analysis, error) {
	a := value.New(w.task.Program, w.meaning(value.Domain()), value.Mode(option))
	if value.Mode(option) == value.Dynamic && w.cfg.has(predicate.Name) {
		w.quick = quick{value: a, predicate: w.quick.predicate, stage: allAlone, until: quickSteps}
		a.States = math.MaxUint64
	}
	return a, nil
}
