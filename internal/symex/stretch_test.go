package symex_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
)

// long returns n, or a larger number of seeds with TANDEM_LONG.
func long(n uint64) uint64 {
	if os.Getenv("TANDEM_LONG") != "" {
		return n + 100
	}
	return n
}

// TestStretchesAlike checks that places and Reach have the same results with quiet edges as if every edge is followed.
func TestStretchesAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	ctx, budget := context.Background(), smt.Budget{Time: time.Minute, Work: 20_000}
	asked, short, all := 0, 0, 0
	for seed := uint64(103); seed < long(107); seed++ {
		p := flowtest.Random(seed, 14)
		each := explorer(t, p, symex.Options{Fuel: 300, Each: true})
		x := explorer(t, p, symex.Options{Fuel: 300})
		m, err := exec.NewInterp(p, exec.Config{Fuel: 300, MaxMemory: 64 << 20})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			r, err := m.Run(ctx, exec.Random(p, rng.Uint64(), exec.Mixed))
			if err != nil {
				t.Fatal(err)
			}
			test := r.Reads
			ms, _ := moments(t, p, m, test)
			if len(ms) == 0 {
				continue
			}
			var at []symex.Visit
			var which []int
			for range 4 {
				which = append(which, rng.IntN(len(ms)))
				at = append(at, ms[which[len(which)-1]].Visit)
			}
			a, err := each.Places(ctx, test, at)
			b, err2 := x.Places(ctx, test, at)
			if fmt.Sprint(err) != fmt.Sprint(err2) {
				t.Fatalf("seed %d: %v, %v", seed, err, err2)
			}
			if err != nil {
				continue
			}
			for i := range at {
				o := ms[which[i]]
				live := x.Encoder().Live(o.Loc.Func)
				all += a[i].Edges
				short += b[i].Edges
				if a[i].General && !b[i].General || a[i].Exact && !b[i].Exact {
					t.Errorf("seed %d: visit %d of L%d of %s is exact with each edge only", seed, o.N, o.Loc.ID, o.Loc.Func.Name)
				}
				for k, v := range registers(p, o.Loc.Func) {
					if !live.At(o.Loc, v) || rng.IntN(8) > 0 {
						continue
					}
					for _, post := range []ir.Expr{equal(v, o.regs[k]), ir.NotExpr(equal(v, o.regs[k]))} {
						s, u := each.Reach(ctx, a[i], nil, post, budget), x.Reach(ctx, b[i], nil, post, budget)
						if s.Result != u.Result && s.Result != smt.Unknown && u.Result != smt.Unknown && a[i].Exact && b[i].Exact {
							t.Errorf("seed %d: %s at visit %d of L%d of %s: %v with each edge, %v", seed, ir.ExprString(post), o.N, o.Loc.ID,
								o.Loc.Func.Name, s.Result, u.Result)
						}
						asked++
					}
				}
			}
		}
		each.Close()
		x.Close()
	}
	t.Logf("%d questions; %d edges of %d followed", asked, short, all)
	if asked == 0 || short > all*9/10 {
		t.Error("too little was tested")
	}
}

// longText is Figure 1 of the paper. The loop's result determines the input; %d is the number of iterations.
const longText = `program ILP32
site nondet "a@a.c:1:1" type i32
obligation "unreach-call" text "error" in "main"
entry main
object T size 32 align 4
func main() void {
  reg a i32
  reg i i32
  reg c i32
  reg d i32
  locs 11 error 2
  L0 -> L3: a = input #0
  L3 -> L4: i = 0:i32
  L4 -> L5: c = 0:i32
  L5 -> L6: assume i < %d:i32 [T]
  L5 -> L8: assume %[1]d:i32 <= i [F]
  L6 -> L7: c = c + i
  L7 -> L9: store ptradd(&@T, i & 7:i32, 4), c
  L9 -> L5: i = i + 1:i32
  L8 -> L10: d = load ptradd(&@T, a & 7:i32, 4)
  L10 -> L2: assume a == c + d + 5:i32 [T]
  L10 -> L11: assume a != c + d + 5:i32 [F]
  L11 -> L1: return
}
`

// longLoop returns the program longText with n iterations.
func longLoop(t testing.TB, n int) *ir.Program {
	return irtest.Program(t, fmt.Sprintf(longText, n))
}

// TestLongLoop has 10^6 iterations without inputs. They compute a table that an input indexes, and a sum that is
// compared with an input.
func TestLongLoop(t *testing.T) {
	for _, n := range []int{10, 1000, 1_000_000} {
		p := longLoop(t, n)
		x := explorer(t, p, symex.Options{Fuel: 1 << 22})
		ctx, l := context.Background(), p.Entry.Locs
		began := time.Now()
		at, err := x.At(ctx, nil, l[10], 0)
		if err != nil {
			t.Fatal(err)
		}
		s := x.Reach(ctx, at, []*ir.Edge{l[10].Out[0]}, nil, smt.Budget{Time: time.Minute, Work: 10_000_000})
		took := time.Since(began)
		if s.Result != smt.Sat || !at.Exact || at.Edges > 3 {
			t.Fatalf("%+v, %d edges, exact %v", s, at.Edges, at.Exact)
		}
		m, err := exec.NewInterp(p, exec.Config{})
		if err != nil {
			t.Fatal(err)
		}
		run, err := m.Run(ctx, exec.FromRecords(p, s.Test.Records))
		if err != nil || run.Outcome.Kind != exec.Violated {
			t.Errorf("%d iterations: %+v with %v", n, run.Outcome, s.Test.Records)
		}
		mid, err := x.At(ctx, nil, l[5], n-1)
		if err != nil {
			t.Fatal(err)
		}
		if s := x.Reach(ctx, mid, nil, equal(p.Entry.Vars[1], uint64(n-1)),
			smt.Budget{Time: time.Minute}); s.Result != smt.Sat {
			t.Errorf("visit %d: %+v", n-1, s)
		}
		if s := x.Reach(ctx, mid, nil, equal(p.Entry.Vars[1], uint64(n)),
			smt.Budget{Time: time.Minute}); s.Result != smt.Unsat || !s.Exact {
			t.Errorf("visit %d: %+v", n-1, s)
		}
		t.Logf("%d iterations: %v", n, took)
	}
}

// BenchmarkStretch measures quiet edges per second. The goal is 20 million.
func BenchmarkStretch(b *testing.B) {
	const n = 1_000_000
	p := longLoop(b, n)
	x := explorer(b, p, symex.Options{Fuel: 1 << 22})
	for b.Loop() {
		if _, err := x.At(b.Context(), nil, p.Entry.Locs[10], 0); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(4*n)*float64(b.N)/b.Elapsed().Seconds(), "edges/s")
}

// TestPlaceInCall checks places inside of a call without inputs, which the interpreter would execute alone if no place
// were in it.
func TestPlaceInCall(t *testing.T) {
	p := irtest.Program(t, `program ILP32
site nondet "a@a.c:1:1" type i32
entry main
func sum(n) i32 {
  reg n i32
  reg s i32
  reg i i32
  locs 6
  L0 -> L2: s = 0:i32
  L2 -> L3: i = 0:i32
  L3 -> L4: assume i < n [T]
  L3 -> L5: assume n <= i [F]
  L4 -> L6: s = s + i
  L6 -> L3: i = i + 1:i32
  L5 -> L1: return s
}
func main() void {
  reg a i32
  reg r i32
  locs 4
  L0 -> L2: a = input #0
  L2 -> L3: r = call sum(100:i32)
  L3 -> L4: a = a + r
  L4 -> L1: return
}
`)
	x := explorer(t, p, symex.Options{})
	ctx, b := context.Background(), smt.Budget{Time: time.Minute, Work: 500_000}
	main, sum := p.Entry, p.Funcs[0]
	at, err := x.At(ctx, nil, main.Locs[4], 0)
	if err != nil {
		t.Fatal(err)
	}
	if s := x.Reach(ctx, at, nil, equal(main.Vars[0], 5000), b); at.Edges != 2 || s.Result != smt.Sat ||
		s.Test.Records[0].Bits != 50 {
		t.Errorf("%+v, %d edges", s, at.Edges)
	}
	in, err := x.At(ctx, nil, sum.Locs[3], 7)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[uint64]smt.Result{7: smt.Sat, 8: smt.Unsat} {
		if s := x.Reach(ctx, in, nil, equal(sum.Vars[2], n), b); s.Result != want || !s.Exact {
			t.Errorf("i = %d: %+v", n, s)
		}
	}
}
