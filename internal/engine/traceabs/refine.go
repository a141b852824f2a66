package traceabs

// This file has trace abstraction: Fig. 4 and 5 of M. Greitschus, D. Dietsch, A. Podelski: Refining Trace Abstraction
// using Abstract Interpretation (2017).
//
// Deviations: obligations are decided one after the other; the data automata of one are subtracted from the words of
// the next at once. The remaining words are an automaton of their own, which is minimised after each difference. A
// trace that is neither feasible nor generalised is set aside, and others are tried. The trace is tried again when
// there are data automata that were not subtracted from the remaining words yet. Postponed obligations are tried again
// in the same case.

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

// Limits.
const (
	maxLeft  = 50_000       // states of the remaining language
	maxMoves = 20 * maxLeft // moves of a data automaton that a difference may use
	maxAside = 10           // traces of an obligation that are set aside
	maxRest  = 1 << 16      // tests when nothing else is left to do
)

// language is an automaton over the letters of the program.
type language = automata.Automaton[*floydhoare.Letter]

// Work decides one obligation after the other.
func (w *worker) Work(ctx context.Context, b verify.Budget) verify.Result {
	if w.kit == nil {
		w.kit, w.replay = prover.NewKit(Name, w.task, w.board), prover.NewReplayer(Name, w.task, w.board)
		w.trials = prover.NewTrials(Name, "a test at the side of a trace of the program automaton", w.task, w.board,
			w.kit.M, w.replay)
	}
	if err := w.kit.Begin(ctx, b); err != nil {
		return prover.Failed(err)
	}
	w.trials.Renew()
	asked := w.board.Left(w.task)
	w.asked = func(o *ir.Obligation) bool { return slices.Contains(asked, o) }
	if w.program == nil {
		w.open()
	}
	w.listen()
	defer w.publish()
	u, over := w.agenda.Turn(ctx, asked)
	switch {
	case u != nil:
		return u
	case over != "":
		return w.result(ctx, asked, over)
	}
	if w.agenda.Postponed() > 0 {
		if u := w.trials.Rest(ctx, maxRest, w.asked); u != nil {
			return u
		}
	}
	w.over = w.kit.M.Over(ctx) == "" && w.agenda.Settled(asked)
	return w.result(ctx, asked, "")
}

// decideOne decides o, and records the obligation if it is proved.
func (w *worker) decideOne(ctx context.Context, o *ir.Obligation) (u *verify.Unsafe, why string) {
	w.unsaid = false
	if u, why = w.decide(ctx, o); u == nil && why == "" {
		w.done[o] = true
	}
	return u, why
}

// retry makes the targets of o begin again if a solver found no answer for one of its traces. It reports whether that
// is the case.
func (w *worker) retry(o *ir.Obligation) bool {
	if w.unsaid {
		w.restart(o)
	}
	return w.unsaid
}

// restart makes the targets of o begin again, with the traces that were set aside.
func (w *worker) restart(o *ir.Obligation) {
	for _, t := range w.targets[o] {
		t.left = nil
	}
}

// tell logs how triples were decided.
func (w *worker) tell() {
	for link, n := range w.triples.Counts {
		w.task.Log.Count(Name+".triples."+link, int64(n-w.counted[link]))
		w.counted[link] = n
	}
}

// without subtracts the words of the data automata ds from the language left. It returns the result, or the reason if
// this is not possible.
func (w *worker) without(ctx context.Context, left *language, ds []*floydhoare.Data) (less *language, why string) {
	for _, d := range ds {
		if left, why = subtract(left, &bounded{d.Within(ctx), maxMoves}); why != "" {
			if ctx.Err() != nil {
				why = "out of time"
			}
			return nil, why
		}
	}
	return left, ""
}

// subtract returns the minimised difference of left and d, or the reason if it cannot be computed.
func subtract(left *language, d automata.Lazy) (less *language, why string) {
	pairs, ok := automata.Subtract(left, d)
	if !ok || pairs.Len() > maxLeft {
		return nil, fmt.Sprintf("more than %d states are left", maxLeft)
	}
	return automata.Minimise(pairs.Automaton, nil).Automaton, ""
}

// bounded is a data automaton that computes only a bounded number of moves.
type bounded struct {
	*floydhoare.Data
	moves int
}

// Next returns the state of the data automaton, and false after the last move.
func (b *bounded) Next(state, letter int) (to int, ok bool) {
	if b.moves--; b.moves < 0 {
		return 0, false
	}
	return b.Data.Next(state, letter)
}

// Return does what Next does, for a return.
func (b *bounded) Return(state, caller, letter int) (to int, ok bool) {
	if b.moves--; b.moves < 0 {
		return 0, false
	}
	return b.Data.Return(state, caller, letter)
}

// oneWord is the automaton of one word. A state is the number of letters that were read.
type oneWord struct{ word []int }

func (s oneWord) Start() int                                    { return 0 }
func (s oneWord) Final(state int) bool                          { return state == len(s.word) }
func (s oneWord) Sink(int) bool                                 { return false }
func (s oneWord) Return(state, _, letter int) (to int, ok bool) { return s.Next(state, letter) }

// Next returns the state after letter, automata.None if letter is not the next letter of the word. ok is always true.
func (s oneWord) Next(state, letter int) (to int, ok bool) {
	if state < len(s.word) && s.word[state] == letter {
		return state + 1, true
	}
	return automata.None, true
}

// step implements Fig. 5: either the word is feasible, or a data automaton accepts it. It returns a data automaton and
// a text on how it was found ("" if an earlier step found it), or a violation, or the reason why it found neither.
func (w *worker) step(ctx context.Context, t *target, word []int, o *ir.Obligation) (d *floydhoare.Data, how string,
	u *verify.Unsafe, why string) {
	p := t.p
	old := w.older(t, func(d *floydhoare.Data) (yes, ok bool) { return d.Within(ctx).Accepts(word) })
	if w.cfg.AI == Alone || w.unsolved != nil {
		if old != nil {
			return old, "", nil, ""
		}
		if d, how = w.fixpoint(ctx, t.whole, word); d != nil {
			return d, how, nil, ""
		}
		if w.unsolved != nil {
			return nil, "", nil, fmt.Sprintf("abstract interpretation alone does not exclude a trace, and no solver is asked "+
				"(%v),", w.unsolved)
		}
		return nil, "", nil, "abstract interpretation alone does not exclude a trace"
	}
	q := w.askers.Made(prover.Encoding(w.task.Program))
	if old == nil {
		if d = w.hint(ctx, word); d != nil {
			return d, "what others have found", nil, ""
		}
		path, _, _ := p.Trace(word, 0)
		a, err := w.feasible(ctx, path, o)
		switch {
		case err != nil:
			w.unsaid = true
			return nil, "", nil, verify.Said(err)
		case a.unsafe != nil:
			return nil, "", a.unsafe, ""
		case a.result == smt.Sat:
			return nil, "", nil, "the solver calls a trace feasible, but no run shows it: " + a.why
		case a.result != smt.Unsat:
			w.unsaid = true
			return nil, "", nil, "the solver does not say whether a trace is feasible,"
		}
		q = a.prover
	}
	if from := w.suffix(ctx, p, word, q); from > 0 {
		end := word[from:]
		d = w.older(t, func(d *floydhoare.Data) (yes, ok bool) {
			if yes, ok = d.Within(ctx).Excludes(end); yes && ok {
				yes, ok = d.Within(ctx).Accepts(word)
			}
			return yes, ok
		})
		if d != nil {
			return d, "", nil, ""
		}
		if d = w.local(ctx, p, word, from, q); d != nil {
			return d, "interpolants of the end of the trace", nil, ""
		}
	}
	if old != nil {
		return old, "", nil, ""
	}
	d, how, why = w.generalise(ctx, t.whole, word, q)
	return d, how, nil, why
}

// answer is the answer of a solver for a path.
type answer struct {
	result smt.Result
	prover *vc.Prover
	unsafe *verify.Unsafe // a violation that a run has shown
	why    string         // why no run has shown a violation
}

// feasible decides whether a path can be executed, first with integers, then with bits if integers do not decide it. If
// the solver finds the path feasible, the program is run on the inputs. In a path with blocks, the execution chooses a
// path through each block.
func (w *worker) feasible(ctx context.Context, path vc.Path, o *ir.Obligation) (*answer, error) {
	enc := prover.Encoding(w.task.Program)
	for {
		p, err := w.askers.Prover(enc)
		if err != nil {
			return nil, err
		}
		f, err := p.Check(ctx, path)
		if err != nil {
			return nil, err
		}
		if f.Result == smt.Sat && !f.Exact && f.Execution != nil { // the approximations may be on other paths of a block
			if path, err := p.Check(ctx, vc.Path{Edges: f.Execution}); err == nil && path.Result == smt.Sat {
				f = path
			}
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
