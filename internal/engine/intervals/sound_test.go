package intervals_test

import (
	"context"
	"math/rand"
	"os"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestDynamic runs benchmarks on random inputs and evaluates the invariants in each state at their locations.
// TANDEM_DYNAMIC selects tasks by a part of their path ("/" selects all); without it a small slice runs.
func TestDynamic(t *testing.T) {
	pattern := os.Getenv("TANDEM_DYNAMIC")
	if pattern == "" {
		if testing.Short() {
			t.Skip("short")
		}
		pattern = "dart/"
	}
	atoms := 0
	for _, bt := range benchtest.Tasks(t, pattern) {
		task, _, err := enginetest.Load(bt)
		if err != nil {
			t.Logf("%s: %v", bt.ID, err)
			continue
		}
		for _, cfg := range []absint.Config{{}, {Parts: 50, Control: absint.All}} {
			atoms += dynamic(t, bt.ID, task.Program, cfg)
		}
	}
	t.Logf("%d invariants evaluated", atoms)
	if atoms == 0 {
		t.Error("nothing was evaluated")
	}
}

// dynamic checks the invariants of a program, by the checker and in 20 runs. It returns the number of evaluations.
func dynamic(t *testing.T, id string, p *ir.Program, cfg absint.Config) int {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	cfg.Work = 300000
	r := forward(ctx, p, cfg)
	if r.Stop != absint.Done {
		return 0
	}
	inv := map[*ir.Loc]ir.Expr{}
	all, _ := r.Invariants()
	for _, i := range all {
		if i.Loc != i.Loc.Func.Exit { // the observer does not see results
			inv[i.Loc] = i.Expr
		}
	}
	ev := &verify.Inductive{Results: r.Names().Results, Made: r.Names().Made}
	for _, i := range all {
		ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: i.Loc, Expr: i.Expr})
	}
	ctx2, stop2 := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop2()
	if v, why := inductive.Check(ctx2, p, nil, nil, ev); v != inductive.Confirmed && ctx2.Err() == nil {
		t.Errorf("%s: the invariants are not confirmed: %s", id, why)
	}
	m, err := exec.NewInterp(p, exec.Config{Fuel: 300, MaxDepth: 50})
	if err != nil {
		t.Logf("%s: %v", id, err)
		return 0
	}
	defer m.Close()
	count := 0
	made := map[*ir.Object]uint64{}
	m.Observe(func(e *ir.Edge, env exec.Env) {
		if o := r.Names().Made[e]; o != nil {
			made[o] = env.Reg(ir.Def(e.Stmt))
		}
		if d, ok := e.Stmt.(*ir.Decl); ok { // an invariant of a callee may contain the address
			made[d.Obj] = env.Addr(d.Obj)
		}
		x := inv[e.To]
		if x == nil || count > 20000 {
			return
		}
		count++
		if bad := violated(x, env, made); bad != nil {
			t.Errorf("%s: %s L%d (%s), after edge L%d: %s is false", id, e.To.Func.Name, e.To.ID, e.To.Pos, e.From.ID,
				ir.ExprString(bad))
			stop()
		}
	})
	rnd := rand.New(rand.NewSource(1))
	for i := 0; i < 20 && ctx.Err() == nil; i++ {
		_, err := m.Run(ctx, exec.InputFunc(func(_ ir.Key, _ *ir.Site, typ ir.Type) (uint64, bool) {
			v := rnd.Uint64()
			switch rnd.Intn(4) {
			case 0:
				v = uint64(rnd.Intn(3))
			case 1:
				v = uint64(rnd.Intn(40) - 20)
			case 2:
				v = uint64(1)<<rnd.Intn(64) - uint64(rnd.Intn(2))
			}
			if typ.Kind == ir.Ptr {
				v &= 1
			}
			return num.Trunc(v, typ.Bits), true
		}))
		if err != nil {
			t.Fatal(err)
		}
		clear(made)
	}
	return count
}

// violated returns the last false conjunct of x, x itself if x is false and not a conjunction, or nil if x is true. A
// term without a value counts as true.
func violated(x ir.Expr, env exec.Env, made map[*ir.Object]uint64) ir.Expr {
	e := &ir.Env{
		Reg: env.Reg,
		Addr: func(o *ir.Object) uint64 {
			if a, ok := made[o]; ok {
				return a
			}
			if o.Func != nil {
				return 0
			}
			return env.Addr(o)
		},
		FuncAddr: exec.FuncAddr,
		Load:     func(a uint64, t ir.Type) (uint64, bool) { return env.Mem(a, t.Size()) },
	}
	b, ok := eval(x, e)
	if !ok || b {
		return nil
	}
	for {
		a, isAnd := x.(*ir.Binary)
		if !isAnd || a.Op != ir.LAnd {
			return x
		}
		if b, ok := eval(a.Y, e); ok && !b {
			return a.Y
		}
		x = a.X
	}
}

// eval evaluates x in three-valued logic. It returns ok = false if parts without a value decide the result.
func eval(x ir.Expr, env *ir.Env) (val, ok bool) {
	if b, is := x.(*ir.Binary); is && (b.Op == ir.LAnd || b.Op == ir.LOr) {
		l, okl := eval(b.X, env)
		if okl && l == (b.Op == ir.LOr) {
			return l, true
		}
		r, okr := eval(b.Y, env)
		if okr && r == (b.Op == ir.LOr) {
			return r, true
		}
		return r, okl && okr
	}
	bits, ok := ir.EvalExpr(x, env)
	return bits != 0, ok
}
