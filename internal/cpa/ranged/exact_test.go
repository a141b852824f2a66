package ranged_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/ranged"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

var first = flag.Uint64("first", 0, "the first program of TestExact")

// long reports whether tests run at full size.
func long() bool { return os.Getenv("TANDEM_LONG") != "" }

// nothing is an analysis without information.
type nothing struct{}

func (nothing) Name() string                                                            { return "nothing" }
func (nothing) Initial() cpa.State                                                      { return nothing{} }
func (nothing) Transfer(_ context.Context, s cpa.State, _ *ir.Edge, _ cpa.At) cpa.State { return s }
func (nothing) Resume(_ context.Context, s, _ cpa.State, _ *ir.Edge, _ cpa.At) cpa.State {
	return s
}
func (nothing) Adjust(_ context.Context, s cpa.State, _ cpa.At) cpa.State { return s }
func (nothing) Merge(_, old cpa.State) cpa.State                          { return old }
func (nothing) Leq(_, _ cpa.State) bool                                   { return true }
func (nothing) Expr(cpa.State) ir.Expr                                    { return ir.NewBool(true) }

// explored returns the complete graph of the reductions.
func explored(t testing.TB, p *ir.Program, as ...cpa.Analysis) *cpa.Run {
	t.Helper()
	run := cpa.NewRun(p, cpa.Product(append(as, nothing{})...), cpa.Orders()[0], nil)
	if !run.Explore(context.Background(), 1_000_000) {
		t.Fatalf("the reductions come to no end: %s", run.Analysis.Name())
	}
	return run
}

// fate is the end of a run in a graph.
type fate string

const (
	isOut  fate = "left out"
	waits  fate = "not gone on from"
	toEnds fate = "followed"
)

// follow follows a run through the graph and returns its fate.
func follow(t testing.TB, run *cpa.Run, tr *restricttest.Trace) fate {
	t.Helper()
	type frame struct {
		caller *cpa.Node
		call   *ir.Edge
	}
	var stack []frame
	at := run.ARG.Root()
	land := func(n *cpa.Node) {
		for at = n; at.Fate == cpa.Covered || at.Fate == cpa.Merged; {
			at = at.By
		}
	}
	over := func(e *ir.Edge, caller *cpa.Node) bool {
		for _, l := range at.Out {
			if l.Edge == e && (l.Caller == nil) == (caller == nil) && (caller == nil || l.Caller == caller) {
				land(l.To)
				return true
			}
		}
		return false
	}
	here := func() fate {
		switch {
		case run.Why(at) != "":
			return isOut
		case at.Fate == cpa.Open:
			return waits
		}
		return toEnds
	}
	for i, e := range tr.Edges {
		if f := here(); f != toEnds {
			return f
		}
		c, call := e.Stmt.(*ir.Call)
		before := at
		if !over(e, nil) {
			if _, is := e.Stmt.(*ir.Undefined); is { // analyses may end the path at undefined behaviour
				return here()
			}
			t.Fatalf("step %d: the graph has no way from %s over %s", i, at, e)
		}
		if call {
			if at.Loc != c.Func.Entry {
				t.Fatal("a call leads elsewhere")
			}
			stack = append(stack, frame{before, e})
		}
		for at.Loc == at.Loc.Func.Exit && len(stack) > 0 && here() == toEnds {
			f := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !over(f.call, f.caller) {
				t.Fatalf("step %d: the graph has no way back from %s", i, at)
			}
		}
	}
	return here()
}

// undefined reports whether a run ended at an Undefined statement.
func undefined(tr *restricttest.Trace) bool {
	return tr.Outcome.Kind == exec.Undefined && tr.Outcome.What == restricttest.UndefinedKind
}

// goesOn reports whether the program may continue after the end of a run.
func goesOn(tr *restricttest.Trace) bool {
	return tr.Outcome.Kind == exec.Blocked || tr.Outcome.Kind == exec.Undefined &&
		tr.Outcome.What != restricttest.UndefinedKind
}

// within reports whether the path of a run is in a range, by definition. After the end of a run that blocks, or makes
// an undefined access, the path of the program may continue up to the lower bound.
func within(r *restrict.PathRange, tr *restricttest.Trace) bool {
	p := tr.Path()
	if goesOn(tr) && len(p) < len(r.Lo) && r.Lo[:len(p)] == p {
		p = r.Lo
	}
	return r.Contains(p)
}

// TestExact checks that the reductions to a range, without another analysis, follow a run if and only if the range
// contains its path. With TANDEM_LONG=1 it runs 1,000 programs with 5 ranges each on 1,000 inputs.
func TestExact(t *testing.T) {
	programs, ranges, inputs := uint64(24), 2, uint64(60)
	if long() {
		programs, ranges, inputs = 1000, 5, 1000
	}
	in, out := 0, 0
	for seed := *first; seed < *first+programs; seed++ {
		p := restricttest.Program(seed)
		constants := exec.Constants(p)
		whole := restricttest.NewRunner(t, p)
		var list []*restrict.PathRange
		var runs []*cpa.Run
		for k := range uint64(ranges) {
			r := restricttest.Drawn(t, p, seed+1000*k)[slices.Index(restricttest.Kinds, "paths")].Range
			if seed%4 == 3 && k == 0 {
				r = &restrict.PathRange{Before: true} // the empty range
			}
			list, runs = append(list, r), append(runs, explored(t, p, ranged.Of(p, *r).Reductions()...))
		}
		for k := range inputs {
			tr := whole.Run(t, restricttest.Inputs(p, constants, k))
			if !tr.Comparable() {
				continue
			}
			for i, r := range list {
				if goesOn(tr) && r.Empty() {
					continue // it is undecided whether the path of the run is in the range
				}
				want := within(r, tr)
				if got := follow(t, runs[i], tr); (got == toEnds) != want || got == waits {
					t.Fatalf("program %d, inputs %d, range %s: path %s (%s) is %s, lies in it: %v", seed, k, r, tr.Path(),
						restricttest.Outcome(tr.Outcome), got, want)
				}
				if want {
					in++
				} else {
					out++
				}
			}
		}
	}
	t.Logf("%d runs in, %d out", in, out)
	if in < out/20 || out < in/20 {
		t.Error("the ranges are useless")
	}
}

// TestValues checks the property of TestExact for the reductions by the values of tests. Tests whose values do not
// determine their paths must be refused.
func TestValues(t *testing.T) {
	programs, inputs := uint64(40), uint64(60)
	if long() {
		programs, inputs = 1000, 1000
	}
	in, out, byValues, refused := 0, 0, 0, map[string]int{}
	for seed := range programs {
		r := rand.New(rand.NewPCG(seed, 6))
		p := restricttest.Program(seed)
		constants := exec.Constants(p)
		whole := restricttest.NewRunner(t, p)
		var traces []*restricttest.Trace
		for k := range inputs {
			if tr := whole.Run(t, restricttest.Inputs(p, constants, k)); tr.Comparable() {
				traces = append(traces, tr)
			}
		}
		if len(traces) == 0 {
			continue
		}
		ended := slices.DeleteFunc(slices.Clone(traces), goesOn)
		for range min(3, len(ended)) {
			lo, hi := ended[r.IntN(len(ended))], ended[r.IntN(len(ended))]
			if restrict.ComparePaths(hi.Path(), lo.Path()) < 0 {
				lo, hi = hi, lo
			}
			given := restrict.PathRange{Lo: lo.Path(), Hi: hi.Path(), Before: r.IntN(2) == 0}
			w := ranged.Of(p, given)
			used := 0
			for i, tr := range []*restricttest.Trace{lo, hi} {
				v := value.New(p, value.Domain().Meaning(absint.Prepare(p), absint.Config{}), value.All)
				if err := w.ByValues(context.Background(), p, v, i == 0, tr.Reads); err != nil {
					refused[strings.Split(err.Error(), " at ")[0]]++
				} else {
					used++
				}
			}
			if used == 0 {
				continue
			}
			byValues += used
			run := explored(t, p, w.Reductions()...)
			for _, tr := range traces {
				if goesOn(tr) && strings.HasPrefix(string(given.Hi), string(tr.Path())) {
					continue // by values, the path may continue after the end of the bound
				}
				want := within(&given, tr)
				if got := follow(t, run, tr); (got == toEnds) != want || got == waits {
					t.Fatalf("program %d, range %s (%d by values): path %s is %s, lies in it: %v", seed, &given, used, tr.Path(), got,
						want)
				}
				if want {
					in++
				} else {
					out++
				}
			}
		}
	}
	t.Logf("%d bounds by values, %d runs in, %d out; refused: %v", byValues, in, out, refused)
	if byValues < 10 || in == 0 || out == 0 {
		t.Error("the test says nothing")
	}
}
