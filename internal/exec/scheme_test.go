package exec

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestPlacers tests that the objects of each scheme are aligned, disjoint, not null and inside of the address space,
// and that find finds the object at an address.
func TestPlacers(t *testing.T) {
	for _, model := range []ir.DataModel{ir.ILP32, ir.LP64} {
		for _, s := range Schemes() {
			r := rand.New(rand.NewPCG(1, uint64(s.Kind)))
			p := newPlacer(s, model)
			type object struct {
				base, size uint64
				what       storage
			}
			var alive []object
			for i := uint32(1); i < 400; i++ {
				align := int64(1) << r.IntN(6)
				size, what := uint64(r.IntN(70)), storage(r.IntN(3))
				if r.IntN(20) == 0 {
					size = uint64(r.IntN(1 << 14))
				}
				base, ok := p.place(size, align, what)
				if !ok {
					t.Fatalf("%v, %d: object %d of %d bytes has no place", s, model, i, size)
				}
				if base%uint64(align) != 0 || base < FirstObject || base+size >= p.high+1 {
					t.Fatalf("%v, %d: %d bytes aligned to %d at %#x", s, model, size, align, base)
				}
				for _, o := range alive {
					if base < o.base+max(o.size, 1) && o.base < base+max(size, 1) {
						t.Fatalf("%v, %d: %d bytes at %#x, %d at %#x", s, model, size, base, o.size, o.base)
					}
				}
				p.own(i, base, size)
				if size > 0 && (p.find(base) != i || p.find(base+size-1) != i) {
					t.Fatalf("%v, %d: %#x is not found", s, model, base)
				}
				alive = append(alive, object{base, size, what})
				if n := len(alive) - 1; what == onHeap && r.IntN(2) == 0 {
					p.released(base, size, what)
					alive = alive[:n]
				}
			}
		}
	}
}

// TestSchemesAgree tests that a run to which no addresses are visible is the same in all schemes.
func TestSchemesAgree(t *testing.T) {
	for seed := uint64(0); seed < 150; seed++ {
		p := randProgram(seed)
		m, err := NewInterp(p, Config{Fuel: 2000, MaxMemory: 1 << 20})
		if err != nil {
			continue
		}
		in := Random(p, seed, Mixed)
		want, err := m.Run(context.Background(), in)
		if err != nil || want.Addr || want.Wild || want.Outcome.Kind == OutOfMemory {
			continue
		}
		for _, s := range Schemes() {
			if err := m.Arrange(s); err != nil {
				t.Fatal(err)
			}
			got, err := m.Run(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			got.Guess = false
			if got.Outcome.Kind == OutOfMemory {
				continue
			}
			if d := sameRun(want, got); d != "" {
				t.Fatalf("seed %d, %v: %s\n%s", seed, s, d, ir.Print(p))
			}
		}
	}
}
