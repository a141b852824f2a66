package cpa_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestLeft checks that the checker confirms the graph of a stopped analysis, and the remaining condition contains each
// violation of a run. If a graph was changed, the checker must refuse it, unless its condition still contains all
// violations.
func TestLeft(t *testing.T) {
	programs, changes := 14, 12
	if long() {
		programs, changes = 300, 60
	}
	graphs, some, refused, forged, violations := 0, 0, 0, 0, 0
	for _, name := range []string{"value", "interval"} {
		for n, seed := 0, uint64(3000); n < programs; n, seed = n+1, seed+1 {
			p := flowtest.Random(seed, 12)
			r := rand.New(rand.NewPCG(seed, 9))
			plant(t, p, r)
			if err := ir.Check(p); err != nil {
				t.Fatal(err)
			}
			bad := map[string][]uint64{}
			tree(t, p, 40, func(inputs []uint64, o *ir.Obligation) {
				if o != nil {
					bad[fmt.Sprint(inputs)] = inputs
				}
			})
			task := &verify.Task{Program: p, Parts: &verify.PartSet{}, Options: verify.Options{Determ: true},
				Budget: verify.Budget{Work: 1 << 22}, Solver: []string{"none"}}
			s := subjects[name](p)
			run := cpa.NewRun(p, cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), s.a), cpa.Orders()[0], s.pi)
			for range 1 + r.IntN(3) {
				run.Explore(context.Background(), uint64(20+r.IntN(200)))
				if run.Target() != nil {
					run.Pass()
				}
			}
			ev := run.Graph(false).Stopped(func(*ir.Obligation) bool { return true })
			for _, names := range s.names() {
				ev.Results, ev.Made = maps.Clone(names.Results), maps.Clone(names.Made)
			}
			why := ""
			left := func(ev *verify.Annotated) *verify.Condition {
				c, out := check.Left(context.Background(), task, p.Obligations, &verify.Safe{Proof: ev})
				if why = out.Reason; c == nil {
					return nil
				}
				for _, c := range []*verify.Condition{c, c.Minimise()} {
					violations += follow(t, p, c, bad)
				}
				return c
			}
			graphs++
			if c := left(ev); c == nil {
				t.Errorf("%s, program %d: the graph is not confirmed: %s", name, seed, why)
			} else if len(c.States) > 1 || c.States[0].Verified {
				some++
			}
			for range changes {
				if left(forge(ev, r)) == nil {
					refused++
				} else {
					forged++
				}
			}
		}
	}
	t.Logf("%d graphs, %d with something shown; of changed ones %d refused, %d confirmed; %d violations followed", graphs,
		some, refused, forged, violations)
	if some < graphs/2 || forged < graphs || violations < graphs {
		t.Error("the test says little")
	}
}

// follow reports a failure unless the program under condition c still has the violations bad. It returns their number.
func follow(t *testing.T, p *ir.Program, c *verify.Condition, bad map[string][]uint64) int {
	t.Helper()
	q, _, err := restrict.Apply(p, verify.Scope{Condition: c})
	if err != nil {
		t.Fatal(err)
	}
	m, err := exec.NewInterp(q, exec.Config{Fuel: 1 << 20, MaxDepth: 30})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for _, inputs := range bad {
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
			t.Fatalf("verified, but violated on %v (then %v)\n%s\n%s", inputs, res.Outcome.Kind, restrict.ConditionText(c),
				ir.Print(p))
		}
	}
	return len(bad)
}

// forge returns a changed graph: an open node counts as closed, edges are removed or moved, formulas are strengthened,
// nodes are covered.
func forge(ev *verify.Annotated, r *rand.Rand) *verify.Annotated {
	f := *ev
	f.Nodes, f.Edges = slices.Clone(ev.Nodes), slices.Clone(ev.Edges)
	for range 1 + r.IntN(3) {
		i := r.IntN(len(f.Nodes))
		switch k := r.IntN(6); {
		case k == 0:
			for j := range f.Nodes { // the next open one
				if n := &f.Nodes[(i+j)%len(f.Nodes)]; n.Open {
					n.Open = false
					break
				}
			}
		case k == 1:
			f.Nodes[i].Formula = ir.NewBool(false)
		case k == 2:
			f.Nodes[i].Open = !f.Nodes[i].Open
		case k == 3 && len(f.Edges) > 0:
			j := r.IntN(len(f.Edges))
			f.Edges = slices.Delete(f.Edges, j, j+1)
		case k == 4 && len(f.Edges) > 0:
			e := &f.Edges[r.IntN(len(f.Edges))]
			if n := f.Nodes[e.To]; f.Nodes[i].Loc == n.Loc {
				e.To = i
			}
		default:
			for j := range f.Nodes { // covered by another node of the location
				if k := (i + j) % len(f.Nodes); k != i && f.Nodes[k].Loc == f.Nodes[i].Loc && f.Nodes[k].Frame == f.Nodes[i].Frame {
					f.Edges = append(f.Edges, verify.AnnotatedEdge{From: i, To: k, Caller: -1})
					break
				}
			}
		}
	}
	return &f
}
