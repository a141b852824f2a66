package restrict_test

import (
	"context"
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

var (
	programs = flag.Int("programs", 0, "random programs of TestExact; 0: some, TANDEM_LONG=1: 1,000")
	runs     = flag.Int("runs", 0, "inputs of each")
	first    = flag.Uint64("first", 0, "the first program")
)

// tally has counts for one kind of scope: of runs in the scope (in) and outside of it (out), and of programs with both
// (partly). proved counts the violations outside of the scope that the automaton of the condition excludes by itself.
type tally struct{ in, out, partly, proved int }

// TestExact compares parts of random programs with the definition of scopes, applied to runs of the whole program: a
// run of the part is the same run, or ends early. TANDEM_LONG=1: 1,000 programs for each kind of scope, 1,000 inputs
// each.
func TestExact(t *testing.T) {
	n, each := 25, 40
	if os.Getenv("TANDEM_LONG") != "" {
		n, each = 1000, 1000
	}
	if *programs > 0 {
		n = *programs
	}
	if *runs > 0 {
		each = *runs
	}
	count := make([]tally, len(restricttest.Kinds))
	skipped := 0
	for seed := range uint64(n) {
		skipped += exact(t, *first+seed, each, count)
		if t.Failed() {
			return
		}
	}
	for i, c := range count {
		t.Logf("%-9s %d programs, of %d with runs inside and outside; %d runs kept, %d not, %d violate what is proved",
			restricttest.Kinds[i], n, c.partly, c.in, c.out, c.proved)
		if restricttest.Kinds[i] == "condition" && n >= 25 && c.proved == 0 {
			t.Error("the automata prove nothing")
		}
		if c.in*20 < c.out || c.out*20 < c.in || c.partly*4 < n {
			t.Errorf("%s: the random scopes are useless", restricttest.Kinds[i])
		}
	}
	t.Logf("%d runs say nothing", skipped)
}

// exact checks all kinds of scopes for the random program of a seed, with each runs per scope. It returns the number of
// runs that were skipped since they cannot be compared.
func exact(t *testing.T, seed uint64, each int, count []tally) (skipped int) {
	return exactOf(t, restricttest.Program(seed), seed, each, count)
}

// exactOf is exact for a given program.
func exactOf(t *testing.T, p *ir.Program, seed uint64, each int, count []tally) (skipped int) {
	if err := ir.Check(p); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	constants := exec.Constants(p)
	list := restricttest.Drawn(t, p, seed)
	whole := restricttest.NewRunner(t, p)
	parts := make([]*part, len(list))
	for i, s := range list {
		parts[i] = newPart(t, p, s)
		defer parts[i].jit.Close()
		whole.Conditions = append(whole.Conditions, s.Condition)
	}
	for i, c := range whole.Conditions {
		if c == nil {
			whole.Conditions[i] = &restrict.Condition{}
		}
	}
	before := append([]tally(nil), count...)
	for k := range uint64(each) {
		in := restricttest.Inputs(p, constants, k)
		tr := whole.Run(t, in)
		if !tr.Comparable() {
			skipped++
			continue
		}
		for i, x := range parts {
			keep := restricttest.Kept(list[i], i, tr)
			if keep {
				count[i].in++
			} else {
				count[i].out++
			}
			if c := list[i].Condition; c != nil && tr.Outcome.Kind == exec.Violated &&
				(c.Obligations == nil || slices.Contains(c.Obligations, tr.Outcome.Obligation)) {
				switch listed := slices.Contains(x.unproved, tr.Outcome.Obligation); {
				case keep && !listed:
					t.Errorf("program %d, inputs %d: obligation %d is violated, and not among the unproved ones\n%s", seed, k,
						slices.Index(p.Obligations, tr.Outcome.Obligation), restrict.ConditionText(c))
					return skipped
				case !keep && !listed:
					count[i].proved++
				}
			}
			if why := x.wrong(t, keep, tr, in); why != "" {
				t.Errorf("program %d, inputs %d, %s: %s\n%s", seed, k, restricttest.Kinds[i], why, restrict.Text(p, list[i]))
				return skipped
			}
		}
	}
	for i := range count {
		if count[i].in > before[i].in && count[i].out > before[i].out {
			count[i].partly++
		}
	}
	return skipped
}

// part is a part of a program, prepared for both machines.
type part struct {
	q        *ir.Program
	run      *restricttest.Runner
	jit      exec.Machine
	unproved []*ir.Obligation
}

// newPart makes the part of p for s.
func newPart(t *testing.T, p *ir.Program, s restrict.Scope) *part {
	t.Helper()
	q, m, err := restrict.Apply(p, s)
	if err != nil {
		t.Fatal(err)
	}
	if m.From != q || m.To != p {
		t.Fatal("the map leads elsewhere")
	}
	j, err := exec.NewJIT(q, restricttest.Limits)
	if err != nil {
		t.Fatal(err)
	}
	x := &part{q: q, run: restricttest.NewRunner(t, q), jit: j}
	if s.Condition != nil {
		x.unproved = s.Condition.Unproved(p)
	}
	return x
}

// wrong runs the part on both machines, and compares the runs with the run of the whole program.
func (x *part) wrong(t *testing.T, keep bool, whole *restricttest.Trace, in exec.Inputs) string {
	if why := restricttest.Wrong(keep, whole, x.run.Run(t, in)); why != "" {
		return "interpreter: " + why
	}
	r, err := x.jit.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if why := restricttest.Wrong(keep, whole, &restricttest.Trace{Run: r}); why != "" {
		return "JIT: " + why
	}
	return ""
}
