package traceabs

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file subtracts words to an error (Fig. 4 of M. Greitschus, D. Dietsch, A. Podelski: Refining Trace Abstraction
// using Abstract Interpretation, 2017). It does so separately for each last letter of the words. A data automaton that
// was made for another last letter is subtracted only when it accepts a trace, since subtracting it may make the
// remaining language large.

// target is a last letter of words to an error.
type target struct {
	p     *floydhoare.Program // the words that end with the letter
	whole *floydhoare.Program // all words to the error; a fixpoint of these also helps for other last letters
	all   *language           // the words of p
	left  *language           // the remaining words of all; nil if not begun
	used  []*floydhoare.Data  // data automata that were subtracted
	aside int                 // number of traces that were set aside
	met   int                 // number of data automata when the first trace was set aside
	why   string              // why the target is not done
	done  bool
}

// targetsOf returns the last letters of the words to the errors of o.
func (w *worker) targetsOf(o *ir.Obligation) []*target {
	ts, known := w.targets[o]
	if !known {
		p := w.program.Only(func(x *ir.Obligation) bool { return x == o })
		for _, l := range p.Last() {
			of := p.Ending(l)
			trimmed, _ := automata.Trim(of.Automaton)
			ts = append(ts, &target{p: of, whole: p, all: automata.Minimise(trimmed, nil).Automaton})
		}
		w.targets[o] = ts
	}
	return ts
}

// decide subtracts words until none leads to an error of o. It returns a violation, or the reason why it stopped; why
// is "" if o is proved.
func (w *worker) decide(ctx context.Context, o *ir.Obligation) (u *verify.Unsafe, why string) {
	if slices.Contains(w.program.Elsewhere, o) { // no word leads to o
		return nil, "an error in a function that is called, while it is not known what calls write,"
	}
	for again := true; again; {
		again, why = false, ""
		var open []*target
		for _, t := range w.targetsOf(o) {
			if !t.done {
				open = append(open, t)
			}
		}
		for i, t := range open {
			short := w.kit.M.Share(ctx, i < len(open)-1, func(ctx context.Context) { u, t.why = w.exclude(ctx, t, o) })
			if t.done = u == nil && t.why == ""; t.done {
				t.left = nil
			}
			again = again || short && !t.done
			if u != nil {
				return u, ""
			}
			if why == "" {
				why = t.why
			}
			if over := w.kit.M.Over(ctx); over != "" {
				return nil, over
			}
		}
	}
	return nil, why
}

// exclude does what decide does, for one last letter.
func (w *worker) exclude(ctx context.Context, t *target, o *ir.Obligation) (u *verify.Unsafe, why string) {
	if t.left == nil {
		if t.left, why = w.without(ctx, t.all, t.used); why != "" {
			return nil, why
		}
		t.aside = 0
	}
	reason := t.why
	for {
		if why = w.kit.M.Over(ctx); why != "" {
			return nil, why
		}
		run, more := automata.Find(t.left, w.cfg.Order)
		switch {
		case !more && t.aside == 0:
			return nil, ""
		case (!more || t.aside == maxAside) && t.met == len(w.datas):
			return nil, reason
		case !more || t.aside == maxAside: // newer data automata may accept the traces that were set aside
			left, not := w.without(ctx, t.all, t.used)
			if not != "" {
				return nil, not
			}
			t.left, t.aside, t.met = left, 0, len(w.datas)
			continue
		}
		d, how, u, not := w.step(ctx, t, run.Word, o)
		switch {
		case u != nil:
			return u, ""
		case d == nil && (ctx.Err() != nil || w.unsolved != nil):
			return nil, not
		case d == nil:
			if t.aside++; t.aside == 1 {
				reason, t.met = not, len(w.datas)
			}
			if t.left, why = subtract(t.left, oneWord{run.Word}); why != "" {
				t.left = nil
				return nil, why
			}
			continue
		}
		less, not := w.without(ctx, t.left, []*floydhoare.Data{d})
		if not != "" && ctx.Err() == nil && !w.calls && d.Plain() != nil { // subtract only the known moves of d
			d = d.Plain()
			less, not = w.without(ctx, t.left, []*floydhoare.Data{d})
		}
		if not != "" {
			return nil, not
		}
		t.left, t.used = less, append(t.used, d)
		if how == "" { // an earlier step found d
			w.task.Log.Count(Name+".again", 1)
			continue
		}
		w.datas = append(w.datas, d)
		w.task.Log.Count(Name+".refinements", 1)
		w.tell()
		w.task.Log.Progress(Name, "%d refinements, %d states are left", len(w.datas), less.Len())
		w.note(t.p, run.Word, d)
		w.dump(len(w.datas), t.p, run.Word, how, less)
		edges, _ := t.p.Path(run.Word)
		if u := w.trials.NearPath(ctx, w.observer, edges, w.asked); u != nil {
			return u, ""
		}
		if w.calls {
			if u := w.trials.Others(ctx, otherTests, w.asked); u != nil {
				return u, ""
			}
		}
	}
}

// older returns the newest data automaton for which the function accepts returns true and that was not subtracted from
// the words of t; nil if there is none.
func (w *worker) older(t *target, accepts func(*floydhoare.Data) (yes, ok bool)) *floydhoare.Data {
	for i := len(w.datas) - 1; i >= 0; i-- {
		if d := w.datas[i]; !slices.Contains(t.used, d) {
			switch yes, ok := accepts(d); {
			case !ok:
				return nil
			case yes:
				return d
			}
		}
	}
	return nil
}

// observer returns the prover that finds inputs for beginnings of traces, nil if there is no solver.
func (w *worker) observer() *vc.Prover { return w.askers.Made(prover.Encoding(w.task.Program)) }
