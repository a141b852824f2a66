package floydhoare_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// loop is the refinement loop of Fig. 5 and 6: refinements until no word is left.
type loop struct {
	ctx      context.Context
	t        testing.TB
	p        *floydhoare.Program
	tr       *floydhoare.Triples
	m        *absint.Meaning
	enhanced bool
	sliced   bool
	ds       []*floydhoare.Data
	seen     map[string]bool
	useful   int
	known    []floydhoare.Known // all known triples
}

// newLoop returns a loop with the domain m; nil for interpolants only.
func newLoop(t testing.TB, prog *ir.Program, o floydhoare.BlockOptions, m *absint.Meaning, enhanced bool) *loop {
	pv := newProver(t, prog)
	tr := floydhoare.NewTriples(floydhoare.NewPredicates(prog, pv), floydhoare.Links{Meaning: m, Prover: pv})
	if m == nil {
		tr.Meaning = meaning(t, prog, "interval")
	}
	return &loop{ctx: context.Background(), t: t, p: floydhoare.NewProgram(prog, o), tr: tr, m: m, enhanced: enhanced,
		seen: map[string]bool{}}
}

// run makes refinements, up to the given number. It returns "safe", "feasible", or the reason why it stopped.
func (w *loop) run(most int) string {
	left := automata.Minimise(w.p.Automaton, nil).Automaton
	for {
		run, more := automata.Find(left, automata.Shortest)
		if !more {
			return "safe"
		}
		if len(w.ds) == most {
			return "too many refinements"
		}
		d, how := w.generalise(run.Word)
		if d == nil {
			return how
		}
		if yes, ok := d.Accepts(run.Word); !yes || !ok {
			return "no progress"
		}
		rest, ok := automata.Subtract(left, d.Within(w.ctx))
		if !ok {
			return "out of time"
		}
		w.ds = append(w.ds, d)
		left = automata.Minimise(rest.Automaton, nil).Automaton
	}
}

// generalise returns a data automaton that accepts a word; nil with the reason if there is none.
func (w *loop) generalise(word []int) (*floydhoare.Data, string) {
	ctx := w.ctx
	path, first, states := w.p.Trace(word, 0)
	f, err := w.tr.Prover.Check(ctx, path)
	if err != nil {
		return nil, err.Error()
	}
	if f.Result != smt.Unsat {
		return nil, "feasible"
	}
	loops := false
	for _, l := range word {
		loops = loops || w.p.Alphabet.Letter(l).Loops
	}
	letters, edges, key := w.p.PathProgram(word)
	if w.m != nil && loops && !w.seen[key] {
		w.seen[key] = true
		r := w.m.Forward(ctx, absint.Config{Edges: edges})
		if len(r.Reached) == 0 {
			w.useful++
			if preds, known, ok := floydhoare.Sliced(ctx, w.p, w.tr, r.States(), letters); w.sliced && ok {
				w.known = append(w.known, known...)
				return floydhoare.NewData(w.p, w.tr, preds, floydhoare.DataOptions{Enhanced: true, Known: known}), ""
			}
			preds, known := floydhoare.FromStates(ctx, w.p, w.tr.Predicates, w.m, r.States(), letters)
			w.known = append(w.known, known...)
			return floydhoare.NewData(w.p, w.tr, preds, floydhoare.DataOptions{Enhanced: w.enhanced, Known: known}), ""
		}
	}
	n := 1
	if loops {
		n = 2
	}
	all, err := w.tr.Prover.Attempts(ctx, path, n)
	if err != nil {
		return nil, err.Error()
	}
	var preds []int
	var known []floydhoare.Known
	for _, ip := range all {
		var seq []ir.Expr
		for _, n := range first {
			seq = append(seq, ip.Exprs[n])
		}
		ps, ks := floydhoare.FromSequence(w.p, w.tr.Predicates, word, states, seq)
		preds, known = append(preds, ps...), append(known, ks...)
	}
	w.known = append(w.known, known...)
	return floydhoare.NewData(w.p, w.tr, preds, floydhoare.DataOptions{Enhanced: true, Known: known}), ""
}

// proof makes the proof of the loop and checks it.
func (w *loop) proof() error {
	g, left := floydhoare.Graph(w.ctx, w.p, w.ds, 10_000)
	if left {
		return fmt.Errorf("an error is left")
	}
	return w.checked(g)
}

// checked returns an error unless the checker confirms the proof.
func (w *loop) checked(g *cpa.Graph) error {
	ev := g.Annotated()
	if w.m != nil {
		ev.Results, ev.Made = w.m.Names().Results, w.m.Names().Made
	}
	task := &verify.Task{Program: w.p.Prog}
	out := check.Proof(w.ctx, task, &verify.Safe{Obligations: w.p.Prog.Obligations, Proof: ev})
	if out.Verdict != check.Confirmed {
		return fmt.Errorf("%s: %s\n%s", out.Verdict, out.Reason, g)
	}
	return nil
}

// TestRefinements checks that with intervals, the loop proves Fig. 1 in two refinements with enhanced automata, and in
// four without. With interpolants alone it unrolls the program's loop.
func TestRefinements(t *testing.T) {
	for _, c := range []struct {
		name     string
		domain   bool
		enhanced bool
		most     int
		end      string
		n        int
	}{
		{"INT", true, false, 50, "safe", 4},
		{"INT Enh.", true, true, 50, "safe", 2},
		{"Default", false, false, 4, "too many refinements", 4},
	} {
		prog := irtest.Program(t, figure1)
		var m *absint.Meaning
		if c.domain {
			m = absint.In("interval", interval.New(1), false).Meaning(absint.Prepare(prog), absint.Config{})
		}
		w := newLoop(t, prog, floydhoare.BlockOptions{Cut: statements}, m, c.enhanced)
		if end := w.run(c.most); end != c.end || len(w.ds) != c.n {
			t.Errorf("%s: %s after %d refinements, %d of them by the domain", c.name, end, len(w.ds), w.useful)
		} else if end == "safe" {
			if err := w.proof(); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		t.Log(c.name, len(w.ds), w.useful, w.tr.Counts)
	}
}
