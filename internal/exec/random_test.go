package exec

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestMachinesAgree runs the random programs of package flowtest in both machines and compares all
// results of the runs.
func TestMachinesAgree(t *testing.T) {
	n := uint64(150)
	if testing.Short() {
		n = 20
	}
	kinds := map[Kind]int{}
	for seed := uint64(1); seed <= n; seed++ {
		p := flowtest.Random(seed, 8+int(seed%20))
		cfg := Config{Fuel: 3000, Trace: true, MaxTrace: 64, MaxMemory: 4000 + seed*100, MaxDepth: 40}
		interp, err := NewInterp(p, cfg)
		if err != nil {
			t.Fatal(err)
		}
		jit, err := NewJIT(p, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for k := uint64(0); k < 12; k++ {
			in := Random(p, k, Style(k%3))
			if k == 11 { // some inputs have no values
				all := in
				in = InputFunc(func(key ir.Key, s *ir.Site, ty ir.Type) (uint64, bool) {
					v, ok := all.Next(key, s, ty)
					return v, ok && (key.Site+key.Occ)%5 != 0
				})
			}
			a, err := interp.Run(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			b, err := jit.Run(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			kinds[a.Outcome.Kind]++
			if b.Wild { // the machines may differ, see rule 13 of layout.go
				continue
			}
			if a.Outcome != b.Outcome || !reflect.DeepEqual(a.Reads, b.Reads) || !bytes.Equal(a.Branches, b.Branches) ||
				a.NumTrace != b.NumTrace || a.Fuel != b.Fuel || a.Approx != b.Approx || a.Wild != b.Wild || a.Addr != b.Addr {
				t.Fatalf("seed %d, inputs %d:\ninterpreter %s\n%+v\njit         %s\n%+v\n%s", seed, k, describe(p, a), a.Outcome,
					describe(p, b), b.Outcome, ir.Print(p))
			}
		}
		jit.Close()
	}
	t.Log(kinds)
}
