package intervals_test

import (
	"context"
	"math/rand"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/repair"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// forward returns the result of a forward interval analysis.
func forward(ctx context.Context, p *ir.Program, cfg absint.Config) *absint.Result {
	d, _ := domains.Named("interval")
	r := d.Forward(ctx, absint.Prepare(p), cfg)
	if r.Stop == absint.Done {
		r.Invariants() // this names the objects that edges create
	}
	return r
}

// TestMutatedEvidence changes invariants at random. If the checker still confirms the evidence, the evidence must hold
// in runs. The checker must refuse most of the changes that runs refute.
func TestMutatedEvidence(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	plain := len(files) // the invariants of the next files have relations
	files = append(files, "testdata/rounds/sums.c", "testdata/rounds/sums.c")
	r := rand.New(rand.NewSource(3))
	confirmed, refused, wrong, weaker, related := 0, 0, 0, 0, 0
	for n, file := range files {
		for _, unsafe := range []bool{false, true} {
			p := program(t, file, unsafe, r.Intn(2) == 0).Program
			res := forward(context.Background(), p, absint.Config{Parts: 1 + 20*r.Intn(2), Control: absint.All, Work: 200000})
			if res.Stop != absint.Done {
				continue
			}
			if sums := forward(context.Background(), p, absint.Config{Work: 200000}).Sums(); len(sums) > 0 && n >= plain {
				res = domains.Sums(sums).Forward(context.Background(), absint.Prepare(p), absint.Config{})
				res.Invariants()
				related++
			}
			var excluded []*ir.Obligation
			for _, o := range p.Obligations {
				if !slices.ContainsFunc(locs(res.Reached), func(l *ir.Loc) bool { return l.Obligation == o }) {
					excluded = append(excluded, o)
				}
			}
			seen := states(t, p, res)
			for i := 0; i < 25; i++ {
				m := mutate(r, res)
				v, _ := inductive.Check(context.Background(), p, nil, excluded, m)
				bad := seen.refute(m)
				proved, rest, err := repair.Values(context.Background(), p, nil, p.Obligations, m)
				if err == nil {
					weaker++
					if bad := seen.refute(rest); bad != nil {
						t.Errorf("%s (unsafe %v): kept, but at %s L%d a run violates %s", file, unsafe, bad.Loc.Func.Name, bad.Loc.ID,
							ir.ExprString(bad.Expr))
					}
					for _, o := range proved {
						if seen.violated(o) {
							t.Errorf("%s (unsafe %v): proved what a run violates: %s", file, unsafe, o.Pos)
						}
					}
					if v == inductive.Confirmed && len(proved) < len(excluded) {
						t.Errorf("%s (unsafe %v): confirmed, but weakened it proves less", file, unsafe)
					}
					if v, why := inductive.Check(context.Background(), p, nil, proved, rest); v != inductive.Confirmed {
						t.Errorf("%s (unsafe %v): what is kept is not inductive: %s", file, unsafe, why)
					}
				}
				switch {
				case v == inductive.Confirmed && bad != nil:
					t.Errorf("%s (unsafe %v): confirmed, but at %s L%d a run violates %s", file, unsafe, bad.Loc.Func.Name, bad.Loc.ID,
						ir.ExprString(bad.Expr))
				case v == inductive.Confirmed:
					confirmed++
				default:
					refused++
				}
				if bad != nil {
					wrong++
				}
			}
		}
	}
	t.Logf("%d mutants: %d confirmed, %d refused; %d are refuted by runs; %d programs with relations", confirmed+refused,
		confirmed, refused, wrong, related)
	if wrong < 100 || confirmed < 100 || weaker < 500 || related < 4 {
		t.Error("the mutants are not worth much")
	}
}

// locs returns the keys of m.
func locs(m map[*ir.Loc]bool) (out []*ir.Loc) {
	for l := range m {
		out = append(out, l)
	}
	return out
}

// mutate returns the invariants of res with one or two changed.
func mutate(r *rand.Rand, res *absint.Result) *verify.Inductive {
	ev := &verify.Inductive{Results: res.Names().Results, Made: res.Names().Made}
	all, _ := res.Invariants()
	for _, i := range all {
		ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: i.Loc, Expr: i.Expr})
	}
	for n := 1 + r.Intn(2); n > 0; n-- {
		i := &ev.Invariants[r.Intn(len(ev.Invariants))]
		switch r.Intn(8) {
		case 0:
			i.Expr = ir.NewBool(r.Intn(3) > 0)
		case 1: // take the invariant of another location
			i.Expr = ev.Invariants[r.Intn(len(ev.Invariants))].Expr
		case 2, 3: // change one conjunct or disjunct of the invariant
			if b, ok := i.Expr.(*ir.Binary); ok && b.Op >= ir.LAnd {
				i.Expr = b.X
				if r.Intn(2) == 0 {
					i.Expr = b.Y
				}
			}
		default: // change a constant
			count := 0
			ir.Walk(i.Expr, func(x ir.Expr) bool {
				if _, ok := x.(*ir.Const); ok {
					count++
				}
				return true
			})
			if count == 0 {
				continue
			}
			at := r.Intn(count)
			i.Expr = ir.Map(i.Expr, func(x ir.Expr) ir.Expr {
				c, ok := x.(*ir.Const)
				if !ok {
					return x
				}
				if at--; at != -1 || c.T.Kind == ir.Float || c.T.Kind == ir.Bool {
					return x
				}
				d := []uint64{1, ^uint64(0), 4, ^uint64(3), r.Uint64() >> 33}[r.Intn(5)]
				return ir.NewBits(c.T, num.Trunc(c.Bits+d, c.T.Bits))
			})
		}
	}
	return ev
}

// snapshot holds the registers, addresses and memory of a state, which suffice to evaluate invariants.
type snapshot struct {
	regs map[*ir.Var]uint64
	addr map[*ir.Object]uint64
	mem  map[uint64]byte
}

// history holds states of some runs at each location.
type history map[*ir.Loc][]snapshot

// states records states of 30 random runs, a limited number at each location.
func states(t *testing.T, p *ir.Program, res *absint.Result) history {
	t.Helper()
	m, err := exec.NewInterp(p, exec.Config{Fuel: 120, MaxDepth: 20})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	h := history{}
	addr := map[*ir.Object]uint64{}
	r := rand.New(rand.NewSource(4))
	m.Observe(func(e *ir.Edge, env exec.Env) {
		if o := res.Names().Made[e]; o != nil {
			addr[o] = env.Reg(ir.Def(e.Stmt))
		}
		if d, ok := e.Stmt.(*ir.Decl); ok {
			addr[d.Obj] = env.Addr(d.Obj)
		}
		l := e.To
		if l == l.Func.Exit || len(h[l]) > 400 || len(l.In) < 2 && len(h[l]) > 20 {
			return
		}
		s := snapshot{regs: map[*ir.Var]uint64{}, addr: map[*ir.Object]uint64{}, mem: map[uint64]byte{}}
		for _, v := range append(append([]*ir.Var{}, p.Globals...), l.Func.Vars...) {
			s.regs[v] = env.Reg(v)
		}
		keep := func(o *ir.Object, a uint64) {
			s.addr[o] = a
			for k := uint64(0); k < uint64(min(o.Size, 64)); k++ {
				if b, ok := env.Mem(a+k, 1); ok {
					s.mem[a+k] = byte(b)
				}
			}
		}
		for _, o := range p.Objects {
			keep(o, env.Addr(o))
		}
		for o, a := range addr {
			keep(o, a)
		}
		h[l] = append(h[l], s)
	})
	for i := 0; i < 30; i++ {
		clear(addr)
		_, err := m.Run(context.Background(), exec.InputFunc(func(_ ir.Key, _ *ir.Site, typ ir.Type) (uint64, bool) {
			v := uint64(r.Intn(12) - 2)
			if r.Intn(6) == 0 {
				v = r.Uint64()
			}
			return num.Trunc(v, typ.Bits), true
		}))
		if err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// violated reports whether a run has reached an error location of an obligation.
func (h history) violated(o *ir.Obligation) bool {
	for l := range h {
		if l.Kind == ir.Error && l.Obligation == o {
			return true
		}
	}
	return false
}

// refute returns an invariant that is false in some state, nil if there is none.
func (h history) refute(ev *verify.Inductive) *verify.Invariant {
	for i, inv := range ev.Invariants {
		for _, s := range h[inv.Loc] {
			env := &ir.Env{
				Reg:      func(v *ir.Var) uint64 { return s.regs[v] },
				Addr:     func(o *ir.Object) uint64 { return s.addr[o] },
				FuncAddr: exec.FuncAddr,
				Load: func(a uint64, t ir.Type) (bits uint64, ok bool) {
					for k := t.Size() - 1; k >= 0; k-- {
						b, ok := s.mem[a+uint64(k)]
						if !ok {
							return 0, false
						}
						bits = bits<<8 | uint64(b)
					}
					return bits, true
				},
			}
			if b, ok := eval(inv.Expr, env); ok && !b {
				return &ev.Invariants[i]
			}
		}
	}
	return nil
}
