package cpa_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// laws follows a run with an abstract state for each activation. The state must contain the state of the run: after an
// edge (transfer), after a loss of precision (adjust), after a merge with other states of the location (merge), and
// after a replacement by a state that is above it (stop).
type laws struct {
	s      subject
	r      *rand.Rand
	pool   map[*ir.Loc][]cpa.State // states of a graph of the program
	states []cpa.State             // one for each activation
	locs   []*ir.Loc
	eval   walker // evaluates formulas
	cases  map[string]int
	out    bool
	why    string
}

// at returns the location l with the precision of the subject.
func (w *laws) at(l *ir.Loc) cpa.At { return cpa.At{Loc: l, Precision: w.s.pi} }

// edge observes an edge of the run. The interpreter reports a call when the call has returned.
func (w *laws) edge(e *ir.Edge, env exec.Env) {
	if w.out || w.why != "" {
		return
	}
	w.eval.note(e, env)
	ctx := context.Background()
	d := env.Depth()
	for len(w.states) < d {
		n := len(w.states)
		if n == 0 {
			w.states, w.locs = []cpa.State{w.s.a.Initial()}, []*ir.Loc{e.From}
			if e.From.Func.Entry != e.From {
				w.out = true // the first edge is a call
			}
			continue
		}
		// The pending call is the only edge of its location.
		call := w.locs[n-1].Out[0]
		c, is := call.Stmt.(*ir.Call)
		if !is {
			w.why = "a call where none is"
			return
		}
		s := w.s.a.Transfer(ctx, w.states[n-1], call, w.at(c.Func.Entry))
		if s == nil {
			w.why = "the call is left out"
			return
		}
		w.cases["transfer"]++
		w.states, w.locs = append(w.states, s), append(w.locs, c.Func.Entry)
	}
	var result ir.Expr
	if r, is := e.Stmt.(*ir.Return); is {
		result = r.Val
	}
	var s cpa.State
	if _, is := e.Stmt.(*ir.Call); is {
		if len(w.states) == d {
			w.out = true // the callee was never observed
			return
		}
		s = w.s.a.Resume(ctx, w.states[d-1], w.states[d], e, w.at(e.To))
		w.states, w.locs = w.states[:d], w.locs[:d]
	} else {
		s = w.s.a.Transfer(ctx, w.states[d-1], e, w.at(e.To))
	}
	if !w.holds("transfer", s, e, env, result) {
		return
	}
	s = w.s.a.Adjust(ctx, s, w.at(e.To))
	if !w.holds("adjust", s, e, env, result) {
		return
	}
	if o := w.other(e.To, func(o cpa.State) bool { return w.s.a.Leq(s, o) }); o != nil &&
		!w.holds("stop", o, e, env, result) {
		return
	}
	o := w.other(e.To, func(o cpa.State) bool {
		k, is := w.s.a.(cpa.Partitioned)
		return !is || k.Key(o) == k.Key(s)
	})
	if o != nil {
		// The result is the old state, or a state above both.
		t := w.s.a.Merge(o, s)
		if !w.holds("merge", t, e, env, result) {
			return
		}
		if u := w.s.a.Merge(s, o); u != o && !w.holds("merge of the other", u, e, env, result) {
			return
		}
		if w.s.a.Leq(t, o) && !w.holds("stop", o, e, env, result) {
			return
		}
		if w.r.IntN(4) == 0 {
			s = t
		}
		if n, is := w.s.a.(cpa.Narrower); is && w.r.IntN(4) == 0 && w.s.a.Leq(s, t) {
			if u := n.Narrow(t, []cpa.State{s, o}); !w.holds("narrow", u, e, env, result) {
				return
			}
		}
	}
	w.states[d-1], w.locs[d-1] = s, e.To
}

// other returns a state of the graph at l for which wanted is true, nil if there is none among 16 of them.
func (w *laws) other(l *ir.Loc, wanted func(cpa.State) bool) cpa.State {
	all := w.pool[l]
	if len(all) == 0 {
		return nil
	}
	first := w.r.IntN(len(all))
	for i := range min(len(all), 16) {
		if o := all[(first+i)%len(all)]; wanted(o) {
			return o
		}
	}
	return nil
}

// holds reports whether s contains the state of the run after e.
func (w *laws) holds(law string, s cpa.State, e *ir.Edge, env exec.Env, result ir.Expr) bool {
	if s == nil {
		w.why = fmt.Sprintf("%s: nothing is there behind %s", law, ir.StmtString(e.Stmt))
		return false
	}
	w.cases[law]++
	w.eval.g = &cpa.Graph{Nodes: []cpa.GraphNode{{Loc: e.To, Formula: w.s.a.Expr(s)}}}
	w.eval.names = w.s.names() // the formula may have added names
	w.eval.note(e, env)
	w.eval.holds(0, env, result)
	if w.eval.why != "" {
		w.why = fmt.Sprintf("%s over %s: %s", law, ir.StmtString(e.Stmt), w.eval.why)
	}
	return w.why == ""
}

// TestLaws checks that the operators of all analyses and of products over-approximate: their result contains the state
// of the run.
func TestLaws(t *testing.T) {
	for name, open := range subjects {
		if name == "symbolic" { // a state has only one path; package symbolic tests its tree with runs
			continue
		}
		if short(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			want, fuel := 3000, uint64(400)
			switch {
			case long():
				want = 100_000
			case strings.Contains(name, "predicate"): // solvers are slow
				want, fuel = 120, 15
			}
			fewer := want / 6
			if long() {
				fewer = want
			}
			cases := map[string]int{}
			for seed := uint64(1); cases["transfer"] < want || cases["merge"] < fewer || cases["stop"] < fewer; seed++ {
				p := flowtest.Random(seed, 25)
				r := rand.New(rand.NewPCG(seed, 6))
				s := open(p)
				run := cpa.NewRun(p, s.a, cpa.Orders()[r.IntN(len(cpa.Orders()))], s.pi)
				run.ARG.Keep = true // the laws hold for all states, dropped ones included
				explore(run, name, uint64(min(want/4, 600)))
				pool := map[*ir.Loc][]cpa.State{}
				for _, n := range run.ARG.Nodes {
					pool[n.Loc] = append(pool[n.Loc], n.State)
				}
				m, err := exec.NewInterp(p, exec.Config{Fuel: fuel, MaxDepth: 30})
				if err != nil {
					t.Fatal(err)
				}
				for range 6 {
					w := &laws{s: s, r: r, pool: pool, cases: cases, eval: walker{names: s.names(), addrs: map[*ir.Object]uint64{}}}
					m.Observe(w.edge)
					if _, err := m.Run(context.Background(), exec.InputFunc(func(_ ir.Key, _ *ir.Site, t ir.Type) (uint64, bool) {
						return num.Trunc(uint64(r.IntN(14)-4), t.Bits), true
					})); err != nil {
						t.Fatal(err)
					}
					if w.why != "" {
						t.Fatalf("program %d: %s", seed, w.why)
					}
				}
				m.Close()
				if s.close != nil {
					s.close()
				}
				if seed > uint64(want) {
					t.Fatalf("too few cases: %v", cases)
				}
			}
			t.Log(cases)
		})
	}
}
