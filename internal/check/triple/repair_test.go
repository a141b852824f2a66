package triple_test

import (
	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/repair"
)

func init() { triple.SetRepair(repair.Invariants, repair.Graph, repair.Values, repair.GraphValues) }
