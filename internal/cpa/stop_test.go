package cpa_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// long reports whether tests run at full size.
func long() bool { return os.Getenv("TANDEM_LONG") != "" }

// interrupter is an analysis without information that cancels the context at a transfer.
type interrupter struct {
	after  int // calls until the context is cancelled
	cancel context.CancelFunc
}

// count counts a call, and cancels the context when no calls are left.
func (a *interrupter) count() {
	if a.after--; a.after == 0 {
		a.cancel()
	}
}

func (a *interrupter) Name() string       { return "interrupter" }
func (a *interrupter) Initial() cpa.State { return struct{}{} }
func (a *interrupter) Transfer(_ context.Context, s cpa.State, _ *ir.Edge, _ cpa.At) cpa.State {
	a.count()
	return s
}
func (a *interrupter) Resume(_ context.Context, s, _ cpa.State, _ *ir.Edge, _ cpa.At) cpa.State {
	a.count()
	return s
}
func (a *interrupter) Adjust(_ context.Context, s cpa.State, _ cpa.At) cpa.State { return s }
func (a *interrupter) Merge(_, old cpa.State) cpa.State                          { return old }
func (a *interrupter) Leq(_, _ cpa.State) bool                                   { return true }
func (a *interrupter) Expr(cpa.State) ir.Expr                                    { return ir.NewBool(true) }

// tree runs a program on all sequences of four small inputs, but makes no more than most runs. It calls visit with the
// inputs and the violated obligation of each run.
func tree(t *testing.T, p *ir.Program, most int, visit func(inputs []uint64, violated *ir.Obligation)) {
	m, err := exec.NewInterp(p, exec.Config{Fuel: 3000, MaxDepth: 30})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	values := []uint64{0, 1, ^uint64(1), 9}
	choice := []int{}
	for range most {
		read := 0
		var inputs []uint64
		r, err := m.Run(context.Background(), exec.InputFunc(func(_ ir.Key, _ *ir.Site, t ir.Type) (uint64, bool) {
			if read == len(choice) {
				choice = append(choice, 0)
			}
			v := num.Trunc(values[choice[read]], t.Bits)
			read++
			inputs = append(inputs, v)
			return v, true
		}))
		if err != nil {
			t.Fatal(err)
		}
		visit(inputs, r.Outcome.Obligation)
		choice = choice[:read]
		for len(choice) > 0 && choice[len(choice)-1] == len(values)-1 {
			choice = choice[:len(choice)-1]
		}
		if len(choice) == 0 {
			return
		}
		choice[len(choice)-1]++
	}
}

// plant redirects edges that some runs take to error locations.
func plant(t *testing.T, p *ir.Program, r *rand.Rand) {
	times := map[*ir.Edge]int{}
	m, err := exec.NewInterp(p, exec.Config{Fuel: 3000, MaxDepth: 30})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	var order []*ir.Edge
	m.Observe(func(e *ir.Edge, _ exec.Env) {
		if times[e]++; times[e] == 1 {
			order = append(order, e)
		}
	})
	for range 8 {
		if _, err := m.Run(context.Background(), exec.InputFunc(func(_ ir.Key, _ *ir.Site, t ir.Type) (uint64, bool) {
			return num.Trunc([]uint64{0, 1, ^uint64(1), 9}[r.IntN(4)], t.Bits), true
		})); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		e := order[len(order)/3+r.IntN(len(order)-len(order)/3)]
		if _, is := e.Stmt.(*ir.Assume); !is {
			continue
		}
		l := e.From.Func.NewLoc(e.Pos)
		l.Kind, l.Obligation = ir.Error, p.NewObligation("assertion", "planted", e.From.Func.Name, e.Pos)
		e.SetTo(l)
	}
}

// TestStops stops analyses at random points, between nodes and within one. The verified nodes of the graph then have no
// violation: the program under the condition of the graph still has each violation of a run. If the analysis continues,
// it reaches the same result as without stops.
func TestStops(t *testing.T) {
	stops, runs := 60, 40
	if long() {
		stops, runs = 1000, 400
	}
	for name, open := range subjects {
		// solvers are slow, and their time varies
		if (strings.Contains(name, "predicate") || name == "symbolic") && !long() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			left, violations := stops, 0
			for seed := uint64(1000); left > 0; seed++ {
				p := flowtest.Random(seed, 12)
				plant(t, p, rand.New(rand.NewPCG(seed, 4)))
				const most = 3000
				search := func(stop func(*cpa.Run), in ...cpa.Analysis) (verdict string) {
					s := open(p)
					if s.close != nil {
						defer s.close()
					}
					parts := append([]cpa.Analysis{cpa.Errors(func(*ir.Obligation) bool { return true }), s.a}, in...)
					run := cpa.NewRun(p, cpa.Product(parts...), cpa.Orders()[0], s.pi)
					if stop != nil {
						stop(run)
					}
					for run.Steps < most && !run.Explore(context.Background(), most-run.Steps) {
						if run.Target() != nil {
							run.Pass()
						}
					}
					if run.Steps >= most {
						return "" // too large
					}
					var hit []string
					for _, n := range run.ARG.Nodes {
						if n.Counts() && n.Loc.Kind == ir.Error {
							hit = append(hit, n.Loc.String())
						}
					}
					slices.Sort(hit)
					return fmt.Sprint("reached: ", slices.Compact(hit))
				}
				want := search(nil)
				if want == "" {
					continue
				}
				bad := map[string][]uint64{} // inputs of violating runs
				tree(t, p, runs, func(inputs []uint64, o *ir.Obligation) {
					if o != nil {
						bad[fmt.Sprint(inputs)] = inputs
					}
				})
				r := rand.New(rand.NewPCG(seed, 3))
				verified := func(run *cpa.Run) {
					left--
					c := run.Verified("")
					q, _, err := restrict.Apply(p, verify.Scope{Condition: c})
					if err != nil {
						t.Fatalf("program %d: %v", seed, err)
					}
					m, err := exec.NewInterp(q, exec.Config{Fuel: 1 << 20, MaxDepth: 30})
					if err != nil {
						t.Fatal(err)
					}
					defer m.Close()
					for _, inputs := range bad {
						violations++
						at := 0
						res, err := m.Run(context.Background(), exec.InputFunc(func(_ ir.Key, _ *ir.Site, t ir.Type) (uint64, bool) {
							if at++; at > len(inputs) {
								return 0, true
							}
							return inputs[at-1], true
						}))
						if err != nil {
							t.Fatal(err)
						}
						if res.Outcome.Obligation == nil {
							t.Fatalf("program %d: verified after %d steps, but violated on %v (then %v)\n%s\n%s", seed, run.Steps, inputs,
								res.Outcome.Kind, restrict.ConditionText(c), run.Graph(false))
						}
					}
				}
				for range 3 {
					got := search(func(run *cpa.Run) {
						for range 1 + r.IntN(3) {
							run.Explore(context.Background(), uint64(1+r.IntN(150)))
							if run.Target() != nil && r.IntN(2) == 0 {
								run.Pass()
							}
							verified(run)
						}
					})
					if got != want && got != "" {
						t.Fatalf("program %d: %s, gone on with %s", seed, want, got)
					}
					ctx, cancel := context.WithCancel(context.Background())
					got = search(func(run *cpa.Run) {
						run.Explore(ctx, 0)
						verified(run)
					}, &interrupter{after: 1 + r.IntN(200), cancel: cancel})
					cancel()
					if got != want && got != "" {
						t.Fatalf("program %d: %s, cut short %s", seed, want, got)
					}
				}
			}
			t.Logf("%d violations followed", violations)
			if violations < stops/2 {
				t.Errorf("only %d violations", violations)
			}
		})
	}
}

// TestLostWay checks verified nodes if a frame has two callers over one edge. After the return, a node that is verified
// for one caller must not count as verified for the other, even if the edge is taken again.
func TestLostWay(t *testing.T) {
	p := irtest.Program(t, `program LP64
site nondet "n@a.c:1:2" name "n" type u8 in main
entry main
func f() void {
  locs 2
  L0 -> L1: return
}
func main() void {
  reg n u8
  locs 6
  L0 -> L2: n = input #0
  L2 -> L3: assume n == 0:u8
  L2 -> L3: assume n != 0:u8
  L3 -> L4: call f()
  L4 -> L3: assume n == 0:u8
  L4 -> L5: assume n != 0:u8
  L5 -> L1: return
}
`)
	g, err := cpa.ParseGraph(p, `N0 main:L0 expanded: true
  e0 -> N1
N1 main:L2 expanded: true
  e1 -> N2
  e2 -> N3
N2 main:L3 expanded: n == 0:u8
  e3 -> N4
N3 main:L3 expanded: n != 0:u8
  e3 -> N4
N4 f:L0 in N4 expanded: true
  e0 -> N5
N5 f:L1 in N4 expanded: true
  e3 -> N6 for N3
  e3 -> N7 for N2
N6 main:L4 expanded: n != 0:u8
  e5 -> N8
N7 main:L4 open: n == 0:u8
  e5 -> N8
N8 main:L5 expanded: true
  e6 -> N9
N9 main:L1 expanded: true
`)
	if err != nil {
		t.Fatal(err)
	}
	main, f := p.Entry, p.Funcs[0]
	if f == main {
		f = p.Funcs[1]
	}
	a := cpa.Condition(g.Verified(""))
	s := a.Initial()
	for i, e := range []*ir.Edge{main.Edges[0], main.Edges[1], main.Edges[3], f.Edges[0], main.Edges[4], main.Edges[3],
		f.Edges[0], main.Edges[4]} {
		if s = a.Transfer(context.Background(), s, e, cpa.At{}); s == nil {
			t.Fatalf("an open execution is verified behind step %d\n%s", i, restrict.ConditionText(g.Verified("")))
		}
	}
	// A node is verified if no open node lies after it.
	g.Nodes[7].Fate = cpa.Expanded
	if c := g.Verified(""); !c.States[0].Verified {
		t.Errorf("not verified: %s", restrict.ConditionText(c))
	}
}
