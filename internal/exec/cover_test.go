package exec

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestCover tests that both machines count the same branches.
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
				continue // some cases of the table cannot be compiled
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

// TestWatch tests that Watched returns the value of a global register during a run.
func TestWatch(t *testing.T) {
	p := parseCase(t, machineCase{
		decls: siteI32 + "global g u64\n",
		body:  "reg x i32\n0 1: @g = @g * 3:u64 + 1:u64\n1 2: x = input #0\n2 0: assume x == 0:i32\n2 X: assume x != 0:i32",
	})
	j, err := CompileJIT(p, Config{}, JITOptions{Watch: p.Globals[0]})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	var seen []uint64
	in := InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) {
		seen = append(seen, j.Watched())
		return uint64(len(seen) / 4), true
	})
	if _, err := j.Run(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]uint64{1, 4, 13, 40}, seen); d != "" {
		t.Error(d)
	}
}
