package relation

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain/domaintest"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/domain/octagon"
)

func TestLaws(t *testing.T) {
	for _, k := range []int{0, 4} {
		domaintest.Laws(t, New(interval.New(k), octagon.New(12)), domaintest.Config{Cases: 2000, Seed: int64(k)})
	}
}
