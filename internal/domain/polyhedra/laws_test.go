package polyhedra

import (
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain/blocks"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/domain/linear/lineartest"
)

// cases returns the number of random cases: n, or 50*n if TANDEM_LONG is set.
func cases(n int) int {
	if os.Getenv("TANDEM_LONG") != "" {
		return 50 * n
	}
	return n
}

func TestLaws(t *testing.T) {
	for n := 2; n <= 3; n++ {
		lineartest.Laws(t, flat{newDense(Config{}), n}, lineartest.Config{Cases: cases(1000), Dims: n, Seed: int64(n)})
	}
}

func TestLawsBlocks(t *testing.T) {
	for _, max := range []int{0, 2} {
		d := New(max)
		if max > 0 {
			d = exactMeet{d}
		}
		lineartest.Laws(t, d, lineartest.Config{Cases: cases(500), Dims: 4, Seed: int64(max)})
	}
}

// exactMeet is the domain over blocks with an exact Meet, for the reason given at weakened.
type exactMeet struct {
	linear.Domain[blocks.State[*Poly]]
}

func (exactMeet) Meet(a, b blocks.State[*Poly]) blocks.State[*Poly] { return New(0).Meet(a, b) }

// TestLawsTight checks that, with low bounds of cost, results are weaker but still sound.
func TestLawsTight(t *testing.T) {
	for seed, c := range []Config{{Rows: 6}, {Bits: 4}, {Work: 20}, {Rows: 9, Work: 60}} {
		if err := lineartest.Check(weakened{flat{newDense(c), 3}},
			lineartest.Config{Cases: cases(300), Seed: int64(seed)}); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// weakened does what flat does, with an exact Meet. With bounds of cost, a meet may be above its arguments, which
// violates the laws.
type weakened struct{ flat }

func (weakened) Meet(a, b *Poly) *Poly { return newDense(Config{}).Meet(a, b) }
