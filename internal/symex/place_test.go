package symex_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
)

// moment is a visit of a run, with the values of some registers there and the next edge.
type moment struct {
	symex.Visit
	regs []uint64
	next *ir.Edge
}

// registers returns the integer registers of a function and the global integer registers.
func registers(p *ir.Program, f *ir.Func) (out []*ir.Var) {
	for _, v := range append(append([]*ir.Var(nil), f.Vars...), p.Globals...) {
		if v.Type.Kind == ir.Int {
			out = append(out, v)
		}
	}
	return out
}

// moments returns the moments of a run in the interpreter alone.
func moments(t testing.TB, p *ir.Program, m *exec.Interp, test []ir.Record) (out []moment, run *exec.Run) {
	t.Helper()
	n := map[*ir.Loc]int{}
	m.Path(func(e *ir.Edge) {
		o := moment{Visit: symex.Visit{Loc: e.From, N: n[e.From]}, next: e}
		n[e.From]++
		for _, v := range registers(p, e.From.Func) {
			o.regs = append(o.regs, m.Reg(v))
		}
		out = append(out, o)
	})
	run, err := m.Run(t.Context(), exec.Chain(exec.FromRecords(p, test), exec.Zeros()))
	m.Path(nil)
	if err != nil {
		t.Fatal(err)
	}
	return out, run
}

// equal returns the condition that a register has a value.
func equal(v *ir.Var, bits uint64) ir.Expr {
	return &ir.Binary{Op: ir.Eq, X: ir.NewRef(v), Y: ir.NewBits(v.Type, bits)}
}

// TestReach compares Reach with runs at random places of random runs. It checks that a condition that holds in the run
// is satisfiable, that a test for another condition satisfies this condition at the place if the path is exact, and
// that after an exact Unsat the condition holds in no run that takes the same path.
func TestReach(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 17))
	ctx, budget := context.Background(), smt.Budget{Time: time.Minute, Work: 60_000}
	found, exact, hit, unsat, refuted := 0, 0, 0, 0, 0
	for seed := uint64(0); seed < 8; seed++ {
		p := flowtest.Random(seed, 12)
		x := explorer(t, p, symex.Options{Fuel: 200})
		m, err := exec.NewInterp(p, exec.Config{Fuel: 200, MaxMemory: 64 << 20})
		if err != nil {
			t.Fatal(err)
		}
		type other struct {
			way []*ir.Edge
			ms  []moment
		}
		var others []other
		for range 6 {
			r, err := m.Run(ctx, exec.Random(p, rng.Uint64(), exec.Mixed))
			if err != nil {
				t.Fatal(err)
			}
			test := r.Reads
			ms, _ := moments(t, p, m, test)
			var way []*ir.Edge
			for _, o := range ms {
				way = append(way, o.next)
			}
			others = append(others, other{way, ms})
			if len(ms) == 0 {
				continue
			}
			var at []symex.Visit
			var which []int
			for range 3 {
				which = append(which, rng.IntN(len(ms)))
				at = append(at, ms[which[len(which)-1]].Visit)
			}
			places, err := x.Places(ctx, test, at)
			if err != nil {
				if !errors.Is(err, symex.ErrNoVisit) {
					t.Fatal(err)
				}
				continue
			}
			for i, pl := range places {
				if pl == nil {
					t.Fatalf("seed %d: visit %d of L%d of %s is missing", seed, at[i].N, at[i].Loc.ID, at[i].Loc.Func.Name)
				}
				o := ms[which[i]]
				vs := registers(p, o.Loc.Func)
				live := x.Encoder().Live(o.Loc.Func) // registers that are not live may have any value
				var ks []int
				for k, v := range vs {
					if live.At(o.Loc, v) {
						ks = append(ks, k)
					}
				}
				if len(ks) == 0 {
					continue
				}
				k := ks[rng.IntN(len(ks))]
				same := equal(vs[k], o.regs[k])
				if s := x.Reach(ctx, pl, nil, same, budget); s.Result == smt.Unsat {
					t.Fatalf("seed %d: %s is %d at visit %d of L%d, which is said to be impossible", seed, vs[k].Name, o.regs[k], o.N,
						o.Loc.ID)
				}
				var edges []*ir.Edge
				if _, call := o.next.Stmt.(*ir.Call); !call && which[i]+1 < len(ms) {
					if s := x.Reach(ctx, pl, []*ir.Edge{o.next}, nil, budget); s.Result == smt.Unsat {
						t.Fatalf("seed %d: %v is said to be impossible", seed, o.next)
					}
				}
				s := x.Reach(ctx, pl, edges, ir.NotExpr(same), budget)
				switch s.Result {
				case smt.Sat:
					found++
					after, _ := moments(t, p, m, s.Test.Records)
					ok := false
					for _, a := range after {
						ok = ok || a.Visit == o.Visit && a.regs[k] != o.regs[k]
					}
					if ok {
						hit++
					}
					if pl.Exact && !s.Concretised {
						if exact++; !ok {
							t.Errorf("seed %d: missed %s != %d at visit %d of L%d", seed, vs[k].Name, o.regs[k], o.N, o.Loc.ID)
						}
					}
				case smt.Unsat:
					unsat++
					if !s.Exact {
						continue
					}
					for _, r := range others {
						if which[i] >= len(r.ms) || !sameWay(r.way, way, which[i]) {
							continue
						}
						refuted++
						if r.ms[which[i]].regs[k] != o.regs[k] {
							t.Errorf("seed %d: %s != %d at visit %d of L%d is said to be impossible", seed, vs[k].Name, o.regs[k], o.N,
								o.Loc.ID)
						}
					}
				}
			}
		}
		x.Close()
	}
	t.Logf("%d found (%d exact), %d did it; %d impossible, %d times looked at", found, exact, hit, unsat, refuted)
	if exact == 0 || unsat == 0 || refuted == 0 || hit < found*85/100 {
		t.Error("too little was tested")
	}
}

// sameWay reports whether the first n edges of a and b are equal.
func sameWay(a, b []*ir.Edge, n int) bool {
	for i := range n {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// TestReachReads checks that edges after a place may read inputs, whose occurrences continue the occurrences of the
// run.
func TestReachReads(t *testing.T) {
	p := irtest.Program(t, `program ILP32
site nondet "x@a.c:1:1" type i32
entry main
func main() void {
  reg x i32
  reg s i32
  locs 6
  L0 -> L2: s = 0:i32
  L2 -> L3: x = input #0
  L3 -> L4: s = s + x
  L4 -> L5: assume s < 10:i32
  L4 -> L6: assume 10:i32 <= s
  L5 -> L2: skip
  L6 -> L1: return
}
`)
	x := explorer(t, p, symex.Options{})
	ctx, b := context.Background(), smt.Budget{Time: time.Minute, Work: 500_000}
	l := p.Entry.Locs
	test := []ir.Record{{Key: ir.Key{Site: 0}, Type: ir.I32, Bits: 3}, {Key: ir.Key{Site: 0, Occ: 1}, Type: ir.I32,
		Bits: 4}, {Key: ir.Key{Site: 0, Occ: 2}, Type: ir.I32, Bits: 40}}
	at, err := x.At(ctx, test, l[2], 2)
	if err != nil {
		t.Fatal(err)
	}
	s := x.Reach(ctx, at, []*ir.Edge{l[2].Out[0], l[3].Out[0], l[4].Out[1]}, equal(p.Entry.Vars[1], 4711), b)
	if s.Result != smt.Sat || !s.Exact {
		t.Fatalf("%+v", s)
	}
	m, err := exec.NewInterp(p, exec.Config{})
	if err != nil {
		t.Fatal(err)
	}
	ms, run := moments(t, p, m, s.Test.Records)
	if last := ms[len(ms)-1]; len(run.Reads) != 3 || last.regs[1] != 4711 {
		t.Errorf("%v with %v", last, run.Reads)
	}
	// At the place, two inputs have been read, and their sum is less than 10.
	if s := x.Reach(ctx, at, nil, equal(p.Entry.Vars[1], 10), b); s.Result != smt.Unsat || !s.Exact {
		t.Errorf("%+v", s)
	}
	if _, err := x.At(ctx, test, l[2], 3); !errors.Is(err, symex.ErrNoVisit) {
		t.Error(err)
	}
	x.SetLimits(1<<20, 0, 5)
	if _, err := x.At(ctx, test, l[6], 0); !errors.Is(err, symex.ErrNoVisit) {
		t.Error(err)
	}
}

// TestAtEntry checks that the place of the first visit of the entry has the initial state.
func TestAtEntry(t *testing.T) {
	x := explorer(t, flowtest.Random(1, 12), symex.Options{})
	p, err := x.At(t.Context(), nil, x.Prog.Entry.Entry, 0)
	if err != nil || p.Edges != 0 {
		t.Fatalf("%+v, %v", p, err)
	}
}
