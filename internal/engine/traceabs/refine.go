package traceabs

// Trace abstraction: Fig. 4 and 5 of M. Greitschus, D. Dietsch, A. Podelski: Refining Trace Abstraction using Abstract Interpretation (2017).
//
// Deviations: one obligation after the other; the data automata of one are taken from the words of the next at once. What is left is kept as an
// automaton of its own, minimised after each difference. A trace that is neither feasible nor generalised is set aside, and others are looked at; it is
// looked at again when there are data automata that it has not met. So is an obligation that was passed.

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

// Limits: states of what is left of the language, and moves that are asked for to find it; traces that are set aside for an obligation; how often a turn comes
// back to one; tests where nothing else is left to do.
const (
	maxLeft  = 50_000
	maxMoves = 20 * maxLeft
	maxAside = 10
	maxBack  = 3
	maxRest  = 1 << 16
)

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
		w.trials = prover.NewTrials(Name, "a test at the side of a trace of the program automaton", w.task, w.board, k.M, w.replay)
	}
	w.kit.M.Renew(b)
	w.trials.Renew()
	asked := w.board.Left(w.task)
	w.asked = func(o *ir.Obligation) bool { return slices.Contains(asked, o) }
	if w.program == nil {
		w.open()
	}
	for back, again := 0, true; again && back <= maxBack; back++ {
		again = false
		for _, o := range asked {
			if w.done[o] || !w.stale(o) {
				continue
			}
			u, why := w.decide(ctx, o)
			if u != nil {
				return u
			}
			if ended := w.ended(ctx); ended != "" && why != "" {
				return w.result(ctx, asked, ended)
			}
			if delete(w.passed, o); why == "" {
				w.done[o] = true
			} else {
				w.passed[o] = passed{fmt.Sprintf("%s at %s", why, o.Pos), len(w.datas)}
			}
			again = true
		}
	}
	if len(w.passed) > 0 {
		if u := w.trials.Rest(ctx, maxRest, w.asked); u != nil {
			return u
		}
	}
	w.over = w.ended(ctx) == "" && !slices.ContainsFunc(asked, func(o *ir.Obligation) bool { return !w.done[o] && w.stale(o) })
	return w.result(ctx, asked, "")
}

// passed is why an obligation was passed, and how many data automata there were.
type passed struct {
	why   string
	datas int
}

// stale says that an obligation was not looked at since there are other data automata.
func (w *worker) stale(o *ir.Obligation) bool {
	if slices.Contains(w.program.Elsewhere, o) {
		w.passed[o] = passed{why: "calls that were not inlined lie on the way to the error"}
		return false
	}
	p, is := w.passed[o]
	return !is || p.datas < len(w.datas)
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
	all := automata.Minimise(trimmed, nil).Automaton
	left, why := w.without(ctx, all, w.datas)
	aside, met, reason := 0, len(w.datas), ""
	for {
		if why != "" {
			return nil, why
		}
		if why = w.ended(ctx); why != "" {
			return nil, why
		}
		run, more := automata.Find(left, w.cfg.Order, nil)
		switch {
		case !more && aside == 0:
			return nil, ""
		case !more && met == len(w.datas):
			return nil, reason
		case !more: // do the data automata since then accept what was set aside?
			aside, met = 0, len(w.datas)
			left, why = w.without(ctx, all, w.datas)
			continue
		}
		d, how, u, not := w.step(ctx, p, run.Word, o)
		switch {
		case u != nil:
			return u, ""
		case d == nil && (aside == maxAside || w.unsolved != nil):
			return nil, not
		case d == nil:
			if aside++; reason == "" {
				reason = not
			}
			left, why = subtract(left, oneWord{run.Word})
			continue
		}
		less, not := w.without(ctx, left, []*floydhoare.Data{d})
		if not != "" && ctx.Err() == nil && d.Plain() != nil { // of fewer words: only the moves that are known
			d = d.Plain()
			less, not = w.without(ctx, left, []*floydhoare.Data{d})
		}
		if why = not; why != "" {
			continue
		}
		left, w.datas = less, append(w.datas, d)
		w.task.Log.Count(Name+".refinements", 1)
		w.tell()
		w.task.Log.Progress(Name, "%d refinements, %d states are left", len(w.datas), left.Len())
		w.dump(len(w.datas), p, run.Word, how, left)
		edges, _ := p.Path(run.Word)
		if u := w.trials.Beside(ctx, w.provers[prover.Encoding(w.task.Program)], edges, w.asked); u != nil {
			return u, ""
		}
	}
}

// tell counts what decided the triples.
func (w *worker) tell() {
	for link, n := range w.triples.Counts {
		w.task.Log.Count(Name+".triples."+link, int64(n-w.counted[link]))
		w.counted[link] = n
	}
}

// without takes the words of data automata away.
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

// subtract takes the words of an automaton away.
func subtract(left *language, d automata.Lazy) (less *language, why string) {
	pairs, ok := automata.Subtract(left, d)
	if !ok || pairs.Len() > maxLeft {
		return nil, fmt.Sprintf("more than %d states are left", maxLeft)
	}
	return automata.Minimise(pairs.Automaton, nil).Automaton, ""
}

// bounded is a data automaton that is asked for so many moves.
type bounded struct {
	*floydhoare.Data
	moves int
}

func (b *bounded) Next(state, letter int) (to int, ok bool) {
	if b.moves--; b.moves < 0 {
		return 0, false
	}
	return b.Data.Next(state, letter)
}

// oneWord is the automaton of one word: a state is what was read of it.
type oneWord struct{ word []int }

func (s oneWord) Start() int           { return 0 }
func (s oneWord) Final(state int) bool { return state == len(s.word) }
func (s oneWord) Sink(int) bool        { return false }
func (s oneWord) Next(state, letter int) (to int, ok bool) {
	if state < len(s.word) && s.word[state] == letter {
		return state + 1, true
	}
	return automata.None, true
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
