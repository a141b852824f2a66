package restrict_test

import (
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

// TestTruth runs the programs of testdata/parts.txt, and their parts, on all inputs, and checks whether each part is
// safe as stated: by the definition of the scope, and in the program that Apply makes. It uses a sample; TANDEM_LONG=1:
// all.
func TestTruth(t *testing.T) {
	safe, unsafe := map[string]int{}, map[string]int{}
	names := 0
	last := ""
	for _, c := range truthCases(t) {
		if c.Safe {
			safe[c.Kind]++
		} else {
			unsafe[c.Kind]++
		}
		if c.Name != last {
			last = c.Name
			names++
		}
		if names%9 != 1 && os.Getenv("TANDEM_LONG") == "" {
			continue
		}
		cond := c.Scope.Condition
		if cond == nil {
			cond = &restrict.Condition{}
		}
		good, bad := 0, 0
		every(t, c.Program, []*restrict.Condition{cond}, func(tr *restricttest.Trace) {
			if !restricttest.Kept(c.Scope, 0, tr) {
				return
			}
			switch tr.Outcome.Kind {
			case exec.Finished:
				good++
			case exec.Violated:
				bad++
			case exec.Blocked:
			default:
				t.Errorf("%s: %s", c.Name, restricttest.Outcome(tr.Outcome))
			}
		})
		if (bad == 0) != c.Safe || c.Safe && good == 0 {
			t.Errorf("%s, %s %s: %d runs finish, %d violate an obligation", c.Name, c.Kind, restrict.Text(c.Program, c.Scope),
				good, bad)
		}
		q, _, err := restrict.Apply(c.Program, c.Scope)
		if err != nil {
			t.Fatal(err)
		}
		every(t, q, nil, func(tr *restricttest.Trace) {
			switch tr.Outcome.Kind {
			case exec.Finished:
				good--
			case exec.Violated:
				bad--
			}
		})
		if good != 0 || bad != 0 {
			t.Errorf("%s, %s %s: the part has %d fewer runs that finish, %d fewer violations", c.Name, c.Kind,
				restrict.Text(c.Program, c.Scope), good, bad)
		}
	}
	for _, kind := range []string{"region", "range", "condition", "depth", "edges"} {
		if safe[kind] < 30 || unsafe[kind] != safe[kind] {
			t.Errorf("%s: %d safe parts, %d unsafe", kind, safe[kind], unsafe[kind])
		}
	}
	t.Log(safe)
}
