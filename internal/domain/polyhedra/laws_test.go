package polyhedra

import (
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain/blocks"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/domain/linear/lineartest"
)

// cases returns n, or 50 times as many where time does not matter.
func cases(n int) int {
	if os.Getenv("TANDEM_LONG") != "" {
		return 50 * n
	}
	return n
}

func TestLaws(t *testing.T) {
	for n := 2; n <= 3; n++ {
		lineartest.Laws(t, flat{NewDense(Config{}), n}, lineartest.Config{Cases: cases(1000), Dims: n, Seed: int64(n)})
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

// exactMeet: see weakened.
type exactMeet struct {
	linear.Domain[blocks.State[*Poly]]
}

func (exactMeet) Meet(a, b blocks.State[*Poly]) blocks.State[*Poly] { return New(0).Meet(a, b) }

// TestLawsTight: where results are weaker because cost is bounded, they are still sound.
func TestLawsTight(t *testing.T) {
	for seed, c := range []Config{{Rows: 6}, {Bits: 4}, {Work: 20}, {Rows: 9, Work: 60}} {
		if err := lineartest.Check(weakened{flat{NewDense(c), 3}},
			lineartest.Config{Cases: cases(300), Seed: int64(seed)}); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// weakened has an exact Meet: with bounds of cost it may be above its arguments, which the laws do not allow.
type weakened struct{ flat }

func (weakened) Meet(a, b *Poly) *Poly { return NewDense(Config{}).Meet(a, b) }
