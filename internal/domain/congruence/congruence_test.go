package congruence

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain/domaintest"
)

func TestLaws(t *testing.T) {
	domaintest.Laws(t, New(), domaintest.Config{Cases: 20000})
	domaintest.Laws(t, New(), domaintest.Config{Cases: 1000, Floats: true})
}
