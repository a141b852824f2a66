package octagon

import (
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain/linear/lineartest"
)

// cases is how many the laws are tried on.
func cases() int {
	if os.Getenv("TANDEM_LONG") != "" {
		return 100_000
	}
	return 4000
}

func TestLaws(t *testing.T) {
	lineartest.Laws(t, New(0), lineartest.Config{Cases: cases()})
	lineartest.Laws(t, New(0), lineartest.Config{Cases: cases() / 4, Dims: 4, Seed: 1})
}
