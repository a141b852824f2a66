package absint_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestConfirmed tests the checker of inductive invariants. It passes to the checker the invariants that analyses with
// Config.Lives find for random programs, unchanged and with a fault. A fault drops, adds or changes a conjunct of
// an invariant (often about instances of an object), or drops an object that a function may free. Invariants that
// the checker confirms must hold in runs.
func TestConfirmed(t *testing.T) {
	var n counts
	confirmed, faulty, held := 0, 0, 0
	for seed := range uint64(400) {
		p := randomProgram(passing + seed)
		r := rand.New(rand.NewPCG(seed, 14))
		cfg := lives[r.IntN(3)]
		cfg.Work = 20000
		res := intervals.Forward(context.Background(), absint.Prepare(p), cfg)
		if res.Stop != absint.Done {
			continue
		}
		all, ok := res.Invariants()
		if !ok {
			t.Fatal("no invariants")
		}
		ev := &verify.Inductive{Results: res.Names().Results, Made: res.Names().Made, Frees: res.Frees()}
		for _, i := range all {
			ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: i.Loc, Expr: i.Expr})
		}
		for k := range 12 {
			x := ev
			if k > 0 {
				if x = spoil(r, ev); x == nil {
					continue
				}
			}
			verdict, _ := inductive.Check(context.Background(), p, nil, []*ir.Obligation{}, x)
			switch {
			case verdict != inductive.Confirmed && k > 0:
				faulty++
				continue
			case verdict != inductive.Confirmed:
				continue
			case k > 0:
				held++
			default:
				confirmed++
			}
			if why := contradicted(p, res, cfg, x, r, &n); why != "" {
				t.Fatalf("seed %d, fault %d: %s\n%s", seed, k, why, ir.Print(p))
			}
		}
	}
	t.Logf("without a fault: %d confirmed; with a fault: %d confirmed, %d not confirmed", confirmed, held, faulty)
	if confirmed < 200 || held < 100 || faulty < 100 || n.Lives < 300 {
		t.Errorf("too few: %d confirmed, %d confirmed with a fault, %d not confirmed; %+v", confirmed, held, faulty, n)
	}
}

// contradicted runs p several times with random inputs and returns the part of the evidence that a run contradicts, ""
// if there is none.
func contradicted(p *ir.Program, res *absint.Result, cfg absint.Config, ev *verify.Inductive, r *rand.Rand,
	n *counts) string {
	m, err := exec.NewInterp(p, exec.Config{Fuel: 200, MaxDepth: 30})
	if err != nil {
		return err.Error()
	}
	defer m.Close()
	cfg.Backward = false
	o := &oracle{p: p, cfg: cfg, res: res, n: n, inv: map[*ir.Loc]ir.Expr{}, vals: map[*ir.Var]uint64{},
		addrs: map[*ir.Object]uint64{}, visits: map[*ir.Loc]int{}}
	for _, i := range ev.Invariants {
		o.inv[i.Loc] = i.Expr
	}
	o.frees, o.names = ev.Frees, res.Names()
	m.Observe(o.edge)
	for range 12 {
		if why := o.run(m, r); why != "" {
			return why
		}
	}
	return ""
}

// spoil returns ev with one random fault, nil if this fault is not possible in ev.
func spoil(r *rand.Rand, ev *verify.Inductive) *verify.Inductive {
	x := *ev
	if r.IntN(3) == 0 {
		x.Frees = maps.Clone(ev.Frees)
		for f, objs := range x.Frees { // the order is random
			if len(objs) > 0 && r.IntN(2) == 0 {
				i := r.IntN(len(objs))
				x.Frees[f] = slices.Delete(slices.Clone(objs), i, i+1)
				return &x
			}
		}
		return nil
	}
	x.Invariants = slices.Clone(ev.Invariants)
	var at []int
	for i, v := range x.Invariants {
		if len(ir.Conjuncts(v.Expr)) > 1 {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return nil
	}
	i := at[r.IntN(len(at))]
	cs := slices.Clone(ir.Conjuncts(x.Invariants[i].Expr))
	k := r.IntN(len(cs))
	or, guarded := cs[k].(*ir.Binary)
	guarded = guarded && or.Op == ir.LOr && isNotLive(or.X)
	switch {
	case r.IntN(6) == 0: // claim that an object has not been freed
		for _, o := range ev.Made {
			cs = append(cs, &ir.Valid{What: ir.Kept, Addr: &ir.AddrOf{Obj: o, T: ir.P32}})
			break
		}
	case isNotLive(cs[k]), r.IntN(4) == 0:
		cs = slices.Delete(cs, k, k+1)
	case guarded:
		cs[k] = or.Y
	default:
		for _, o := range ev.Made { // one object at random: the order of a map is random
			not := &ir.Unary{Op: ir.LNot, X: &ir.Valid{What: ir.Live, Addr: &ir.AddrOf{Obj: o, T: ir.P32}}}
			switch r.IntN(3) {
			case 0:
				cs = append(cs, not)
			case 1: // one of two objects has no instance
				for _, q := range ev.Made {
					if q != o {
						cs = append(cs, &ir.Binary{Op: ir.LOr, X: not,
							Y: &ir.Unary{Op: ir.LNot, X: &ir.Valid{What: ir.Live, Addr: &ir.AddrOf{Obj: q, T: ir.P32}}}})
						break
					}
				}
			default:
				cs[k] = &ir.Binary{Op: ir.LOr, X: not, Y: cs[k]}
			}
			break
		}
	}
	and := cs[0]
	for _, c := range cs[1:] {
		and = &ir.Binary{Op: ir.LAnd, X: and, Y: c}
	}
	x.Invariants[i].Expr = and
	return &x
}

// isNotLive reports whether x is the formula which states that an object has no instance.
func isNotLive(x ir.Expr) bool {
	u, ok := x.(*ir.Unary)
	if !ok || u.Op != ir.LNot {
		return false
	}
	v, ok := u.X.(*ir.Valid)
	return ok && v.What == ir.Live
}
