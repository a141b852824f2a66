package floydhoare_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// turns returns a program that increments x and y in turns. The error is reached if x exceeds y by more than the given
// number.
func turns(most int) string {
	return strings.ReplaceAll(`
program ILP32
obligation "assertion" text "x <= y + MOST" in "main"
entry main
func main() void {
  reg x i32
  reg y i32
  reg flag i32
  locs 12 error 9
  L0 -> L2: x = 0:i32
  L2 -> L3: y = 0:i32
  L3 -> L4: flag = 0:i32
  L4 -> L5: assume x < 100:i32
  L5 -> L6: assume flag == 0:i32
  L6 -> L7: x = x + 1:i32
  L7 -> L4: flag = 1:i32
  L5 -> L8: assume flag != 0:i32
  L8 -> L10: y = y + 1:i32
  L10 -> L4: flag = 0:i32
  L4 -> L11: assume 100:i32 <= x
  L11 -> L9: assume y + MOST:i32 < x
  L11 -> L12: assume x <= y + MOST:i32
  L12 -> L1: return
}
`, "MOST", fmt.Sprint(most))
}

// double returns a program that adds step n times, where n may be negative. The error is reached if the sum is neither
// 0 nor 2 * n.
func double(step int) string {
	return strings.ReplaceAll(`
program ILP32
site nondet "n@a.c:1:1" name "f" type i32 in main
obligation "assertion" text "s == 0 || s == 2 * n" in "main"
entry main
func main() void {
  reg i i32
  reg n i32
  reg s i32
  locs 10 error 8
  L0 -> L2: n = input #0
  L2 -> L3: assume -1000:i32 <= n && n < 1000:i32
  L3 -> L4: i = 1:i32
  L4 -> L5: s = 0:i32
  L5 -> L6: assume i <= n
  L6 -> L7: s = s + STEP:i32
  L7 -> L5: i = i + 1:i32
  L5 -> L9: assume n < i
  L9 -> L8: assume s != n * 2:i32 && s != 0:i32
  L9 -> L10: assume s == n * 2:i32 || s == 0:i32
  L10 -> L1: return
}
`, "STEP", fmt.Sprint(step))
}

// TestFixpoints checks that one data automaton from a fixpoint on the whole program accepts all its words, in cases in
// which the fixpoint is too weak without partitions, or without the backward analysis. For faulty programs the
// automaton does not accept all words.
func TestFixpoints(t *testing.T) {
	parts := absint.Config{Parts: 60, Control: absint.Tests}
	for _, c := range []struct {
		name, text string
		domain     string
		cfg        absint.Config
		proved     bool
	}{
		{"turns", turns(1), "octagon", parts, true},
		{"turns, without parts", turns(1), "octagon", absint.Config{}, false},
		{"turns, with a fault", turns(0), "octagon", parts, false},
		{"double", double(2), "polyhedra", absint.Config{Backward: true}, true},
		{"double, forward", double(2), "polyhedra", absint.Config{}, false},
		{"double, with a fault", double(3), "polyhedra", absint.Config{Backward: true}, false},
	} {
		prog := irtest.Program(t, c.text)
		w := newLoop(t, prog, floydhoare.BlockOptions{}, meaning(t, prog, c.domain), false)
		letters, _ := w.p.All()
		cfg := c.cfg
		cfg.Edges = w.p.Edges(letters)
		r := w.m.Forward(context.Background(), cfg)
		var preds []int
		var known []floydhoare.Known
		switch {
		case r.Safe:
			preds, known = floydhoare.FromNeeds(w.ctx, w.p, w.tr, r.Needed(), letters)
		case len(r.Reached) == 0:
			preds, known = floydhoare.FromParts(w.ctx, w.p, w.tr, r.States(), letters)
		}
		asks := floydhoare.NewTriples(w.tr.Predicates, floydhoare.Links{Prover: w.tr.Prover})
		for _, k := range known { // a solver does not refute the triples that the domain has shown
			if got := asks.Post(w.ctx, k.Pre, k.Letter, []int{k.Post}); got[0] == vc.No {
				t.Errorf("%s: {%s} %s {%s}", c.name, ir.ExprString(w.tr.Expr(k.Pre)), k.Letter,
					ir.ExprString(w.tr.Expr([]int{k.Post})))
			}
		}
		d := floydhoare.NewData(w.p, w.tr, preds, floydhoare.DataOptions{Known: known})
		rest, ok := automata.Subtract(w.p.Automaton, d)
		if !ok {
			t.Fatal(c.name)
		}
		_, left := automata.Find(rest.Automaton, automata.Shortest)
		if left == c.proved {
			t.Errorf("%s: %d predicates, a word is left: %v", c.name, len(preds), left)
		}
		if w.ds = append(w.ds, d); c.proved && !left {
			if err := w.proof(); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
}

// TestLoopProgram checks that the loop program of a word through one branch of a loop has the other branch too.
func TestLoopProgram(t *testing.T) {
	p := floydhoare.NewProgram(irtest.Program(t, figure1), floydhoare.BlockOptions{Cut: statements})
	w := word(t, p, tau2...)
	some, _, key := p.PathProgram(w)
	more, wider := p.LoopProgram(w)
	all, whole := p.All()
	if len(some) != 6 || len(more) != 8 || len(all) != 8 || key == wider || wider != whole || len(p.Edges(all)) != 9 {
		t.Errorf("%d, %d and %d letters, %d edges", len(some), len(more), len(all), len(p.Edges(all)))
	}
	// This word passes through the loop's head too.
	if less, same := p.LoopProgram(word(t, p, tau1...)); len(less) != 8 || same != whole {
		t.Errorf("%d letters", len(less))
	}
}
