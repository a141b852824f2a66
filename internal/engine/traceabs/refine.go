package traceabs

// Trace abstraction: Fig. 4 and 5 of M. Greitschus, D. Dietsch, A. Podelski: Refining Trace Abstraction using Abstract Interpretation (2017).
//
// Deviations: one obligation after the other; the data automata of one are taken from the words of the next at once. What is left is kept as an
// automaton of its own, minimised after each difference.

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// maxLeft bounds the states of what is left of the language.
const maxLeft = 50_000

// language is an automaton over the letters of the program.
type language = automata.Automaton[*floydhoare.Letter]

// Work decides one obligation after the other.
func (w *worker) Work(ctx context.Context, b verify.Budget) verify.Result {
	if w.kit == nil {
		k, err := prover.NewKit(ctx, Name, w.task, w.board)
		if err != nil {
			return prover.Failed(err)
		}
		w.kit, w.replay = k, prover.NewReplayer(Name, w.task, w.board)
	}
	w.kit.M.Renew(b)
	asked := w.board.Left(w.task)
	w.asked = func(o *ir.Obligation) bool { return slices.Contains(asked, o) }
	if w.program == nil {
		w.open()
	}
	for _, o := range asked {
		if w.done[o] || w.passed[o] != "" {
			continue
		}
		if slices.Contains(w.program.Elsewhere, o) {
			w.passed[o] = "calls that were not inlined lie on the way to the error"
			continue
		}
		u, why := w.decide(ctx, o)
		if u != nil {
			return u
		}
		if ended := w.ended(ctx); ended != "" && why != "" {
			return w.result(asked, ended)
		}
		if why == "" {
			w.done[o] = true
		} else {
			w.passed[o] = fmt.Sprintf("%s at %s", why, o.Pos)
		}
	}
	w.over = true
	return w.result(asked, "")
}

// ended says why a turn is over; "" if it is not.
func (w *worker) ended(ctx context.Context) string {
	switch {
	case ctx.Err() != nil:
		return "out of time"
	case w.kit.M.Ended(ctx) && w.kit.M.Counts():
		return "out of work"
	case w.kit.M.Ended(ctx):
		return "out of time"
	}
	return ""
}

// decide takes words away until none leads to an error; else it says why it stops.
func (w *worker) decide(ctx context.Context, o *ir.Obligation) (u *verify.Unsafe, why string) {
	p := w.program.Only(func(x *ir.Obligation) bool { return x == o })
	trimmed, _ := automata.Trim(p.Automaton)
	left := automata.Minimise(trimmed, nil).Automaton
	for _, d := range w.datas {
		if left, why = subtract(ctx, left, d); why != "" {
			return nil, why
		}
	}
	for {
		run, more := automata.Find(left, w.cfg.Order, nil)
		if !more {
			return nil, ""
		}
		if why = w.ended(ctx); why != "" {
			return nil, why
		}
		d, how, u, why := w.step(ctx, p, run.Word, o)
		if d == nil {
			return u, why
		}
		less, why := subtract(ctx, left, d)
		if why != "" && ctx.Err() == nil && d.Plain() != nil { // of fewer words: only the moves that are known
			d = d.Plain()
			less, why = subtract(ctx, left, d)
		}
		if why != "" {
			return nil, why
		}
		left, w.datas = less, append(w.datas, d)
		w.task.Log.Count(Name+".refinements", 1)
		w.tell()
		w.task.Log.Progress(Name, "%d refinements, %d states are left", len(w.datas), left.Len())
		w.dump(len(w.datas), p, run.Word, how, left)
	}
}

// tell counts what decided the triples.
func (w *worker) tell() {
	for link, n := range w.triples.Counts {
		w.task.Log.Count(Name+".triples."+link, int64(n-w.counted[link]))
		w.counted[link] = n
	}
}

// subtract takes the words of a data automaton away.
func subtract(ctx context.Context, left *language, d *floydhoare.Data) (less *language, why string) {
	pairs, ok := automata.Subtract(left, d.Within(ctx))
	switch {
	case !ok:
		return nil, "out of time"
	case pairs.Len() > maxLeft:
		return nil, fmt.Sprintf("more than %d states are left", maxLeft)
	}
	return automata.Minimise(pairs.Automaton, nil).Automaton, ""
}

// step is Fig. 5: a word is feasible, or a data automaton accepts it.
func (w *worker) step(ctx context.Context, p *floydhoare.Program, word []int, o *ir.Obligation) (d *floydhoare.Data, how string, u *verify.Unsafe, why string) {
	for _, l := range word {
		if p.Alphabet.Letter(l).Kind == floydhoare.Call {
			return nil, "", nil, "calls that were not inlined lie on the way to the error"
		}
	}
	if w.cfg.AI == Alone || w.unsolved != nil {
		if d, how = w.fixpoint(ctx, p, word); d != nil {
			return d, how, nil, ""
		}
		if w.unsolved != nil {
			return nil, "", nil, fmt.Sprintf("abstract interpretation alone does not exclude a trace, and no solver is asked (%v),", w.unsolved)
		}
		return nil, "", nil, "abstract interpretation alone does not exclude a trace"
	}
	edges, _ := p.Path(word)
	a, err := w.feasible(ctx, edges, o)
	switch {
	case err != nil:
		return nil, "", nil, verify.Said(err)
	case a.unsafe != nil:
		return nil, "", a.unsafe, ""
	case a.result == smt.Unsat:
		d, how, why = w.generalise(ctx, p, word, a.prover)
		return d, how, nil, why
	case a.result == smt.Sat:
		return nil, "", nil, "the solver calls a trace feasible, but no run shows it: " + a.why
	}
	return nil, "", nil, "the solver does not say whether a trace is feasible,"
}

// answer is what a solver says of a path.
type answer struct {
	result smt.Result
	prover *vc.Prover
	unsafe *verify.Unsafe // a violation that a run has shown
	why    string         // a run did not
}

// feasible asks whether a path can be executed, in bits where numbers do not decide it. What a solver calls feasible is run.
func (w *worker) feasible(ctx context.Context, edges []*ir.Edge, o *ir.Obligation) (*answer, error) {
	enc := prover.Encoding(w.task.Program)
	for {
		p, err := w.prover(enc)
		if err != nil {
			return nil, err
		}
		f, err := p.Check(ctx, vc.Path{Edges: edges})
		if err != nil {
			return nil, err
		}
		a := &answer{result: f.Result, prover: p}
		if f.Result == smt.Sat {
			r := w.replay.Run(ctx, f.Records, "an error trace of the program automaton", o, w.asked)
			a.unsafe, a.why = r.Unsafe, r.Why
			if !f.Exact {
				a.why += ", since something on the path is approximated"
			}
		}
		if enc == vc.Bits || f.Result == smt.Unsat || a.unsafe != nil || f.Result == smt.Sat && f.Exact || ctx.Err() != nil {
			return a, nil
		}
		enc = vc.Bits
	}
}
