package traceabs

// This file handles programs with calls: their words are nested (M. Heizmann, J. Hoenicke, A. Podelski: Nested
// interpolants, POPL 2010).

import (
	"context"
	"maps"
	"strings"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// follow makes the program automaton that follows calls. It must be called before provers and domains are opened, since
// they use the names of returned values and of values at entries. If the effects of functions are not known, it does
// nothing, and calls stay letters.
func (w *worker) follow() {
	p := w.task.Program
	points, err := w.task.Points().Points(context.Background(), p)
	if err != nil {
		return
	}
	o := w.blocks()
	o.Calls = true
	w.calls, w.program = true, floydhoare.NewProgram(p, o)
	w.frames = floydhoare.Frames(p, func(f *ir.Func) []*ir.Var { return points.Of(f).GlobalWrites })
}

// frameNames returns the names of the frames, for a domain.
func (w *worker) frameNames() absint.Names {
	return absint.Names{Results: w.frames.Results, Entered: w.frames.Entered, Made: map[*ir.Edge]*ir.Object{}}
}

// otherTests is the number of tests after each refinement of a program with calls: such programs have few and expensive
// traces, which do not reach an error after many activations.
const otherTests = 200

// nestedInterpolants does what interpolants does, for a program with calls. It uses a core of the word or, if that does
// not suffice, the whole word.
func (w *worker) nestedInterpolants(ctx context.Context, p *floydhoare.Program, word []int, q *vc.Prover) (
	d *floydhoare.Data, how, why string) {
	path, first, states := p.Trace(word, 0)
	for _, whole := range []bool{false, true} {
		all, err := q.NestedSequences(ctx, path, whole)
		if err != nil {
			why = err.Error()
			continue
		}
		var preds []int
		var hows []string
		for _, seq := range all { // if one sequence is not enough, the automaton gets both
			more, _ := floydhoare.FromSequence(p, w.preds, word, states,
				floydhoare.BeforeLetters(p, word, first, states, seq))
			preds = append(preds, more...)
			hows = append(hows, seq.How)
			d = floydhoare.NewData(p, w.triples, preds, floydhoare.DataOptions{Enhanced: true})
			if yes, ok := d.Within(ctx).Accepts(word); yes && ok {
				return d, "interpolants: " + strings.Join(hows, ", "), ""
			}
		}
		why = "no progress: the data automaton does not accept the trace"
		if ctx.Err() != nil {
			break
		}
	}
	return nil, "", why
}

// name gives ev the names that predicates use for values without a name in the program. It copies them, since the
// evidence may be checked while a later turn finds more names.
func (w *worker) name(ev *verify.Annotated) {
	ev.Results, ev.Made = w.names()
	if w.calls {
		ev.Results, ev.Entered = maps.Clone(w.frames.Results), map[*ir.Func]map[*ir.Var]*ir.Var{}
		for f, vs := range w.frames.Entered {
			ev.Entered[f] = maps.Clone(vs)
		}
	}
}
