package constant

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain/domaintest"
)

func TestLaws(t *testing.T) {
	domaintest.Laws(t, New(), domaintest.Config{Cases: 4000})
	domaintest.Laws(t, New(), domaintest.Config{Cases: 400, Floats: true})
}
