package value_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// machine has a flag, a memory cell that a pointer refers to, a call, and a counter that no proof needs.
const machine = `void reach_error(void); int __VERIFIER_nondet_int(void);
struct s { int state, hit; };
static int next(int s, int n) { if (n > 0) return next(s, n - 1); if (s == 1) return 2; return 3; }
int main(void) {
	struct s a, *p = &a;
	p->state = 1; p->hit = 0;
	int n = 0;
	while (p->state != 3) {
		n++;
		if (p->state == 2) p->hit = 1;
		p->state = next(p->state, 2);
		if (p->state == 1) reach_error();
	}
	if (p->hit != 1) reach_error();
	return n;
}`

// choice has an error path that is infeasible for two reasons: the value of n and that of f. The register f has fewer
// values.
const choice = `void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) {
	int f = 1;
	if (__VERIFIER_nondet_int()) f = 3;
	for (int n = 0; n < 100; n++)
		if (n == 200 && f == 2) reach_error();
	return 0;
}`

// TestRefinements prints each refinement with its path, the tracked registers and cells, and the final graph.
func TestRefinements(t *testing.T) {
	for name, text := range map[string]string{"machine": machine, "choice": choice} {
		p := enginetest.C{File: name + ".c", Text: text}.Task(t).Program
		m := value.Domain().Meaning(absint.Prepare(p), absint.Config{})
		v := value.New(p, m, value.Refined)
		a := cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), v)
		r := cpa.NewRun(p, a, cpa.Orders()[0], nil)
		var b strings.Builder
		for n := 0; !r.Explore(context.Background(), 0); n++ {
			path := r.ARG.Path(r.Target())
			var edges []string
			for _, e := range path.Edges {
				edges = append(edges, fmt.Sprintf("%s:e%d", e.From.Func.Name, e.ID))
			}
			f := cpa.Promptly(context.Background(), a, path, r.Precision)
			if f == nil || n > 20 {
				t.Fatalf("%s: no refinement for %s\n%s", name, edges, b.String())
			}
			fmt.Fprintf(&b, "path %s\n  %s\n  from %s, cost %d\n", strings.Join(edges, " "), f.Why, f.From, f.Cost)
			r.Refine(f.From, f.Precision, f.Why)
		}
		b.WriteString(tracked(p, r.Precision))
		golden.Compare(t, "testdata/"+name+".golden", b.String()+r.Graph(false).String())
	}
}

// tracked returns the tracked registers and cells as text.
func tracked(p *ir.Program, pi *verify.Precision) string {
	s := "tracked\n"
	for _, x := range pi.Values.Global {
		s += "  " + ir.ExprString(x) + "\n"
	}
	for _, f := range p.Funcs {
		for _, x := range pi.Values.Func[f] {
			s += "  " + f.Name + ": " + ir.ExprString(x) + "\n"
		}
	}
	return s
}
