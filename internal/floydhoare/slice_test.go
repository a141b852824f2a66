package floydhoare_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// locks returns a program that acquires and releases n locks in a loop, depending on inputs, and checks each lock. With
// fault, a check fails.
func locks(n int, fault bool) string {
	var b, sites, regs strings.Builder
	loc := 2
	edge := func(from, to int, s string) { fmt.Fprintf(&b, "  L%d -> L%d: %s\n", from, to, s) }
	edge(0, 2, "skip")
	at := 2
	next := func() int { loc++; return loc }
	errors := make([]int, n)
	for i := range n {
		fmt.Fprintf(&sites, "site nondet \"n@a.c:%d:1\" name \"f\" type i32 in main\n", i+1)
		fmt.Fprintf(&regs, "  reg p%d i32\n  reg k%d i32\n", i, i)
		to := next()
		edge(at, to, fmt.Sprintf("p%d = input #%d", i, i))
		at = to
	}
	for i := range n {
		to, yes, no := next(), next(), next()
		edge(at, yes, fmt.Sprintf("assume p%d != 0:i32", i))
		edge(at, no, fmt.Sprintf("assume p%d == 0:i32", i))
		edge(yes, to, fmt.Sprintf("k%d = 1:i32", i))
		edge(no, to, fmt.Sprintf("k%d = 0:i32", i))
		at = to
	}
	for i := range n {
		yes, to := next(), next()
		errors[i] = next()
		edge(at, yes, fmt.Sprintf("assume p%d != 0:i32", i))
		edge(at, to, fmt.Sprintf("assume p%d == 0:i32", i))
		bad := 1
		if fault && i == n-1 {
			bad = 2
		}
		edge(yes, errors[i], fmt.Sprintf("assume k%d != %d:i32", i, bad))
		edge(yes, to, fmt.Sprintf("assume k%d == %d:i32", i, bad))
		at = to
	}
	edge(at, 2, "skip")
	out := "program ILP32\n" + sites.String() + strings.Repeat("obligation \"assertion\" text \"k\" in \"main\"\n", n) +
		"entry main\nfunc main() void {\n" + regs.String()
	out += fmt.Sprintf("  locs %d error %s\n", loc, strings.Trim(fmt.Sprint(errors), "[]"))
	return out + b.String() + "}\n"
}

// TestSliced checks that each of n locks is proved by its own predicates, and that the proof does not distinguish
// combinations of the other locks.
func TestSliced(t *testing.T) {
	for _, c := range []struct {
		n              int
		sliced, faulty bool
		end            string
		most           int
	}{
		{6, true, false, "safe", 20},
		{6, false, false, "too many refinements", 10},
		{6, true, true, "feasible", 20},
	} {
		prog := irtest.Program(t, locks(c.n, c.faulty))
		w := newLoop(t, prog, floydhoare.BlockOptions{}, meaning(t, prog, "octagon"), false)
		w.sliced = c.sliced
		if end := w.run(c.most); end != c.end {
			t.Errorf("%d locks, sliced: %v, with a fault: %v: %s after %d refinements", c.n, c.sliced, c.faulty, end, len(w.ds))
		} else if end == "safe" {
			if err := w.proof(); err != nil {
				t.Error(err)
			}
		}
		t.Log(len(w.ds), w.tr.Counts)
	}
}
