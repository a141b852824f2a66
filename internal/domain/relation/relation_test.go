package relation

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/congruence"
	"github.com/tandem-verifier/tandem/internal/domain/domaintest"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/domain/octagon"
	"github.com/tandem-verifier/tandem/internal/domain/polyhedra"
	"github.com/tandem-verifier/tandem/internal/domain/product"
)

const cases = 600 // number of random cases of the laws; more if TANDEM_LONG is set

// TestLaws checks the laws of domains in several configurations: with limits of types on both sides, and on none; with
// wide types in constraints, and without them; over octagons, polyhedra and zones (which have no Substitute); with
// floats; with congruences.
func TestLaws(t *testing.T) {
	for k, c := range []struct {
		name   string
		small  int64
		near   int64
		narrow bool
		max    int
	}{{"plain", 255, 0, false, 4}, {"no ends", 0, 0, false, 0}, {"narrow", 0, 1, true, 3}} {
		m := newMachine(interval.New(c.max), octagon.New(12))
		m.small, m.near, m.narrow = domain.WideInt(c.small), domain.WideInt(c.near), c.narrow
		t.Run(c.name, func(t *testing.T) {
			domaintest.Laws(t, m.domain(), domaintest.Config{Cases: cases, Seed: int64(k)})
		})
	}
	t.Run("floats", func(t *testing.T) {
		domaintest.Laws(t, New(interval.New(4), octagon.New(12)), domaintest.Config{Cases: cases / 3, Floats: true})
	})
	t.Run("zones", func(t *testing.T) {
		domaintest.Laws(t, New(interval.New(4), newZones()), domaintest.Config{Cases: cases / 2})
	})
	t.Run("polyhedra", func(t *testing.T) {
		m := newMachine(interval.New(0), polyhedra.New(6))
		m.small, m.near = domain.Wide{}, domain.Wide{}
		domaintest.Laws(t, m.domain(), domaintest.Config{Cases: cases / 2})
	})
	t.Run("congruences", func(t *testing.T) {
		box := product.New(interval.New(4), congruence.New())
		domaintest.Laws(t, New(box, octagon.New(12)), domaintest.Config{Cases: cases / 2})
	})
}
