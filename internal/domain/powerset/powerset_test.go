package powerset

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain/domaintest"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
)

func TestLaws(t *testing.T) {
	for _, max := range []int{1, 3} {
		domaintest.Laws(t, New(interval.New(0), max), domaintest.Config{Cases: 1000, Seed: int64(max)})
	}
	domaintest.Laws(t, New(interval.New(3), 4), domaintest.Config{Cases: 500, Floats: true})
}
