package synergy

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// inUse returns the number of bytes in use on the heap.
func inUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkAbstract refines 5,000 diamonds (20,000 edges) 10,000 times, from the error backward as in Fig. 8. It may
// take 5 s and 500 MB for all data of a refinement except for predicates and solvers.
func BenchmarkAbstract(b *testing.B) {
	const diamonds, refinements = 5000, 10_000
	moves := func(s int) (out []automata.Move) {
		switch {
		case s == 3*diamonds:
			return nil
		case s%3 == 0:
			return []automata.Move{{Letter: 0, To: s + 1}, {Letter: 1, To: s + 2}}
		}
		return []automata.Move{{Letter: 2, To: s - s%3 + 3}}
	}
	q := ir.NewRef(&ir.Var{Name: "q", Type: ir.B})
	before := inUse()
	var a *Abstract
	for b.Loop() {
		a = CreateAbstractProgram(3*diamonds+1, moves, func(s int) bool { return s == 3*diamonds }, 0, nil)
		for n := range refinements {
			at := a.Roots[3*diamonds-1-n]
			_, no := a.Cut(at, q)
			for _, e := range a.Out(no) {
				if e.To.Parent == nil || e.To.Parent.Yes == e.To {
					a.remove(e)
				}
			}
		}
	}
	b.ReportMetric(float64(inUse()-before)/1e6, "MB")
	runtime.KeepAlive(a)
}

// longRuns returns a forest with one test of n rounds, the loop head, and the counter of the loop.
func longRuns(b testing.TB, n int) (f *Forest, head *ir.Loc, i *ir.Var) {
	b.Helper()
	task := enginetest.C{File: "t.c", Text: fmt.Sprintf(`void reach_error(void); int nondet_int(void);
		int main(void) { int a = nondet_int(), s = 0, t[4] = {0}; for (int i = 0; i < %d; i++) { s += i ^ a; t[i & 3] = s; } if (s == t[0]) reach_error(); return 0; }`, n)}.Task(b)
	p := task.Program
	f, err := newForest(b.Context(), p, vc.New(term.New(), p, vc.Options{}), p.Entry.Locs, vc.Frames{}, task.Points(),
		runMemory)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(f.Close)
	for _, l := range p.Entry.Locs {
		if l.Loop != nil {
			head = l
		}
	}
	for _, v := range p.Entry.Vars {
		if v.Name == "main.i" {
			i = v
		}
	}
	by := Limits{maxFuel, 300}
	t, fresh, err := f.Add(b.Context(), nil, by)
	if err != nil {
		b.Fatal(err)
	}
	f.Enter(t, fresh)
	return f, head, i
}

// TestForestMemory checks that the memory for a test does not grow with its length.
func TestForestMemory(t *testing.T) {
	before := inUse()
	f, head, _ := longRuns(t, 1_000_000)
	after := inUse()
	if n := f.Tests[0].visits[head.ID]; n != 1_000_001 {
		t.Fatalf("%d visits", n)
	}
	if used := int64(after) - int64(before); used > 10_000_000 {
		t.Errorf("%d bytes", used)
	}
	runtime.KeepAlive(f)
}

// TestFirst checks that First finds states of long runs that were not kept, and only states of the runs.
func TestFirst(t *testing.T) {
	// the first run is searched by the interpreter only, the second by compiled code before
	for _, n := range []int{100, 300_000} {
		f, head, i := longRuns(t, n)
		is := func(k int) ir.Expr { return ir.NewBinary(ir.Eq, ir.NewRef(i), ir.NewConst(i.Type, int64(k))) }
		if s := f.First(t.Context(), head, is(n-7), 3); s == nil || s.Visit != n-7 {
			t.Errorf("%d rounds: %+v", n, s)
		}
		if s := f.First(t.Context(), head, is(n+7), 3); s != nil {
			t.Errorf("%d rounds: %+v", n, s)
		}
	}
}

// BenchmarkFirst searches for a state that a run of a million rounds does not have.
func BenchmarkFirst(b *testing.B) {
	f, head, i := longRuns(b, 1_000_000)
	x := ir.NewBinary(ir.Eq, ir.NewRef(i), ir.NewConst(i.Type, 2_000_000))
	for b.Loop() {
		if s := f.First(b.Context(), head, x, 3); s != nil {
			b.Fatal(s)
		}
	}
}
