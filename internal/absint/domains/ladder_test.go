package domains_test

import (
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
)

// TestLadder checks the order in which engines try the domains.
func TestLadder(t *testing.T) {
	few := []absint.Config{domains.United, domains.Tests}
	var got []string
	for _, r := range domains.Ladder([]absint.Config{domains.United, domains.Tests, domains.Flags, domains.Values}, few) {
		name := r.Domain.Name
		switch r.Partition.Control {
		case absint.Tests:
			name += " tests"
		case absint.Flags:
			name += " flags"
		case absint.All:
			name += " values"
		}
		got = append(got, name)
	}
	want := []string{"interval", "interval tests", "interval flags", "octagon+congruence", "interval values",
		"polyhedra+congruence", "octagon+congruence tests", "polyhedra+congruence tests"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
