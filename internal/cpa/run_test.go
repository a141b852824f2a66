package cpa_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/numeric"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// subject is an analysis of a program, with the names that its formulas have.
type subject struct {
	a     cpa.Analysis
	names func() []absint.Names
}

func everywhere(*ir.Loc) (int, bool) { return 2, true }

// subjects are the analyses that the tests of this package run.
var subjects = map[string]func(*ir.Program) subject{
	"value": func(p *ir.Program) subject {
		m := value.Domain().Meaning(absint.Prepare(p), absint.Config{})
		return subject{value.New(p, m, true), func() []absint.Names { return []absint.Names{m.Names()} }}
	},
	"interval": func(p *ir.Program) subject {
		d, _ := domains.Named("interval")
		m := d.Meaning(absint.Prepare(p), absint.Config{})
		return subject{numeric.New("interval", m, everywhere), func() []absint.Names { return []absint.Names{m.Names()} }}
	},
	"value+interval": func(p *ir.Program) subject {
		prep := absint.Prepare(p)
		d, _ := domains.Named("interval")
		v := value.Domain().Meaning(prep, absint.Config{})
		m := d.Meaning(prep, absint.Config{})
		return subject{cpa.Product(value.New(p, v, true), numeric.New("interval", m, everywhere)), func() []absint.Names { return []absint.Names{v.Names(), m.Names()} }}
	},
}

// TestRuns holds graphs against runs: a run goes along links as long as it meets expanded nodes, and what nodes say is true. The
// analysis is stopped at a random point, and refined at random nodes: what is not open must be right all the same.
func TestRuns(t *testing.T) {
	programs := uint64(16)
	for name, open := range subjects {
		t.Run(name, func(t *testing.T) {
			followed, ended := 0, 0
			for seed := range programs {
				p := flowtest.Random(seed, 25)
				r := rand.New(rand.NewPCG(seed, 5))
				s := open(p)
				run := cpa.NewRun(p, cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), s.a), cpa.Orders()[r.IntN(len(cpa.Orders()))], nil)
				for range 1 + r.IntN(4) {
					run.Explore(context.Background(), uint64(1+r.IntN(300)))
					switch t := run.Target(); {
					case t == nil && r.IntN(4) == 0:
						run.Descend(context.Background(), 1+r.IntN(2))
					case t == nil && r.IntN(3) == 0:
						if live := live(run.ARG); len(live) > 0 {
							run.Refine(live[r.IntN(len(live))], nil, "a whim")
						}
					case t != nil:
						run.Pass()
					}
				}
				g := run.Graph(false)
				m, err := exec.NewInterp(p, exec.Config{Fuel: 2000, MaxDepth: 30})
				if err != nil {
					t.Fatal(err)
				}
				for range 15 {
					w := &walker{g: g, names: s.names(), addrs: map[*ir.Object]uint64{}}
					m.Observe(w.edge)
					_, err := m.Run(context.Background(), exec.InputFunc(func(_ ir.Key, _ *ir.Site, t ir.Type) (uint64, bool) {
						return num.Trunc(uint64(r.IntN(14)-4), t.Bits), true
					}))
					if err != nil {
						t.Fatal(err)
					}
					if w.why != "" {
						t.Fatalf("program %d: %s", seed, w.why)
					}
					followed += w.steps
					if !w.out {
						ended++
					}
				}
				m.Close()
				if again, err := cpa.ParseGraph(p, g.String()); err == nil && again.String() != g.String() {
					t.Fatalf("program %d: the text form is not read as it was printed:\n%s\n%s", seed, g, again)
				} else if err != nil && !strings.Contains(err.Error(), "no object") && !strings.Contains(err.Error(), "no register") { // names of no function, or another's
					t.Fatalf("program %d: %v\n%s", seed, err, g)
				}
			}
			t.Logf("%d links followed, %d runs to their ends", followed, ended)
			if followed < 10000 || ended < 25 {
				t.Errorf("too few to mean much: %d links, %d runs", followed, ended)
			}
		})
	}
}

func live(g *cpa.ARG) (out []*cpa.Node) {
	for _, n := range g.Nodes {
		if n.Counts() {
			out = append(out, n)
		}
	}
	return out
}

// walker follows a run through a graph.
type walker struct {
	g     *cpa.Graph
	names []absint.Names
	addrs map[*ir.Object]uint64 // of objects made last
	at    []int                 // a node for each activation
	steps int
	out   bool // the run has left what is expanded
	why   string
}

// edge observes. A call is seen when it is over.
func (w *walker) edge(e *ir.Edge, env exec.Env) {
	if w.out || w.why != "" {
		return
	}
	for _, n := range w.names {
		if o := n.Made[e]; o != nil {
			w.addrs[o] = env.Reg(ir.Def(e.Stmt))
		}
	}
	if decl, is := e.Stmt.(*ir.Decl); is {
		w.addrs[decl.Obj] = env.Addr(decl.Obj)
	}
	d := env.Depth()
	_, isCall := e.Stmt.(*ir.Call)
	for len(w.at) < d { // activations that began
		if len(w.at) == 0 {
			w.at = append(w.at, 0)
			continue
		}
		from := w.at[len(w.at)-1]
		if !w.expanded(from) {
			return
		}
		to := -1
		from = w.stands(from)
		for _, l := range w.g.Nodes[from].Out {
			if _, is := l.Edge.Stmt.(*ir.Call); is && l.Caller < 0 {
				to = l.To
			}
		}
		if to < 0 {
			w.why = fmt.Sprintf("no call leaves N%d", from)
			return
		}
		w.at = append(w.at, to)
	}
	from := w.at[d-1]
	if isCall && len(w.at) > d { // back from it
		exit := w.at[d]
		w.at = w.at[:d]
		if !w.expanded(exit) {
			return
		}
		exit = w.stands(exit)
		w.follow(exit, e, w.stands(from), env, nil)
		return
	}
	if isCall {
		w.out = true // the callee was never seen: an undefined function, or it has no edges
		return
	}
	if !w.expanded(from) {
		return
	}
	var result ir.Expr
	if r, is := e.Stmt.(*ir.Return); is {
		result = r.Val
	}
	w.follow(w.stands(from), e, -1, env, result)
}

// stands is the node that stands for a covered one.
func (w *walker) stands(n int) int {
	for w.g.Nodes[n].Fate == cpa.Covered {
		n = w.g.Nodes[n].By
	}
	return n
}

func (w *walker) expanded(n int) bool {
	w.out = w.g.Nodes[w.stands(n)].Fate != cpa.Expanded
	return !w.out
}

// follow goes over a link.
func (w *walker) follow(from int, e *ir.Edge, caller int, env exec.Env, result ir.Expr) {
	for _, l := range w.g.Nodes[from].Out {
		if l.Edge != e || (caller >= 0) != (l.Caller >= 0) || caller >= 0 && w.stands(l.Caller) != caller {
			continue
		}
		w.steps++
		w.at[len(w.at)-1] = l.To
		w.holds(l.To, env, result)
		return
	}
	w.why = fmt.Sprintf("no link from N%d over e%d (%s), caller N%d", from, e.ID, ir.StmtString(e.Stmt), caller)
}

// holds compares what a node says with the state of the run. What has no value, like bytes that are not initialised, decides nothing.
func (w *walker) holds(n int, env exec.Env, result ir.Expr) {
	node := w.g.Nodes[n]
	x := &ir.Env{FuncAddr: exec.FuncAddr, Load: func(a uint64, t ir.Type) (uint64, bool) { return env.Mem(a, t.Size()) }}
	x.Addr = func(o *ir.Object) uint64 {
		if a, ok := w.addrs[o]; ok || o.Func != nil {
			return a
		}
		return env.Addr(o)
	}
	x.Reg = func(v *ir.Var) uint64 {
		for _, n := range w.names {
			if v == n.Results[node.Loc.Func] && result != nil {
				bits, _ := ir.EvalExpr(result, &ir.Env{Reg: env.Reg, FuncAddr: exec.FuncAddr, Addr: env.Addr})
				return bits
			}
		}
		return env.Reg(v)
	}
	for _, c := range ir.Conjuncts(node.Formula) {
		if bits, ok := ir.EvalExpr(c, x); ok && bits == 0 {
			w.why = fmt.Sprintf("N%d says %s", n, ir.ExprString(c))
		}
	}
}
