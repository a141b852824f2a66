package flow_test

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestLaunder runs programs that send addresses through everything that can hold
// one, and asks whether each access, and each pointer that was loaded or made from a
// number, is where Points says. TANDEM_LAUNDER is the number of programs.
//
// An address that Points does not follow may be hit by chance (package flow does
// not claim to cover that): a fault counts if it happens with three layouts.
func TestLaunder(t *testing.T) {
	n := 6000
	if testing.Short() {
		n = 500
	}
	if s := os.Getenv("TANDEM_LAUNDER"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	first, _ := strconv.Atoi(os.Getenv("TANDEM_LAUNDER_FIRST"))
	var sum laundry
	bad := 0
	for seed := uint64(first); seed < uint64(first+n); seed++ {
		fault := sum.run(t, seed, 0)
		for layout := uint64(1); fault != "" && layout < 3; layout++ {
			var again laundry
			if again.run(t, seed, layout) == "" {
				fault = ""
				sum.chance++
			}
		}
		if fault != "" {
			t.Errorf("seed %d: %s", seed, fault)
			if bad++; bad == 10 {
				break
			}
		}
	}
	t.Logf("%d accesses and pointers checked, %d of %d runs to the end, %d with pointers outside, %d faults by chance", sum.seen, sum.finished, sum.runs, sum.wild, sum.chance)
	if sum.seen < 5*n || sum.finished < sum.runs*2/3 {
		t.Error("hardly anything was checked")
	}
}

type laundry struct {
	seen, runs, finished, wild, chance int
}

func (s *laundry) run(t *testing.T, seed, layout uint64) string {
	t.Helper()
	p := flowtest.Launder(seed, layout)
	if err := ir.Check(p); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	m, err := exec.NewInterp(p, exec.Config{Fuel: 5000})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	a := flow.NewPoints(p)
	for k := range uint64(2) {
		w := newWatcher(a, m.Addr)
		w.loaded, w.ignore = true, gap
		m.Observe(w.edge)
		r, err := m.Run(context.Background(), exec.Random(p, seed*2+k, exec.Small))
		if err != nil {
			t.Fatal(err)
		}
		s.runs++
		s.seen += w.seen
		if r.Outcome.Kind == exec.Finished {
			s.finished++
		}
		if r.Wild { // memory keeps no provenance of pointers outside of their objects
			s.wild++
		} else if w.fault != "" {
			return w.fault
		}
	}
	return ""
}

// gap recognises the unused objects of flowtest.Launder, hit by chance only.
func gap(t *flow.Target) bool {
	if t.Obj != nil {
		return strings.HasPrefix(t.Obj.Name, "gap")
	}
	return t.Kind == flow.AllocObj && t.Edge.Stmt.(*ir.Alloc).Site.Name == "gap"
}
