package traceabs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// follow runs a program on random inputs and returns the first statement of the proof that does not hold in the run, or
// "".
func follow(t *testing.T, r *rand.Rand, p *ir.Program, proof verify.Evidence) string {
	t.Helper()
	w := &follower{addrs: map[*ir.Object]uint64{}}
	switch ev := proof.(type) { // other evidence makes no statement about states of runs
	case *verify.Annotated:
		g, err := annotated.Read(p, ev)
		if err != nil {
			return err.Error()
		}
		w.g, w.results, w.made, w.entered = g, ev.Results, ev.Made, ev.Entered
	case *verify.Inductive:
		w.results, w.made, w.entered = ev.Results, ev.Made, ev.Entered
		w.inv = map[*ir.Loc][]ir.Expr{}
		for _, i := range ev.Invariants {
			w.inv[i.Loc] = append(w.inv[i.Loc], i.Expr)
		}
	default:
		return ""
	}
	m, err := exec.NewInterp(p, exec.Config{Fuel: 5000, MaxDepth: 30})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Observe(w.edge)
	_, err = m.Run(context.Background(), exec.InputFunc(func(_ ir.Key, _ *ir.Site, t ir.Type) (uint64, bool) {
		if t.Kind == ir.Ptr {
			return 0, true
		}
		if r.IntN(6) == 0 {
			return num.Trunc(r.Uint64(), t.Bits), true
		}
		return num.Trunc(uint64(r.IntN(14)-4), t.Bits), true
	}))
	if err != nil {
		t.Fatal(err)
	}
	return w.why
}

// follower follows a run: with a node of the graph for each activation, or with invariants of locations.
type follower struct {
	g       *annotated.Graph
	inv     map[*ir.Loc][]ir.Expr
	results map[*ir.Func]*ir.Var
	made    map[*ir.Edge]*ir.Object
	entered map[*ir.Func]map[*ir.Var]*ir.Var
	addrs   map[*ir.Object]uint64 // latest address of each object
	at      []int
	why     string
}

// edge observes an edge of the run. The interpreter reports a call when the call has returned.
func (w *follower) edge(e *ir.Edge, env exec.Env) {
	if w.why != "" {
		return
	}
	if o := w.made[e]; o != nil {
		w.addrs[o] = env.Reg(ir.Def(e.Stmt))
	}
	if d, is := e.Stmt.(*ir.Decl); is {
		w.addrs[d.Obj] = env.Addr(d.Obj)
	}
	var result ir.Expr
	if r, is := e.Stmt.(*ir.Return); is {
		result = r.Val
	}
	if w.g == nil {
		if e.To.Func == e.From.Func {
			for _, x := range w.inv[e.To] {
				w.holds(fmt.Sprintf("L%d", e.To.ID), x, e.To.Func, env, result)
			}
		}
		return
	}
	d := env.Depth()
	for len(w.at) < d { // activations that began since the last edge
		if len(w.at) == 0 {
			w.at = append(w.at, w.stands(0))
			continue
		}
		from := w.at[len(w.at)-1]
		i := slices.IndexFunc(w.g.Nodes[from].Loc.Out, func(e *ir.Edge) bool { _, is := e.Stmt.(*ir.Call); return is })
		if i < 0 {
			w.why = fmt.Sprintf("no call leaves node %d", from)
			return
		}
		m := w.g.Moves(from, w.g.Nodes[from].Loc.Out[i])[0]
		if m.Entry < 0 {
			w.why = fmt.Sprintf("the call that leaves node %d is left out", from)
			return
		}
		w.at = append(w.at, w.stands(m.Entry))
	}
	from := w.at[d-1]
	moves := w.g.Moves(from, e)
	m := moves[0]
	if _, is := e.Stmt.(*ir.Call); is {
		if len(w.at) <= d { // the callee has no edges, so it was never observed
			w.why = ""
			w.at = nil
			w.g = nil
			return
		}
		exit := w.at[d]
		w.at = w.at[:d]
		i := slices.IndexFunc(moves, func(m annotated.Move) bool { return m.Exit == exit })
		if i < 0 {
			w.why = fmt.Sprintf("no way leads back from node %d to node %d", exit, from)
			return
		}
		m = moves[i]
	}
	switch {
	case len(m.To) > 0:
		for _, j := range m.To {
			w.holds(fmt.Sprintf("node %d", j), w.g.Nodes[j].Formula, e.To.Func, env, result)
		}
		w.at[d-1] = w.stands(m.To[0])
	case m.In >= 0:
		w.at[d-1] = m.In
	default:
		w.why = fmt.Sprintf("e%d (%s), which leaves node %d, is left out", e.ID, ir.StmtString(e.Stmt), from)
	}
}

// stands returns the node that covers node i and is not covered itself. Executions at i take its edges.
func (w *follower) stands(i int) int {
	for w.g.Nodes[i].By != i {
		i = w.g.Nodes[i].By
	}
	return i
}

// holds compares a formula with the state of the run. A conjunct without a value, such as one that reads uninitialised
// bytes, counts as true.
func (w *follower) holds(at string, x ir.Expr, f *ir.Func, env exec.Env, result ir.Expr) {
	if x == nil || len(w.entered[f]) > 0 {
		return
	}
	placed := true
	e := &ir.Env{FuncAddr: exec.FuncAddr, Load: func(a uint64, t ir.Type) (uint64, bool) { return env.Mem(a, t.Size()) }}
	e.Addr = func(o *ir.Object) uint64 {
		a, ok := w.addrs[o]
		if !ok && o.Func == nil {
			a, ok = env.Addr(o), true
		}
		placed = placed && ok
		return a
	}
	e.Reg = func(v *ir.Var) uint64 {
		if v == w.results[f] && result != nil {
			bits, _ := ir.EvalExpr(result, &ir.Env{Reg: env.Reg, FuncAddr: exec.FuncAddr, Addr: env.Addr})
			return bits
		}
		return env.Reg(v)
	}
	for _, c := range ir.Conjuncts(x) {
		placed = true
		if bits, ok := ir.EvalExpr(c, e); ok && placed && bits == 0 {
			w.why = fmt.Sprintf("%s says %s", at, ir.ExprString(c))
		}
	}
}
