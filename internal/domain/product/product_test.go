package product

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain/congruence"
	"github.com/tandem-verifier/tandem/internal/domain/domaintest"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
)

func TestLaws(t *testing.T) {
	for _, k := range []int{0, 4} {
		domaintest.Laws(t, New(interval.New(k), congruence.New()), domaintest.Config{Cases: 4000, Seed: int64(k)})
	}
	domaintest.Laws(t, New(interval.New(4), congruence.New()), domaintest.Config{Cases: 1000, Floats: true})
	domaintest.Laws(t, New(congruence.New(), interval.New(0)), domaintest.Config{Cases: 1000})
}
