package cpa_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/numeric"
	"github.com/tandem-verifier/tandem/internal/cpa/predicate"
	"github.com/tandem-verifier/tandem/internal/cpa/symbolic"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// subject is an analysis of a program under test.
type subject struct {
	a     cpa.Analysis
	names func() []absint.Names              // pseudo registers and objects that its formulas may have
	pi    *verify.Precision                  // the precision at the start
	more  func(*rand.Rand) *verify.Precision // returns a random precision to add to pi; nil if none is ever added
	close func()                             // closes its solver; nil if it has none
}

// short reports whether short tests skip the subject with this name. The analyses of the skipped product are subjects
// themselves.
func short(name string) bool { return name == "value+predicate" && !long() }

// everywhere widens at each location after two visits.
func everywhere(*ir.Loc) (int, bool) { return 2, true }

// subjects are the analyses that the tests of this package run.
var subjects = map[string]func(*ir.Program) subject{
	"value": func(p *ir.Program) subject {
		m := value.Domain().Meaning(absint.Prepare(p), absint.Config{})
		return subject{a: value.New(p, m, value.All), names: func() []absint.Names { return []absint.Names{m.Names()} }}
	},
	"value(refined)": func(p *ir.Program) subject { return values(p, value.Refined) },
	"value(dynamic)": func(p *ir.Program) subject { return values(p, value.Dynamic) },
	"interval": func(p *ir.Program) subject {
		d, _ := domains.Named("interval")
		m := d.Meaning(absint.Prepare(p), absint.Config{})
		return subject{a: numeric.New("interval", m, everywhere),
			names: func() []absint.Names { return []absint.Names{m.Names()} }}
	},
	"value+interval": func(p *ir.Program) subject {
		prep := absint.Prepare(p)
		d, _ := domains.Named("interval")
		v := value.Domain().Meaning(prep, absint.Config{})
		m := d.Meaning(prep, absint.Config{})
		return subject{a: cpa.Product(value.New(p, v, value.All), numeric.New("interval", m, everywhere)),
			names: func() []absint.Names { return []absint.Names{v.Names(), m.Names()} }}
	},
	"symbolic": func(p *ir.Program) subject {
		e := vc.New(term.New(), p, vc.Options{Enc: vc.Bits, Single: true})
		s, err := smt.Open(e.C, smt.Config{})
		if err != nil {
			panic(err)
		}
		a := symbolic.New(&prover.Asker{M: &prover.Meter{Meter: smt.NewMeter(context.Background(), 0, false)}, E: e, Sol: s})
		return subject{a: a, names: func() []absint.Names { return nil }, close: func() { s.Close() }}
	},
	"value+predicate": func(p *ir.Program) subject {
		v, s := values(p, value.Refined), predicates(p, vc.Ints, predicate.Config{})
		return subject{
			a: cpa.Product(v.a, s.a), names: func() []absint.Names { return append(v.names(), s.names()...) },
			pi: s.pi.And(v.pi), close: s.close,
		}
	},
	"predicate": func(p *ir.Program) subject { return predicates(p, vc.Ints, predicate.Config{}) },
	"predicate,cartesian": func(p *ir.Program) subject {
		return predicates(p, vc.Bits, predicate.Config{Cartesian: true, Blocks: predicate.Edges})
	},
}

// values returns the value analysis of some registers and cells, with low limits of values and states.
func values(p *ir.Program, mode value.Mode) subject {
	m := value.Domain().Meaning(absint.Prepare(p), absint.Config{})
	a := value.New(p, m, mode)
	a.Limits = value.Limits{Counts: 2, Values: 4, States: 150}
	more := func(r *rand.Rand) *verify.Precision {
		s := verify.Scoped{Func: map[*ir.Func][]ir.Expr{}, Loc: map[*ir.Loc][]ir.Expr{}}
		for _, v := range p.Globals {
			if r.IntN(3) == 0 {
				s.Global = append(s.Global, ir.NewRef(v))
			}
		}
		for _, o := range p.Objects {
			if r.IntN(2) == 0 {
				s.Global = append(s.Global,
					&ir.Load{T: ir.I32, Addr: ir.NewPtrAdd(&ir.AddrOf{Obj: o, T: p.Model.Ptr()},
						ir.NewConst(p.Model.Diff(), int64(4*r.IntN(3))), 1)})
			}
		}
		for _, f := range p.Funcs {
			for _, v := range f.Vars {
				switch r.IntN(4) {
				case 0:
					s.Func[f] = append(s.Func[f], ir.NewRef(v))
				case 1:
					l := f.Locs[r.IntN(len(f.Locs))]
					s.Loc[l] = append(s.Loc[l], ir.NewRef(v))
				}
			}
		}
		return (*verify.Precision)(nil).WithValues(s)
	}
	return subject{a: a, names: func() []absint.Names { return []absint.Names{m.Names()} },
		pi: more(rand.New(rand.NewPCG(1, uint64(len(p.Entry.Edges))))), more: more}
}

// predicates returns a predicate abstraction whose first precision has random comparisons of registers with constants
// and with other registers.
func predicates(p *ir.Program, enc vc.Encoding, cfg predicate.Config) subject {
	e := vc.New(term.New(), p, vc.Options{Enc: enc})
	s, err := smt.Open(e.C, smt.Config{})
	if err != nil {
		panic(err)
	}
	cfg.Results = map[*ir.Func]*ir.Var{}
	a := predicate.New(p, vc.NewProver(e, s, smt.Budget{Time: 300 * time.Millisecond}), cfg)
	pi := &verify.Precision{}
	r := rand.New(rand.NewPCG(uint64(len(p.Funcs)), uint64(len(p.Entry.Edges))))
	some := func(vars []*ir.Var, n int) (out []ir.Expr) {
		for range n {
			v := vars[r.IntN(len(vars))]
			if v.Type.Kind != ir.Int {
				continue
			}
			k := ir.NewConst(v.Type, int64(r.IntN(7)-2))
			out = append(out, ir.NewBinary([]ir.BinOp{ir.Eq, ir.Lt, ir.Le}[r.IntN(3)], ir.NewRef(v), k))
			if w := vars[r.IntN(len(vars))]; w.Type == v.Type {
				out = append(out, ir.NewBinary(ir.Le, ir.NewRef(v), ir.NewRef(w)))
			}
		}
		return out
	}
	for _, f := range p.Funcs {
		vars := slices.Concat(f.Vars, p.Globals)
		if x := cfg.Results[f]; x != nil {
			vars = append(vars, x, x, x)
		}
		if len(vars) > 0 {
			pi = pi.WithPredicates(verify.Scoped{Func: map[*ir.Func][]ir.Expr{f: some(vars, 8)}})
		}
	}
	return subject{a: a, names: func() []absint.Names { return []absint.Names{{Results: cfg.Results}} }, pi: pi,
		close: func() { s.Close() }}
}

// TestRuns compares graphs with runs of the interpreter. While a run is at expanded nodes, each of its edges must have
// a link, and the formula of the node to which the link leads must be true. The analysis is stopped at random points
// and refined at random nodes; the nodes that are expanded or covered then must still satisfy this.
func TestRuns(t *testing.T) {
	for name, open := range subjects {
		if short(name) {
			continue
		}
		programs, enough := uint64(16), 10000
		if long() {
			programs, enough = 160, 100_000
		}
		if strings.Contains(name, "predicate") && !long() { // solvers are slow
			programs, enough = 4, 1000
		}
		if name == "symbolic" {
			programs *= 2 // few paths end
		} else if strings.HasPrefix(name, "value(") {
			if programs = 32; long() {
				programs = 1000
			}
		}
		t.Run(name, func(t *testing.T) {
			followed, ended, refined := 0, 0, 0
			for seed := range programs {
				p := flowtest.Random(seed, 25)
				r := rand.New(rand.NewPCG(seed, 5))
				s := open(p)
				run := cpa.NewRun(p, cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), s.a),
					cpa.Orders()[r.IntN(len(cpa.Orders()))], s.pi)
				for range 1 + r.IntN(4) {
					explore(run, name, uint64(1+r.IntN(300)))
					swept := false
					switch t := run.Target(); {
					case t == nil && r.IntN(4) == 0:
						run.Descend(context.Background(), 1+r.IntN(2))
					case t == nil && r.IntN(3) == 0:
						if live := live(run.ARG); len(live) > 0 {
							pi := run.Precision
							if s.more != nil {
								pi = pi.And(s.more(r))
							}
							run.Refine(whim(live, r), pi, "a whim")
							swept = true
						}
					case t != nil:
						if f := cpa.Promptly(context.Background(), run.Analysis, run.ARG.Path(t), run.Precision); f != nil {
							run.Refine(f.From, f.Precision, f.Why)
							refined++
						} else {
							run.Pass()
						}
					}
					for _, n := range run.ARG.Nodes { // a node that covers another must not be dropped
						if n.Fate != cpa.Covered {
							continue
						}
						by := n.By
						for by.Fate == cpa.Merged {
							by = by.By
						}
						if by.Fate == cpa.Gone {
							t.Fatalf("program %d: %s is covered by a node that is gone", seed, n)
						}
					}
					if swept { // each remaining node has a path from the root
						for _, n := range run.ARG.Nodes {
							if n.Counts() && len(run.ARG.Path(n).Nodes) == 0 {
								t.Fatalf("seed %d: no path with matching returns leads to %s", seed, n)
							}
						}
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
				if s.close != nil {
					s.close()
				}
				if again, err := cpa.ParseGraph(p, g.String()); err == nil && again.String() != g.String() {
					t.Fatalf("program %d: the text form is not read as it was printed:\n%s\n%s", seed, g, again)
				} else if err != nil && !strings.Contains(err.Error(), "no object") &&
					!strings.Contains(err.Error(), "no register") {
					// Allowed: a formula has an object or register that ParseGraph does not find in the node's function.
					t.Fatalf("program %d: %v\n%s", seed, err, g)
				}
			}
			t.Logf("%d links followed, %d runs to their ends, %d refinements", followed, ended, refined)
			if followed < enough || ended < enough/1000 {
				t.Errorf("too few to mean much: %d links, %d runs", followed, ended)
			}
		})
	}
}

// explore makes some steps of the analysis. It stops symbolic execution after 100 ms, since the terms for pointers that
// are stored as bytes may become large.
func explore(r *cpa.Run, name string, steps uint64) {
	ctx, cancel := context.WithCancel(context.Background())
	if name == "symbolic" {
		ctx, cancel = context.WithTimeout(ctx, 100*time.Millisecond)
	}
	defer cancel()
	r.Explore(ctx, steps)
}

// whim returns a random node to refine from, often one that covers another.
func whim(live []*cpa.Node, r *rand.Rand) *cpa.Node {
	var by []*cpa.Node
	for _, n := range live {
		if n.Fate == cpa.Covered && n.By.Counts() {
			by = append(by, n.By)
		}
	}
	if len(by) > 0 && r.IntN(2) == 0 {
		return by[r.IntN(len(by))]
	}
	return live[r.IntN(len(live))]
}

// live returns the nodes that belong to the current graph.
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
	addrs map[*ir.Object]uint64 // latest address of each object
	at    []int                 // the node of each activation
	steps int                   // number of links followed
	out   bool                  // the run has left the expanded nodes
	why   string                // how the graph contradicts the run; "" if it does not
}

// note records the address of an object that the edge e declares or allocates.
func (w *walker) note(e *ir.Edge, env exec.Env) {
	for _, n := range w.names {
		if o := n.Made[e]; o != nil {
			w.addrs[o] = env.Reg(ir.Def(e.Stmt))
		}
	}
	if decl, is := e.Stmt.(*ir.Decl); is {
		w.addrs[decl.Obj] = env.Addr(decl.Obj)
	}
}

// edge observes an edge of the run. The interpreter reports a call when the call has returned.
func (w *walker) edge(e *ir.Edge, env exec.Env) {
	if w.out || w.why != "" {
		return
	}
	w.note(e, env)
	d := env.Depth()
	_, isCall := e.Stmt.(*ir.Call)
	for len(w.at) < d { // activations that began since the last edge
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
	if isCall && len(w.at) > d { // the call returns
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
		w.out = true // the callee was never observed, since it is undefined or has no edges
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

// stands returns n if it is not covered, else the last node of the chain of nodes that cover it.
func (w *walker) stands(n int) int {
	for w.g.Nodes[n].Fate == cpa.Covered {
		n = w.g.Nodes[n].By
	}
	return n
}

// expanded reports whether n, or the node that covers it, is expanded. If not, the walker stops.
func (w *walker) expanded(n int) bool {
	w.out = w.g.Nodes[w.stands(n)].Fate != cpa.Expanded
	return !w.out
}

// follow takes the link over e that leaves the node from, and checks the formula of the node that it leads to. caller
// is the node before the call if the run returns from the call e, else -1. result is the value of a return statement e,
// or nil.
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

// holds compares the formula of a node with the state of the run. A term without a value, such as uninitialised bytes,
// counts as true.
func (w *walker) holds(n int, env exec.Env, result ir.Expr) {
	node := w.g.Nodes[n]
	if node.Formula == nil {
		return
	}
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

// shapes is an analysis whose state has the number of refinements so far, and after an edge into a join, the index of
// this edge. A state with index 0 covers all states with the same number of refinements.
type shapes struct {
	cpa.Analysis
	heard int // number of refinements so far
}

// shapesState is a state of shapes: the number of refinements, and the index of the edge among the edges into its
// target (0 if the target is not a join).
type shapesState struct{ heard, edge int }

func (a *shapes) Name() string       { return "shapes" }
func (a *shapes) Initial() cpa.State { return shapesState{a.heard, 0} }
func (a *shapes) Transfer(_ context.Context, _ cpa.State, e *ir.Edge, _ cpa.At) cpa.State {
	if len(e.To.In) > 1 {
		return shapesState{a.heard, slices.Index(e.To.In, e)}
	}
	return shapesState{a.heard, 0}
}
func (a *shapes) Adjust(_ context.Context, s cpa.State, _ cpa.At) cpa.State { return s }
func (a *shapes) Merge(_, old cpa.State) cpa.State                          { return old }
func (a *shapes) Leq(s, t cpa.State) bool {
	return s == t || a.known(t) == 0 && s.(shapesState).heard == t.(shapesState).heard
}
func (a *shapes) Expr(cpa.State) ir.Expr { return ir.NewBool(true) }

// known returns 0 for a state from the first edge, else 1.
func (a *shapes) known(s cpa.State) int { return min(s.(shapesState).edge, 1) }
func (a *shapes) Key(s cpa.State) uint64 {
	return uint64(s.(shapesState).heard)<<32 | uint64(s.(shapesState).edge)
}
func (a *shapes) Shape(s cpa.State) uint64 {
	return uint64(s.(shapesState).heard)<<1 | uint64(a.known(s))
}
func (a *shapes) KeyAs(s, t cpa.State) (uint64, bool) {
	return uint64(s.(shapesState).heard) << 32, a.known(t) == 0 && s.(shapesState).heard == t.(shapesState).heard
}

// TestAnew refines at the same location 40 times. After each refinement, the state of the first edge into the join must
// cover the state of the other edge, as it does in the first exploration.
func TestAnew(t *testing.T) {
	p := irtest.Program(t, `program LP64
site nondet "n@a.c:1:2" name "n" type u8 in main
entry main
func main() void {
  reg n u8
  locs 7
  L0 -> L2: n = input #0
  L2 -> L3: assume n < 7:u8 [T]
  L2 -> L4: assume 7:u8 <= n [F]
  L4 -> L5: skip
  L3 -> L5: skip
  L5 -> L6: skip
  L6 -> L1: return
}
`)
	a := &shapes{}
	run := cpa.NewRun(p, a, cpa.Orders()[0], nil)
	for begin := 0; a.heard < 40; begin = len(run.ARG.Nodes) {
		run.Explore(context.Background(), 0)
		covered := 0
		for _, n := range run.ARG.Nodes[begin:] {
			if n.Fate == cpa.Covered && len(n.Loc.In) > 1 {
				covered++
			}
		}
		if covered != 1 {
			t.Fatalf("after %d refinements %d nodes are covered:\n%s", a.heard, covered, run.Graph(false))
		}
		a.heard++
		from := run.ARG.Root().Out[0].To
		run.Refine(from, (*verify.Precision)(nil).WithValues(verify.Scoped{}), "anew")
	}
}
