package flow_test

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestLaunder runs programs that send addresses through everything that can contain one. It checks that each access,
// and each pointer that was loaded or made from a number, is at an address that Points has. TANDEM_LAUNDER is the
// number of programs.
//
// A run may use an address that Points does not follow by chance (package flow does not claim to cover that), so a
// fault counts only if it happens with three layouts.
//
// The test finds these mutants of the analysis, in 6000 programs unless noted:
//
//	exposure      a difference exposes neither pointer, or only one; initial values of objects or registers, or casts,
//	              expose nothing; loads of numbers, direct or through unknown pointers, expose nothing
//	addresses     null plus a number has no address; a variable index keeps the offset; addresses beyond the limit are
//	              dropped
//	calls         arguments or results are lost
//	numbers       a stored float, or its bytes, count as null; numbers are never pointers
//	unknown       through unknown pointers, nothing is loaded, stored, or torn
//	copies        copies from unknown addresses, to unknown addresses, or between both are lost; copies do not tear, mend
//	              torn cells (20000 programs), lose parts, or lose numbers; one side of a copy is ignored if it
//	              arrives late
//	bulk sizes    bulk operations of unknown size write 4 bytes, or multiples of 8
//	parts         parts of pointers keep their offset, are dropped, or do not count as numbers
//	tearing       nothing is torn, or only cells that are made before or after the write; cuts ignores the end, strides,
//	              or unknown sizes
//	order         an object that is exposed late, or early, misses reads or writes; a changed cell is not delivered again
//
// It does not find mutants whose cases other rules cover: a pointer loaded through an unknown pointer is unknown
// itself, and a copy tears the parts of copied pointers. Some mutants are too rare in these programs, and other tests
// find them: TestCuts tests the arithmetic of overlap, of coincides, and of the beginning in cuts, and TestExposure
// tests differences that may be from null or from another object.
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
	t.Logf("%d accesses and pointers checked, %d of %d runs to the end, %d with pointers outside, %d faults by chance",
		sum.seen, sum.finished, sum.runs, sum.wild, sum.chance)
	if sum.seen < 5*n || sum.finished < sum.runs*2/3 {
		t.Error("hardly anything was checked")
	}
}

// laundry counts the runs of TestLaunder.
type laundry struct {
	seen, runs, finished, wild, chance int
}

// run runs one program, and returns its first fault; "" if there is none.
func (s *laundry) run(t *testing.T, seed, layout uint64) string {
	t.Helper()
	p := laundering(seed, layout)
	if err := ir.Check(p); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	m, a := machine(t, p, exec.Config{Fuel: 5000})
	defer m.Close()
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
		if r.Wild { // memory does not keep the object of a pointer outside of its object
			s.wild++
		} else if w.fault != "" {
			return w.fault
		}
	}
	return ""
}

// gap reports whether t is an unused object of laundering, which an access reaches only by chance.
func gap(t *flow.Target) bool {
	if t.Obj != nil {
		return strings.HasPrefix(t.Obj.Name, "gap")
	}
	return t.Kind == flow.AllocObj && t.Edge.Stmt.(*ir.Alloc).Site.Name == "gap"
}
