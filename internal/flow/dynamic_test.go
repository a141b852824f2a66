package flow_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// watcher follows a run in the interpreter and compares it with the results of the analysis.
type watcher struct {
	a     *flow.Points
	made  []instance
	stack []*ir.Func // the running functions, the innermost last
	fault string
	seen  int // accesses and pointer values checked
	// accesses checks only accesses, not the values of registers. A pointer in a register may be outside of its object and
	// inside of another object.
	accesses bool
	// loaded restricts the check of registers to pointers whose object is found by their address: loaded pointers and
	// casts.
	loaded bool
	// ignore, if not nil, reports whether an object is not checked.
	ignore func(*flow.Target) bool
}

// instance is one object of the run.
type instance struct {
	base, size uint64
	t          *flow.Target
}

// newWatcher returns a watcher of runs in which the global objects have the addresses of layout.
func newWatcher(a *flow.Points, layout func(*ir.Object) uint64) *watcher {
	w := &watcher{a: a}
	for _, o := range a.Prog.Objects {
		w.made = append(w.made, instance{layout(o), uint64(o.Size), a.Object(o)})
	}
	return w
}

// find returns the youngest object with the address, and the offset. The end of an object belongs to it, since pointers
// may lead there.
func (w *watcher) find(addr uint64) (*flow.Target, int64) {
	for i := len(w.made) - 1; i >= 0; i-- {
		if in := w.made[i]; addr >= in.base && addr <= in.base+in.size {
			if w.ignore != nil && w.ignore(in.t) {
				return nil, 0
			}
			return in.t, int64(addr - in.base)
		}
	}
	return nil, 0
}

// bad records a fault at an edge.
func (w *watcher) bad(e *ir.Edge, format string, args ...any) {
	if w.fault == "" {
		w.fault = fmt.Sprintf("%s %s: %s", e.From.Func.Name, e, fmt.Sprintf(format, args...))
	}
}

// edge checks an edge after it was executed.
func (w *watcher) edge(e *ir.Edge, env exec.Env) {
	f := e.From.Func
	depth := env.Depth()
	for len(w.stack) < depth {
		w.stack = append(w.stack, nil)
	}
	w.stack = w.stack[:depth]
	if _, isCall := e.Stmt.(*ir.Call); !isCall {
		if _, isRet := e.Stmt.(*ir.Return); !isRet {
			w.stack[depth-1] = f
		}
	}
	dst := ir.Def(e.Stmt)
	eval := &ir.Env{
		Reg: func(v *ir.Var) uint64 { return env.Reg(v) },
		Addr: func(o *ir.Object) uint64 {
			return env.Addr(o)
		},
		FuncAddr: func(g *ir.Func) uint64 { return 1 },
	}
	access := func(addr ir.Expr, write bool) {
		if dst != nil && ir.Reads(addr, dst) {
			return // the pointer is overwritten
		}
		v, ok := ir.EvalExpr(addr, eval)
		if !ok {
			return
		}
		t, off := w.find(v)
		if t == nil {
			return
		}
		w.seen++
		w.check(e, addr, t, off)
		for _, g := range w.stack {
			if g == nil {
				continue
			}
			eff := w.a.Of(g)
			if write && !eff.Writes.Has(t) || !write && !eff.Reads.Has(t) {
				w.bad(e, "%s touched (write %v), but not in the effects of %s", t, write, g.Name)
			}
		}
		if write && !w.a.Writes(e).Has(t) || !write && !w.a.Reads(e).Has(t) {
			w.bad(e, "%s touched (write %v), but not in what the edge may touch", t, write)
		}
	}
	switch s := e.Stmt.(type) {
	case *ir.Decl:
		w.made = append(w.made, instance{env.Addr(s.Obj), uint64(s.Obj.Size), w.a.Object(s.Obj)})
	case *ir.Alloc:
		size, _ := ir.EvalExpr(s.Size, eval)
		w.made = append(w.made, instance{env.Reg(s.Dst), size, w.a.Made(e)})
	case *ir.LoadStmt:
		access(s.Addr, false)
	case *ir.Store:
		access(s.Addr, true)
		if s.Val.Type().Kind == ir.Ptr {
			if v, ok := ir.EvalExpr(s.Val, eval); ok {
				if t, _ := w.find(v); t != nil && t.Kind == flow.LocalObj && w.a.NonEscaping(t.Obj) {
					w.bad(e, "address of non-escaping %s stored", t)
				}
			}
		}
	case *ir.MemCopy:
		if n, ok := ir.EvalExpr(s.N, eval); ok && n > 0 {
			access(s.Src, false)
			access(s.Dst, true)
		}
	case *ir.MemSet:
		if n, ok := ir.EvalExpr(s.N, eval); ok && n > 0 {
			access(s.Dst, true)
		}
	}
	if dst != nil && dst.Type.Kind == ir.Ptr && !w.accesses && (!w.loaded || fromNumber(e.Stmt)) {
		if t, off := w.find(env.Reg(dst)); t != nil {
			w.seen++
			w.check(e, ir.NewRef(dst), t, off)
			if dst.Global && t.Kind == flow.LocalObj && w.a.NonEscaping(t.Obj) {
				w.bad(e, "address of non-escaping %s in a global register", t)
			}
		}
	}
}

// fromNumber reports whether a statement assigns a pointer whose object is found by its address.
func fromNumber(s ir.Stmt) bool {
	switch s := s.(type) {
	case *ir.LoadStmt:
		return true
	case *ir.Assign:
		_, ok := s.Src.(*ir.Cast)
		return ok
	}
	return false
}

// check records a fault unless an address of the pointer covers offset off of t.
func (w *watcher) check(e *ir.Edge, addr ir.Expr, t *flow.Target, off int64) {
	places := w.a.Expr(addr)
	for _, pl := range places {
		if pl.Target == t && pl.Covers(off) {
			return
		}
	}
	w.bad(e, "%s points to %s+%d, not in %v", ir.ExprString(addr), t, off, places)
}

// TestDynamic runs random programs and compares every access, every pointer value, every effect and every entry input
// with the analyses.
func TestDynamic(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 60
	}
	checked, reads := 0, 0
	for seed := range uint64(n) {
		p := flowtest.Random(seed+1000, 12)
		m, a := machine(t, p, exec.Config{Fuel: 5000, MaxDepth: 100})
		once := map[int]bool{}
		for _, s := range flow.EntryInputs(p) {
			once[s.ID] = true
		}
		swept := flow.NewPointsSwept(p)
		sameAnswers(t, p, a, swept)
		for run, a := range []*flow.Points{a, a, swept, flow.NewPointsGivenUp(p)} {
			w := newWatcher(a, m.Addr)
			m.Observe(w.edge)
			r, err := m.Run(context.Background(), exec.Random(p, seed*16+uint64(run), exec.Small))
			if err != nil {
				t.Fatal(err)
			}
			if w.fault != "" { // inputs are too small to be addresses by chance

				t.Fatalf("seed %d: %s", seed, w.fault)
			}
			checked += w.seen
			for _, rec := range r.Reads {
				reads++
				if once[rec.Site] && rec.Occ > 0 {
					t.Fatalf("seed %d: entry input %s read again", seed, p.Sites[rec.Site].Key)
				}
			}
		}
		m.Close()
	}
	t.Logf("%d pointers and accesses checked, %d reads", checked, reads)
	if checked < 10*n || reads < n {
		t.Error("hardly anything was checked")
	}
}

// sameAnswers checks that two analyses have the same addresses for each pointer register, in any order.
func sameAnswers(t *testing.T, p *ir.Program, a, b *flow.Points) {
	t.Helper()
	within := func(v *ir.Var, name string, xs, ys []flow.Address) {
		for _, x := range xs {
			if !slices.ContainsFunc(ys, func(y flow.Address) bool { return includes(y, x) }) {
				t.Errorf("%s: %s of %v is not in %v (%s)", v.Name, x, xs, ys, name)
			}
		}
	}
	compare := func(vs []*ir.Var) {
		for _, v := range vs {
			x, y := a.Reg(v), b.Reg(v)
			within(v, "with cycles collapsed more", x, y)
			within(v, "without", y, x)
		}
	}
	compare(p.Globals)
	for _, f := range p.Funcs {
		compare(f.Vars)
	}
}

// includes reports whether y has each concrete address of x; objects are compared by name.
func includes(y, x flow.Address) bool {
	switch {
	case x.Target == nil || y.Target == nil:
		return x.Target == y.Target
	case x.Target.ID != y.Target.ID:
		return false
	case y.Stride == 0:
		return x.Stride == 0 && x.Off == y.Off
	}
	return x.Stride%y.Stride == 0 && y.Covers(x.Off)
}

// TestDynamicBenchmarks is TestDynamic for the C programs in ../shared/bench next to the repository, both as the front
// end makes them and prepared. It takes one program of 20, or each with TANDEM_BENCH=all.
func TestDynamicBenchmarks(t *testing.T) {
	checked := 0
	for i, task := range benchtest.Tasks(t, "") {
		if i%20 != 2 && os.Getenv("TANDEM_BENCH") != "all" {
			continue
		}
		p, err := cfront.Load(cfront.Config{
			Model: ir.ILP32, Files: []string{task.File}, IncludeDirs: []string{filepath.Dir(task.File)},
			PropertyKind: "unreach-call", ErrorFunc: "reach_error",
		})
		if err != nil {
			continue // the tests of the front end report this
		}
		checked += watch(t, task.ID, p)
		if p, err = instrument.Prepare(p, instrument.Default()); err != nil {
			t.Fatalf("%s: %v", task.ID, err)
		}
		checked += watch(t, task.ID, p)
	}
	t.Logf("%d accesses checked", checked)
}

// machine makes the interpreter and the points-to analysis concurrently, since both take long.
func machine(t *testing.T, p *ir.Program, cfg exec.Config) (*exec.Interp, *flow.Points) {
	t.Helper()
	cfg.Points = &flow.Memo{Prog: p}
	m, err := exec.NewInterp(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	a, err := cfg.Points.Points(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return m, a
}

// watch runs p three times and checks accesses and entry inputs.
func watch(t *testing.T, name string, p *ir.Program) int {
	t.Helper()
	once := map[int]bool{}
	for _, s := range flow.EntryInputs(p) {
		once[s.ID] = true
	}
	m, a := machine(t, p, exec.Config{Fuel: 2000, MaxDepth: 100})
	defer m.Close()
	swept := flow.NewPointsSwept(p)
	sameAnswers(t, p, a, swept)
	checked := 0
	for run, style := range []exec.Style{exec.Small, exec.Small, exec.Mixed} {
		w := newWatcher([]*flow.Points{a, swept, swept}[run], m.Addr)
		w.accesses = true
		m.Observe(w.edge)
		r, err := m.Run(context.Background(), exec.Random(p, uint64(run), style))
		if err != nil {
			t.Fatal(err)
		}
		if w.fault != "" {
			t.Errorf("%s: %s", name, w.fault)
		}
		for _, rec := range r.Reads {
			if once[rec.Site] && rec.Occ > 0 {
				t.Errorf("%s: entry input %s read again", name, p.Sites[rec.Site].Key)
			}
		}
		checked += w.seen
	}
	return checked
}
