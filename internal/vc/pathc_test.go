package vc

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// withCalls inserts the calls into the edges of a trace; place[i] is the new index of its i-th edge.
func withCalls(p *ir.Program, edges []*ir.Edge) (out []*ir.Edge, place []int) {
	var back []*ir.Loc
	loc := p.Entry.Entry
	for _, ed := range edges {
		for ed.From != loc {
			call := loc.Out[0]
			out, back = append(out, call), append(back, call.To)
			loc = call.Stmt.(*ir.Call).Func.Entry
		}
		place = append(place, len(out))
		out = append(out, ed)
		loc = ed.To
		if _, ok := ed.Stmt.(*ir.Return); ok {
			if len(back) == 0 {
				return out, place
			}
			loc, back = back[len(back)-1], back[:len(back)-1]
		}
	}
	return out, place
}

// local reports whether the environment of a run can evaluate an expression: it reads only registers of f and global
// registers.
func local(f *ir.Func, x ir.Expr) bool {
	ok := true
	ir.Walk(x, func(y ir.Expr) bool {
		switch y := y.(type) {
		case *ir.Load, *ir.Forall, *ir.AddrOf:
			ok = false
		case *ir.Ref:
			ok = ok && (y.Var.Global || y.Var.ID < len(f.Vars) && f.Vars[y.Var.ID] == y.Var)
		}
		return ok
	})
	return ok
}

// TestPathsOfC checks paths of random C programs that leave a run at a branch: no run takes an infeasible path, and on
// the common prefix, the states of the run satisfy the predicates of the path.
func TestPathsOfC(t *testing.T) {
	programs := uint64(3)
	if os.Getenv("TANDEM_LONG") != "" {
		programs = 150
	}
	count := tally{}
	for seed := range programs {
		p := loadC(t, randomC(seed+400), seed%2 == 0, []string{"wrap", "undefined"}[seed/2%2])
		for _, enc := range []Encoding{Ints, Bits} {
			c := term.New()
			sol := solver(t, c)
			pr := NewProver(New(c, p, Options{Enc: enc}), sol, smt.Budget{Time: time.Minute, Work: 2_000_000})
			r := rand.New(rand.NewPCG(seed, 5))
			for i := range 3 {
				tr := record(t, p, exec.Random(p, uint64(i), exec.Style(i%3)))
				for range 1 + int(seed%2) {
					checkPathOfC(t, pr, tr, i, r, count)
				}
			}
			sol.Close()
			if t.Failed() {
				t.Fatalf("%v seed %d", enc, seed)
			}
		}
	}
	t.Log(count)
	for _, what := range []string{"ints explained", "bits explained", "states"} {
		if count[what] < 5 {
			t.Errorf("met too seldom: %s", what)
		}
	}
}

// checkPathOfC is TestPathsOfC for one run.
func checkPathOfC(t *testing.T, pr *Prover, tr *trace, run int, r *rand.Rand, count tally) {
	p := pr.E.Prog
	var at []int
	for i, ed := range tr.edges[:min(len(tr.edges), 80)] {
		if len(ed.From.Out) > 1 {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return
	}
	i := at[r.IntN(len(at))]
	edges := append([]*ir.Edge{}, tr.edges[:i]...)
	for _, ed := range tr.edges[i].From.Out {
		if ed != tr.edges[i] {
			edges = append(edges, ed)
			break
		}
	}
	full, place := withCalls(p, edges)
	ctx := context.Background()
	enc := pr.E.Enc.String()
	ip, err := pr.Interpolate(ctx, Path{Edges: full})
	switch {
	case errors.Is(err, ErrFeasible):
		count[enc+" feasible"]++
		return
	case errors.Is(err, ErrNoInterpolants):
		count[enc+" unexplained"]++
		return
	case err != nil:
		t.Error(err)
		return
	}
	count[enc+" explained"]++
	count[enc+" "+ip.How]++
	// The run is on the path up to the branch.
	m, err := exec.NewInterp(p, exec.Config{Fuel: 2000})
	if err != nil {
		t.Fatal(err)
	}
	k := 0
	m.Observe(func(ed *ir.Edge, env exec.Env) {
		if _, ok := ed.Stmt.(*ir.Call); ok {
			return
		}
		if _, ok := ed.Stmt.(*ir.Return); k < i && !ok {
			x := ip.Exprs[place[k]+1]
			if x != nil && local(ed.From.Func, x) {
				b, ok := ir.EvalExpr(x, &ir.Env{Reg: env.Reg})
				if ok {
					count["states"]++
					if b == 0 {
						t.Errorf("a run is at L%d without %s", ed.To.ID, ir.ExprString(x))
					}
				}
			}
		}
		k++
	})
	if _, err := m.Run(ctx, exec.Random(p, uint64(run), exec.Style(run%3))); err != nil {
		t.Fatal(err)
	}
}
