package cprint

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cprint/cprinttest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// anyFlow returns a program with n locations and random edges between them; its automaton may be irreducible. A run
// computes a hash of its path in h, which decides whether it violates the obligation.
func anyFlow(seed uint64, n int) *ir.Program {
	r := rand.New(rand.NewPCG(seed, 7))
	p := &ir.Program{Model: ir.LP64, Files: []ir.File{{Name: "flow.c"}}}
	f := p.NewFunc("_start", ir.Void, ir.Pos{})
	p.Entry = f
	h, k, c := f.NewVar("h", ir.U32), f.NewVar("k", ir.I32), f.NewVar("c", ir.I32)
	ref := ir.NewRef
	num := func(t ir.Type, x int) ir.Expr { return ir.NewConst(t, int64(x)) }
	at := make([]*ir.Loc, n)
	for i := range at {
		at[i] = f.NewLoc(ir.Pos{})
		if r.IntN(3) == 0 {
			at[i].Loop = &ir.Loop{Keyword: []string{"for", "while", "do"}[r.IntN(3)]}
		}
	}
	last := f.NewLoc(ir.Pos{})
	o := p.NewObligation("assertion", "h", "", ir.Pos{})
	bad, good := f.NewLoc(ir.Pos{}), f.NewLoc(ir.Pos{})
	bad.Kind, bad.Obligation = ir.Error, o
	odd := ir.NewBinary(ir.Ne, ir.NewBinary(ir.And, ref(h), num(ir.U32, 1<<16)), num(ir.U32, 0))
	f.NewEdge(last, bad, &ir.Assume{Cond: odd, Mark: ir.True}, ir.Pos{})
	f.NewEdge(last, good, &ir.Assume{Cond: ir.NotExpr(odd), Mark: ir.False}, ir.Pos{})
	f.NewEdge(good, f.Exit, &ir.Return{}, ir.Pos{})
	start := f.NewLoc(ir.Pos{})
	f.NewEdge(f.Entry, start, &ir.Assign{Dst: h, Src: num(ir.U32, 1)}, ir.Pos{})
	f.NewEdge(start, at[0], &ir.Assign{Dst: k, Src: num(ir.I32, 0)}, ir.Pos{})
	somewhere := func() *ir.Loc {
		switch r.IntN(12) {
		case 0:
			return last
		case 1:
			return bad
		}
		return at[r.IntN(n)]
	}
	for i, l := range at {
		step := func(s ir.Stmt) {
			to := f.NewLoc(ir.Pos{})
			f.NewEdge(l, to, s, ir.Pos{})
			l = to
		}
		branch := func(cond ir.Expr, to *ir.Loc) {
			next := f.NewLoc(ir.Pos{})
			f.NewEdge(l, to, &ir.Assume{Cond: cond, Mark: ir.True}, ir.Pos{})
			f.NewEdge(l, next, &ir.Assume{Cond: ir.NotExpr(cond), Mark: ir.False}, ir.Pos{})
			l = next
		}
		if r.IntN(5) > 0 { // otherwise the location has only a test or a jump
			step(&ir.Assign{Dst: h, Src: ir.NewBinary(ir.Add, ir.NewBinary(ir.Mul, ref(h), num(ir.U32, 1664525)),
				num(ir.U32, i))})
		}
		if r.IntN(2) == 0 {
			s := p.NewSite(ir.Nondet, "__VERIFIER_nondet_int", ir.I32, f, ir.Pos{})
			s.Key = fmt.Sprint("c@", i)
			step(&ir.Input{Dst: c, Site: s})
		}
		branch(ir.NewBinary(ir.Lt, num(ir.I32, 60), ref(k)), last)
		if r.IntN(4) > 0 {
			branch(ir.NewBinary(ir.Ne, ir.NewBinary(ir.And, ref(c), num(ir.I32, 1<<r.IntN(8))), num(ir.I32, 0)), somewhere())
		}
		step(&ir.Assign{Dst: k, Src: ir.NewBinary(ir.Add, ref(k), num(ir.I32, 1))})
		f.NewEdge(l, somewhere(), &ir.Skip{}, ir.Pos{})
	}
	return p
}

// TestAnyFlow compares runs of random automata with runs of the programs that are read back from their texts.
// TANDEM_LONG=1: 20,000 programs.
func TestAnyFlow(t *testing.T) {
	bad, compared := 0, 0
	seeds := []uint64{2926} // a do loop with a continue
	n := uint64(250)
	if os.Getenv("TANDEM_LONG") != "" {
		n = 20_000
	}
	for seed := range n {
		seeds = append(seeds, seed)
	}
	for _, seed := range seeds {
		p := anyFlow(seed, 2+int(seed%9))
		if err := ir.Check(p); err != nil {
			t.Fatal(err)
		}
		text := readableText(t, p, ReadableOptions{})
		again, err := loadC(t, p.Model, "again.c", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, numbered(text))
		}
		m, err := exec.NewInterp(p, exec.Config{Fuel: 300})
		if err != nil {
			t.Fatal(err)
		}
		m2, err := exec.NewInterp(again, exec.Config{Fuel: 10_000})
		if err != nil {
			t.Fatal(err)
		}
		for k := range uint64(12) {
			r, err := m.Run(t.Context(), exec.Random(p, k, exec.Style(k%3)))
			if err != nil {
				t.Fatal(err)
			}
			if r.Outcome.Kind == exec.OutOfFuel {
				continue
			}
			r2, err := m2.Run(t.Context(), cprinttest.InOrder(r.Reads))
			if err != nil {
				t.Fatal(err)
			}
			compared++
			if r.Outcome.Kind == exec.Violated {
				bad++
			}
			if r.Outcome.Kind != r2.Outcome.Kind {
				t.Fatalf("seed %d: %+v, read again %+v\n%s\n%s", seed, r.Outcome, r2.Outcome, numbered(text), ir.Print(p))
			}
		}
	}
	if bad*5 < compared || bad*5 > 4*compared {
		t.Errorf("%d of %d runs violate", bad, compared)
	}
}
