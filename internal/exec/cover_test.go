package exec

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Both machines count the same branches.
func TestCover(t *testing.T) {
	for _, c := range machineCases {
		p := parseCase(t, c)
		cfg := c.cfg
		cfg.Cover = true
		var want *Run
		for _, make := range []func() (Machine, error){
			func() (Machine, error) { return NewInterp(p, cfg) },
			func() (Machine, error) { return CompileJIT(p, cfg, JITOptions{}) },
			func() (Machine, error) { return CompileJIT(p, cfg, JITOptions{Dispatch: true}) },
		} {
			m, err := make()
			if err != nil {
				continue // the table has such cases
			}
			for range 2 { // the second run starts from zero
				in, err := ParseInputs(c.inputs, p)
				if err != nil {
					t.Fatal(c.name, err)
				}
				run, err := m.Run(context.Background(), in)
				if err != nil {
					t.Fatal(c.name, err)
				}
				if len(run.Cover) != len(BranchEdges(p)) {
					t.Fatalf("%s: %d counters", c.name, len(run.Cover))
				}
				if want == nil {
					want = &Run{Cover: append([]uint32{}, run.Cover...), Outcome: run.Outcome}
				} else if run.Outcome.Kind == want.Outcome.Kind && run.Outcome.Kind != OutOfFuel && run.Outcome.Kind != OutOfStack {
					if d := cmp.Diff(want.Cover, append([]uint32{}, run.Cover...)); d != "" {
						t.Errorf("%s: %T: %s", c.name, m, d)
					}
				}
			}
			m.Close()
		}
	}
}
