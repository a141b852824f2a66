package vc_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// provers returns a function that makes provers. Their solvers are closed at the end of the test.
func provers(t *testing.T) func(*ir.Program, vc.Encoding) *vc.Prover {
	t.Helper()
	return func(p *ir.Program, enc vc.Encoding) *vc.Prover {
		c := term.New()
		s, err := smt.Open(c, smt.Config{})
		if err != nil {
			benchtest.Missing(t, err)
		}
		t.Cleanup(func() { s.Close() })
		return vc.NewProver(vc.New(c, p, vc.Options{Enc: enc}), s, smt.Budget{Time: time.Minute, Work: 5_000_000})
	}
}

// route returns a path given by the numbers of the locations to which its edges lead. After a call these are locations
// of the called function, after its return locations of the caller again.
func route(t *testing.T, p *ir.Program, places string) []*ir.Edge {
	t.Helper()
	var out []*ir.Edge
	var back []*ir.Loc
	loc := p.Entry.Entry
	for _, word := range strings.Fields(places)[1:] {
		var to int
		fmt.Sscan(word, &to)
		i := slices.IndexFunc(loc.Out, func(ed *ir.Edge) bool { return ed.To.ID == to })
		if i < 0 {
			t.Fatalf("no edge from L%d to L%d", loc.ID, to)
		}
		ed := loc.Out[i]
		out = append(out, ed)
		loc = ed.To
		switch st := ed.Stmt.(type) {
		case *ir.Call:
			back = append(back, ed.To)
			loc = st.Func.Entry
		case *ir.Return:
			if n := len(back); n > 0 {
				loc, back = back[n-1], back[:n-1]
			}
		}
	}
	return out
}

// sequence returns the text of a sequence of predicates.
func sequence(ip *vc.Interpolants) string {
	var b strings.Builder
	for i, x := range ip.Exprs {
		text := "?"
		if x != nil {
			text = ir.ExprString(x)
		}
		fmt.Fprintf(&b, "L%d %s\n", ip.Points[i].Loc.ID, text)
	}
	return b.String()
}

const header = `
program ILP32
site nondet "n@a.c:1:1" name "n" type i32 in main
obligation "unreach-call" text "reach_error()" in "main"
entry main
`

// twoPhases increments y only in the second half of the iterations.
const twoPhases = header + `
func main() i32 {
  reg x i32
  reg y i32
  locs 10 error 7
  L0 -> L2: x = 0:i32
  L2 -> L3: y = 50:i32
  L3 -> L4: assume x < 100:i32
  L3 -> L8: assume 100:i32 <= x
  L4 -> L5: assume x < 50:i32
  L4 -> L6: assume 50:i32 <= x
  L5 -> L3: x = x + 1:i32
  L6 -> L9: y = y + 1:i32
  L9 -> L3: x = x + 1:i32
  L8 -> L7: assume y != 100:i32
  L8 -> L10: assume y == 100:i32
  L10 -> L1: return 0:i32
}`

// counters counts down from an input and up from 0.
const counters = header + `
global g u32 = 7:u32
func main() i32 {
  reg n i32
  reg x i32
  reg y i32
  locs 10 error 7
  L0 -> L2: n = input #0
  L2 -> L3: x = n
  L3 -> L4: y = 0:i32
  L4 -> L5: assume x != 0:i32
  L4 -> L8: assume x == 0:i32
  L5 -> L6: x = x - 1:i32
  L6 -> L4: y = y + 1:i32
  L8 -> L9: assume n != y
  L9 -> L7: assume @g == 7:u32
  L9 -> L10: assume @g != 7:u32
  L10 -> L1: return 0:i32
}`

// calling calls a function twice.
const calling = header + `
func main() i32 {
  reg x i32
  reg y i32
  locs 7 error 6
  L0 -> L2: x = input #0
  L2 -> L3: assume x < 10:i32
  L3 -> L4: y = call inc(x)
  L4 -> L5: y = call inc(y)
  L5 -> L6: assume x + 2:i32 != y
  L5 -> L7: assume x + 2:i32 == y
  L7 -> L1: return y
}

func inc(a) i32 source "inc" {
  reg a i32
  reg b i32
  loc L0 entry
  loc L1 exit
  loc L2
  L0 -> L2: b = a + 1:i32
  L2 -> L1: return b
}`

// guarded has counters with guards against overflow.
var guarded = strings.NewReplacer(
	"  L5 -> L6: x", "  L5 -> L11: assume !overflows(x - 1:i32) [ovf]\n  L11 -> L6: x",
	"  L6 -> L4: y", "  L6 -> L12: assume !overflows(y + 1:i32) [ovf]\n  L12 -> L4: y",
	"locs 10 ", "locs 12 ").Replace(counters)

// TestInterpolants compares sequences for classic paths with testdata/interpolants.txt.
func TestInterpolants(t *testing.T) {
	open := provers(t)
	var b strings.Builder
	for _, test := range []struct {
		name, program, route string
		enc                  vc.Encoding
		n                    int
	}{
		{"two phases, first turn", twoPhases, "0 2 3 4 5 3 8 7", vc.Ints, 2},
		{"two phases, first turn", twoPhases, "0 2 3 4 5 3 8 7", vc.Bits, 2},
		{"two phases, second phase after two turns", twoPhases, "0 2 3 4 5 3 4 5 3 4 6", vc.Ints, 2},
		{"counters, no turn", counters, "0 2 3 4 8 9 7", vc.Ints, 2},
		{"counters, two turns, arithmetic wraps", counters, "0 2 3 4 5 6 4 5 6 4 8 9 7", vc.Ints, 1},
		{"counters, two turns", counters, "0 2 3 4 5 6 4 5 6 4 8 9 7", vc.Bits, 2},
		{"counters, two turns, guarded", guarded, "0 2 3 4 5 11 6 12 4 5 11 6 12 4 8 9 7", vc.Ints, 2},
		{"counters, initial value", counters, "0 2 3 4 5 6 4 8 9 10", vc.Ints, 1},
		{"calls", calling, "0 2 3 4 2 1 5 2 1 6", vc.Ints, 1},
		{"calls", calling, "0 2 3 4 2 1 5 2 1 6", vc.Bits, 1},
	} {
		p := irtest.Program(t, test.program)
		path := vc.Path{Edges: route(t, p, test.route)}
		all, err := open(p, test.enc).Attempts(context.Background(), path, test.n)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		for _, ip := range all {
			fmt.Fprintf(&b, "%s: %v, %s, core %v\n%s\n", test.name, test.enc, ip.How, ip.Core, sequence(ip))
		}
	}
	golden.Compare(t, "testdata/interpolants.txt", b.String())
}

// TestOtherCores checks that the first preferred core lies outside of the loop, and that each further core lacks a
// constraint of the core before it.
func TestOtherCores(t *testing.T) {
	p := irtest.Program(t, header+`
func main() i32 {
  reg n i32
  reg x i32
  locs 8 error 8
  L0 -> L2: n = input #0
  L2 -> L3: assume n < 5:i32
  L3 -> L4: x = 0:i32
  L4 -> L5: assume x < n
  L5 -> L4: x = x + 1:i32
  L4 -> L6: assume n <= x
  L6 -> L7: assume 9:i32 < n
  L7 -> L8: assume 9:i32 < x
}`)
	pr := provers(t)(p, vc.Ints)
	path := vc.Path{Edges: route(t, p, "0 2 3 4 5 4 6 7 8")}
	for i, want := range []string{"", "[1 6]", "[2 4 7]", "[1 3 4 7]"} {
		all, err := pr.AttemptsOf(context.Background(), path, 1,
			vc.Choice{Other: i, Outside: func(i int) bool { return i < 3 || i > 5 }})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(all[0].Core); want != "" && got != want {
			t.Errorf("other core %d: %s by %s, want %s", i, got, all[0].How, want)
		}
	}
}

// TestFeasible checks that the records of a feasible path have the inputs for an execution, and that a sequence of
// edges that is not a path is an error.
func TestFeasible(t *testing.T) {
	open := provers(t)
	p := irtest.Program(t, calling)
	pr := open(p, vc.Ints)
	ctx := context.Background()
	path := route(t, p, "0 2 3 4 2 1 5 2 1 7 1")
	f, err := pr.Check(ctx, vc.Path{Edges: path})
	if err != nil || f.Result != smt.Sat || !f.Exact || len(f.Records) != 1 || int32(f.Records[0].Bits) >= 10 {
		t.Errorf("%v %+v", err, f)
	}
	if _, err := pr.Interpolate(ctx, vc.Path{Edges: path}); !errors.Is(err, vc.ErrFeasible) {
		t.Errorf("interpolants of a feasible path: %v", err)
	}
	if _, err := pr.Check(ctx, vc.Path{Edges: path[1:]}); err == nil {
		t.Errorf("edges from another place are taken for a path")
	}
	// A path from the middle, with a precondition: x = 12 contradicts the first condition of the path.
	main := p.Entry
	mid := vc.Path{Start: vc.Point{Loc: main.Locs[2]}, Pre: irtest.Expr(t, p, main, "x == 12:i32"), Edges: path[1:2]}
	ip, err := pr.Interpolate(ctx, mid)
	if err != nil {
		t.Fatal(err)
	}
	if got := sequence(ip); got != "L2 12:i64 == i64(x)\nL3 false\n" && got != "L2 10:i64 <= i64(x)\nL3 false\n" {
		t.Errorf("from the middle:\n%s", got)
	}
	mid.Pre = nil
	if f, err := pr.Check(ctx, mid); err != nil || f.Result != smt.Sat {
		t.Errorf("without a precondition: %v %v", err, f)
	}
}

// TestHoldsCalls checks Holds on a call and a return, with predicates over the registers of caller and callee.
func TestHoldsCalls(t *testing.T) {
	open := provers(t)
	p := irtest.Program(t, calling)
	main, inc := p.Entry, irtest.Func(t, p, "inc")
	pr := open(p, vc.Ints)
	ctx := context.Background()
	call := main.Locs[4].Out[0] // y = inc(y)
	in := pr.E.Enter(pr.E.Root(), call)
	caller := func(s string) ir.Expr { return irtest.Expr(t, p, main, s) }
	callee := func(s string) ir.Expr { return irtest.Expr(t, p, inc, s) }
	both := ir.NewBinary(ir.LAnd, callee("a <= 5:i32"), caller("x == y"))
	check := func(what string, c *vc.Context, pre ir.Expr, ed *ir.Edge, post ir.Expr, want vc.Truth) {
		if got := pr.Holds(ctx, c, pre, ed, post); got != want {
			t.Errorf("%s: %v", what, got)
		}
	}
	check("call", nil, caller("x == y && y == 5:i32"), call, both, vc.Yes)
	check("call, wrong", nil, caller("x == y && y == 6:i32"), call, both, vc.No)
	ret := inc.Locs[2].Out[0]
	back := ir.NewBinary(ir.LAnd, callee("b == 7:i32"), caller("x == 3:i32"))
	check("return", in, back, ret, caller("x == 3:i32 && y == 7:i32"), vc.Yes)
	check("return, wrong", in, back, ret, caller("x == 3:i32 && y == 8:i32"), vc.No)
	check("return to nowhere", nil, callee("b == 7:i32"), ret, callee("b == 7:i32"), vc.Yes)
}
