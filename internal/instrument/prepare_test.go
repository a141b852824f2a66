package instrument

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

func TestPrepareOptions(t *testing.T) {
	p := flowtest.Random(3, 5)
	if _, err := Prepare(p, Options{Overflow: "trap"}); err == nil || !strings.Contains(err.Error(), `"trap"`) {
		t.Errorf("unknown overflow mode: error %v", err)
	}
	if _, err := Prepare(&ir.Program{}, Default()); err == nil {
		t.Error("a program without entry was accepted")
	}
	var ran []string
	o := Options{Dump: func(pass string, _ *ir.Program) { ran = append(ran, pass) }}
	if _, err := Prepare(p, o); err != nil {
		t.Fatal(err)
	}
	if want := []string{"unreachable", "guards", "prune", "ends", "number", "prune-2", "number-2"}; !cmp.Equal(ran, want) {
		t.Errorf("without options: passes %v, want %v", ran, want)
	}
}

// TestPrepareIsAFunction checks that Prepare is deterministic.
func TestPrepareIsAFunction(t *testing.T) {
	for seed := range uint64(15) {
		a, b := flowtest.Random(seed, 12), flowtest.Random(seed, 12)
		for _, p := range []**ir.Program{&a, &b} {
			o := Default()
			o.Limits = Limits{Program: 400}
			var err error
			if *p, err = Prepare(*p, o); err != nil {
				t.Fatal(err)
			}
		}
		if d := cmp.Diff(ir.Print(a), ir.Print(b)); d != "" {
			t.Fatalf("seed %d: %s", seed, d)
		}
	}
}

// TestUniqueKeys checks that keys of sites stay unique when functions are copied.
func TestUniqueKeys(t *testing.T) {
	for seed := range uint64(40) {
		p, err := Prepare(flowtest.Random(seed, 10), Default())
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, s := range p.Sites {
			if seen[s.Key] {
				t.Fatalf("seed %d: two sites have key %s", seed, s.Key)
			}
			seen[s.Key] = true
		}
	}
}

// TestLimits checks that inlining stays within its limits.
func TestLimits(t *testing.T) {
	for seed := range uint64(30) {
		p := flowtest.Random(seed, 25)
		RemoveUnreachable(p, nil)
		before := 0
		for _, f := range p.Funcs {
			before += len(f.Edges)
		}
		Inline(p, nil, Limits{Program: before + 100, Func: 250, Small: 5, Makers: 1, Contexts: 1})
		RemoveUnreachable(p, nil)
		after := 0
		for _, f := range p.Funcs {
			after += len(f.Edges)
			if len(f.Edges) > 250+2*thin {
				t.Errorf("seed %d: %s has %d edges", seed, f.Name, len(f.Edges))
			}
		}
		if after > before+100+50 { // copies of small functions do not count
			t.Errorf("seed %d: %d edges became %d", seed, before, after)
		}
	}
}
