package testgen

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
)

const junctions = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int id(int x) { return x; }
static int both(int a, int b) { return a > 0 && b > 0; }
int main(void) {
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int(), n = 0;
	if (!(a > 1 && (b > 2 || c > 3)))
		n = 1;
	int k = id(a < b || b < c);
	while (n < 5 && k < 9 && !(n == 3 || k == 7)) {
		n++;
		k += (a == b && b == c) + 1;
	}
	if (both(n - 2, k - 4) || both(a, b))
		n += 10;
	if (n > 10)
		reach_error();
	return n;
}
`

// TestSplitConditions checks that splitting preserves the behaviour of the program, and leaves no && or || in a branch.
func TestSplitConditions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "prog.c")
	if err := os.WriteFile(file, []byte(junctions), 0o644); err != nil {
		t.Fatal(err)
	}
	var ms [2]exec.Machine
	var goals [2]int
	for i := range ms {
		p, err := cfront.Load(cfront.Config{Model: ir.LP64, Files: []string{file}, PropertyKind: "unreach-call",
			ErrorFunc: "reach_error"})
		if err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			SplitConditions(p)
			if err := ir.Check(p); err != nil {
				t.Fatal(err)
			}
		}
		opts := instrument.Default()
		opts.Inline, opts.Simplify = false, false
		if p, err = instrument.Prepare(p, opts); err != nil {
			t.Fatal(err)
		}
		goals[i] = len(BranchGoals(p))
		for _, f := range p.Funcs {
			for _, e := range f.Edges {
				for _, x := range ir.StmtExprs(e.Stmt) {
					ir.Walk(x, func(y ir.Expr) bool {
						if _, ok := junction(y); ok && i == 1 {
							t.Errorf("left: %v", e)
						}
						return true
					})
				}
			}
		}
		m, err := exec.NewJIT(p, exec.Config{})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		ms[i] = m
	}
	// gcc has 30: 6, 4, 8, 4, 4 (both), 4 and 2, less where it folds.
	if goals[1] <= goals[0] || goals[1] < 28 {
		t.Errorf("%d and %d goals", goals[0], goals[1])
	}
	kinds := map[exec.Kind]int{}
	for a := int64(-1); a < 6; a++ {
		for b := int64(-1); b < 6; b++ {
			for c := int64(-1); c < 6; c++ {
				r, err := ms[0].Run(context.Background(), exec.Flat(a, b, c))
				if err != nil {
					t.Fatal(err)
				}
				q, err := ms[1].Run(context.Background(), exec.Flat(a, b, c))
				if err != nil {
					t.Fatal(err)
				}
				kinds[r.Outcome.Kind]++
				if r.Outcome.Kind != q.Outcome.Kind || len(r.Reads) != len(q.Reads) || r.Fuel != q.Fuel {
					t.Fatalf("%d %d %d: %v and %v", a, b, c, r.Outcome, q.Outcome)
				}
			}
		}
	}
	if kinds[exec.Violated] == 0 || kinds[exec.Finished] == 0 {
		t.Errorf("outcomes %v", kinds)
	}
}
