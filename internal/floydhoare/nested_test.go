package floydhoare_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// recursive counts down, while a global register counts up; main has the initial value.
const recursive = `
program ILP32
site nondet "n@a.c:2:16" name "f" type i32 in main
obligation "assertion" text "k == old" in "main"
global k i32 = 0:i32
entry main
func main() void {
  reg x i32
  reg y i32
  locs 8 error 7
  L0 -> L2: x = input #0
  L2 -> L3: @k = 5:i32
  L3 -> L4: y = call down(x)
  L4 -> L5: assume y == 0:i32
  L4 -> L7: assume y != 0:i32
  L5 -> L7: assume @k < 5:i32
  L5 -> L6: assume 5:i32 <= @k
  L6 -> L1: return
}
func down(n) i32 {
  reg n i32
  reg r i32
  locs 6
  L0 -> L2: assume n <= 0:i32
  L0 -> L3: assume 0:i32 < n
  L2 -> L1: return 0:i32
  L3 -> L4: r = call down(n - 1:i32)
  L4 -> L1: return r
}
`

// TestNested prints the nested automaton of a recursive program, decides it by nested interpolants, and prints the data
// automata and the proof, which is checked.
func TestNested(t *testing.T) {
	ctx := context.Background()
	prog := irtest.Program(t, recursive)
	pv := newProver(t, prog)
	frames := floydhoare.Frames(prog, func(f *ir.Func) []*ir.Var { return pv.E.Points().Of(f).GlobalWrites })
	pv.Frame(frames)
	p := floydhoare.NewProgram(prog, floydhoare.BlockOptions{Calls: true})
	if !floydhoare.NewProgram(prog, floydhoare.BlockOptions{}).HasCalls() {
		t.Error("no call lies on the way")
	}
	var b strings.Builder
	for s, l := range p.Loc {
		fmt.Fprintf(&b, "%d: %s L%d\n", s, l.Func.Name, l.ID)
	}
	b.WriteString(p.Text(func(l *floydhoare.Letter) string { return l.String() }))
	ps := floydhoare.NewPredicates(prog, pv)
	tr := floydhoare.NewTriples(ps, floydhoare.Links{Prover: pv})
	left := automata.Minimise(p.Automaton, nil).Automaton
	var ds []*floydhoare.Data
	for {
		run, more := automata.Find(left, automata.Shortest)
		if !more {
			break
		}
		if len(ds) == 6 {
			t.Fatalf("too many refinements\n%s", b.String())
		}
		path, first, states := p.Trace(run.Word, 0)
		fmt.Fprintln(&b, "refinement")
		for i, x := range run.Word {
			at := p.Loc[states[i]]
			fmt.Fprintf(&b, "  %s L%d: %s\n", at.Func.Name, at.ID, p.Alphabet.Letter(x))
		}
		seqs, err := pv.NestedSequences(ctx, path, false)
		if err != nil {
			t.Fatal(err)
		}
		var preds []int
		for _, s := range seqs {
			more, _ := floydhoare.FromSequence(p, ps, run.Word, states, floydhoare.BeforeLetters(p, run.Word, first, states, s))
			preds = append(preds, more...)
		}
		d := floydhoare.NewData(p, tr, preds, floydhoare.DataOptions{Enhanced: true})
		if yes, ok := d.Accepts(run.Word); !yes || !ok {
			t.Fatalf("the word is not accepted\n%s", b.String())
		}
		rest, _ := automata.Subtract(left, d)
		for s := range d.Len() {
			fmt.Fprintf(&b, "  q%d: %s\n", s, ir.ExprString(ps.Expr(d.Set(s))))
		}
		left, ds = automata.Minimise(rest.Automaton, nil).Automaton, append(ds, d)
	}
	g, open := floydhoare.Graph(ctx, p, ds, 1000)
	fmt.Fprintf(&b, "left: %v\n%v", open, g)
	ev := g.Annotated()
	ev.Results, ev.Entered = frames.Results, frames.Entered
	if out := check.Proof(ctx, &verify.Task{Program: prog}, &verify.Safe{Obligations: prog.Obligations,
		Proof: ev}); out.Verdict != check.Confirmed {
		t.Errorf("%s: %s", out.Verdict, out.Reason)
	}
	golden.Compare(t, "testdata/nested.golden", b.String())
}

// TestMade checks that the object that an edge of a callee makes is another object after the next call, and that an
// object that a callee frees is not alive.
func TestMade(t *testing.T) {
	prog := enginetest.C{File: "t.c", Text: `#include <stdlib.h>
		void reach_error(void); int *other(void); int *wrap(void) { return other(); }
		int *last; void drop(void) { free(last); }
		int main(void) { int *q = wrap(), *r = wrap(); last = malloc(4); drop(); if (q == r) reach_error(); return 0; }`,
		Passes: func(o *instrument.Options) { o.Inline = false }}.Task(t).Program
	pv := newProver(t, prog)
	p := floydhoare.NewProgram(prog, floydhoare.BlockOptions{Calls: true})
	tr := floydhoare.NewTriples(floydhoare.NewPredicates(prog, pv), floydhoare.Links{Prover: pv})
	main := prog.Funcs[slices.IndexFunc(prog.Funcs, func(f *ir.Func) bool { return f.Name == "main" })]
	var q ir.Expr
	for _, v := range main.Vars {
		if v.Type.Kind == ir.Ptr && q == nil {
			q = ir.NewRef(v)
		}
	}
	asked := 0
	for k := range p.Alphabet.Len() {
		l := p.Alphabet.Letter(k)
		if l.Kind != floydhoare.Return || l.Func != main {
			continue
		}
		made := ir.Expr(&ir.AddrOf{Obj: &ir.Object{Name: "made", Size: 4, Func: l.Block.Callee()}, T: prog.Model.Ptr()})
		alive := ir.Expr(&ir.Valid{What: ir.Readable, Addr: q, N: ir.NewConst(ir.U64, 4)})
		for _, x := range []ir.Expr{ir.NewBinary(ir.Eq, q, made), alive} {
			if x == alive != (l.Block.Callee().Name == "drop") {
				continue
			}
			n := tr.Of(main, x)
			if asked++; tr.Return(context.Background(), nil, []int{n}, l, []int{n})[0] == vc.Yes {
				t.Errorf("{%s} %s {%s}", ir.ExprString(x), l, ir.ExprString(x))
			}
		}
	}
	if asked != 3 {
		t.Errorf("%d asked", asked)
	}
}

// TestNames checks that different registers with the same name give different predicates. Abstract states name values
// that have no register, and such a name may be equal to the name of a register.
func TestNames(t *testing.T) {
	prog := irtest.Program(t, recursive)
	ps := floydhoare.NewPredicates(prog, nil)
	own := prog.Entry.Vars[0]
	is := func(v *ir.Var) int {
		return ps.Of(prog.Entry, ir.NewBinary(ir.Eq, ir.NewRef(v), ir.NewConst(v.Type, 3)))
	}
	other := &ir.Var{Name: own.Name, Type: own.Type, ID: 99}
	if a, b := is(own), is(other); a == b || a != is(own) || b != is(other) {
		t.Errorf("%d and %d", a, b)
	}
}
