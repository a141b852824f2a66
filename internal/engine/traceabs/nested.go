package traceabs

// Programs with calls: words are nested (M. Heizmann, J. Hoenicke, A. Podelski: Nested interpolants, POPL 2010), and
// all else is as in refine.go and generalise.go.

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// nested is what is kept of a program in which calls lie on the way to an error.
type nested struct {
	program *floydhoare.Program
	frames  vc.Frames
	datas   []*floydhoare.Data
}

// openNested makes it, before there are provers and domains: they are told the names of returned values and of those at
// entries.
func (w *worker) openNested() {
	p := w.task.Program
	points, err := w.task.Points().Points(context.Background(), p)
	if err != nil {
		return
	}
	o := w.blocks()
	o.Calls = true
	w.nested = &nested{
		program: floydhoare.NewProgram(p, o),
		frames:  floydhoare.Frames(p, func(f *ir.Func) []*ir.Var { return points.Of(f).GlobalWrites }),
	}
}

// names are those of the frames, for a domain.
func (n *nested) names() absint.Names {
	return absint.Names{Results: n.frames.Results, Entered: n.frames.Entered, Made: map[*ir.Edge]*ir.Object{}}
}

// refinements is how many data automata there are.
func (w *worker) refinements() int {
	if w.nested != nil {
		return len(w.nested.datas)
	}
	return len(w.datas)
}

// decideNested is decide for nested words.
func (w *worker) decideNested(ctx context.Context, o *ir.Obligation) (u *verify.Unsafe, why string) {
	n := w.nested
	p := n.program.Only(func(x *ir.Obligation) bool { return x == o })
	all := automata.Minimise(p.Automaton, nil).Automaton
	left, why := withoutNested(ctx, all, n.datas)
	aside, met, reason := 0, len(n.datas), ""
	for {
		if why != "" {
			return nil, why
		}
		if why = w.kit.M.Over(ctx); why != "" {
			return nil, why
		}
		run, more := automata.Find(left, w.cfg.Order)
		switch {
		case !more && aside == 0:
			return nil, ""
		case !more && met == len(n.datas):
			return nil, reason
		case !more: // do the data automata since then accept what was set aside?
			aside, met = 0, len(n.datas)
			left, why = withoutNested(ctx, all, n.datas)
			continue
		}
		d, how, u, not := w.stepNested(ctx, p, run.Word, o)
		switch {
		case u != nil:
			return u, ""
		case d == nil && (aside == maxAside || w.unsolved != nil):
			return nil, not
		case d == nil:
			if aside++; reason == "" {
				reason = not
			}
			left, why = subtractNested(left, oneWord{run.Word})
			continue
		}
		if left, why = subtractNested(left, d.Within(ctx)); why != "" {
			continue
		}
		n.datas = append(n.datas, d)
		w.task.Log.Count(Name+".refinements", 1)
		w.tell()
		w.task.Log.Progress(Name, "%d refinements, %d states are left", len(n.datas), left.Len())
		w.note(p, run.Word, d)
		w.dumpNested(len(n.datas), p, run.Word, how, left)
		edges, _ := p.Path(run.Word)
		if u := w.trials.NearPath(ctx, w.beside, edges, w.asked); u != nil {
			return u, ""
		}
		if u := w.trials.Others(ctx, nestedTests, w.asked); u != nil {
			return u, ""
		}
	}
}

// nestedTests are those beside a refinement: traces with calls are few and dear, and an error behind many activations
// is at the end of none.
const nestedTests = 200

// withoutNested takes the nested words of data automata away.
func withoutNested(ctx context.Context, left *language, ds []*floydhoare.Data) (less *language,
	why string) {
	for _, d := range ds {
		if left, why = subtractNested(left, d.Within(ctx)); why != "" {
			return nil, why
		}
	}
	return left, ""
}

// subtractNested takes the nested words of an automaton away.
func subtractNested(left *language, d automata.Lazy) (less *language, why string) {
	pairs, ok := automata.Subtract(left, d)
	switch {
	case !ok:
		return nil, "out of time"
	case pairs.Len() > maxLeft:
		return nil, fmt.Sprintf("more than %d states are left", maxLeft)
	}
	return automata.Minimise(pairs.Automaton, nil).Automaton, ""
}

// stepNested is Fig. 5 and 6 for a nested word: it is feasible, or a data automaton accepts it.
func (w *worker) stepNested(ctx context.Context, p *floydhoare.Program, word []int,
	o *ir.Obligation) (d *floydhoare.Data, how string, u *verify.Unsafe, why string) {
	if w.cfg.AI == Alone || w.unsolved != nil {
		if d, how = w.fixpointNested(ctx, p, word); d != nil {
			return d, how, nil, ""
		}
		if w.unsolved != nil {
			return nil, "", nil, fmt.Sprintf("abstract interpretation alone does not exclude a trace, and no solver is asked "+
				"(%v),", w.unsolved)
		}
		return nil, "", nil, "abstract interpretation alone does not exclude a trace"
	}
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
	_, _, key := p.PathProgram(word)
	loop := slices.ContainsFunc(word, func(x int) bool { return p.Alphabet.Letter(x).Loops })
	again := w.analysed[key]
	w.analysed[key] = true
	if loop && again == (w.cfg.AI == Last) {
		if d, how = w.fixpointNested(ctx, p, word); d != nil {
			return d, how, nil, ""
		}
	}
	if d, how, why = w.interpolantsNested(ctx, p, word, path, a.prover); d != nil {
		return d, how, nil, ""
	}
	if loop && !again && w.cfg.AI == Last {
		if d, how = w.fixpointNested(ctx, p, word); d != nil {
			return d, how, nil, ""
		}
	}
	return nil, "", nil, "a trace with calls is infeasible, but cannot be generalised: " + why
}

// fixpointNested is fixpoint for a nested word: functions are related to their entries. Where several states of a
// location are kept apart, each is a predicate.
func (w *worker) fixpointNested(ctx context.Context, p *floydhoare.Program,
	word []int) (*floydhoare.Data, string) {
	if len(w.rungs) == 0 {
		return nil, ""
	}
	w.task.Log.Count(Name+".ai", 1)
	_, edges, _ := p.PathProgram(word)
	_, _, states := p.Trace(word, 0)
	for _, r := range w.rungs {
		if !r.first && !w.affords() || ctx.Err() != nil {
			break
		}
		f := w.analyse(ctx, r, edges, p.Loc[states[len(states)-1]], !r.first)
		if f == nil || f.states == nil {
			continue
		}
		preds, _ := floydhoare.FromStates(ctx, p, w.preds, r.meaning, f.states, nil)
		d := floydhoare.NewData(p, r.triples, preds, floydhoare.DataOptions{Enhanced: true})
		if yes, ok := d.Within(ctx).Accepts(word); !yes || !ok {
			continue
		}
		w.task.Log.Count(Name+".ai.useful", 1)
		if !r.first {
			w.task.Log.Count(Name+".ai.stronger", 1)
		}
		return d, "fixpoint of the path program in " + r.Name()
	}
	return nil, ""
}

// interpolantsNested is the data automaton of nested interpolants: of a core of the word, else of all of it.
func (w *worker) interpolantsNested(ctx context.Context, p *floydhoare.Program, word []int,
	path vc.Path, q *vc.Prover) (d *floydhoare.Data, how, why string) {
	_, first, states := p.Trace(word, 0)
	for _, whole := range []bool{false, true} {
		all, err := q.NestedSequences(ctx, path, whole)
		if err != nil {
			why = err.Error()
			continue
		}
		var preds []int
		var hows []string
		for _, seq := range all { // both are in the automaton, if one is not enough
			more, _ := floydhoare.FromSequence(p, w.preds, word, states, floydhoare.BeforeLetters(p, word, first, states, seq))
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

// nestedEvidence proves obligations by a graph with activations; nil if that takes too many nodes, or the context ends.
func (w *worker) nestedEvidence(ctx context.Context, in map[*ir.Obligation]bool) verify.Evidence {
	p := w.nested.program.Only(func(o *ir.Obligation) bool { return in[o] })
	g, left := floydhoare.Graph(ctx, p, w.nested.datas, maxNodes)
	if left || g == nil {
		return nil
	}
	ev := g.Annotated()
	w.nestedNames(ev)
	return ev
}

// nestedPartial is Partial of a program with calls.
func (w *worker) nestedPartial(ctx context.Context, in func(*ir.Obligation) bool, most int) (*verify.Safe, bool) {
	g, more := floydhoare.Partial(ctx, w.nested.program.Only(in), w.nested.datas, most)
	if g == nil {
		return nil, false
	}
	ev := g.Stopped(in)
	if len(ev.Nodes) == 0 || ev.Nodes[0].Open {
		return nil, false
	}
	w.nestedNames(ev)
	return &verify.Safe{Proof: ev, Assuming: w.kit.Accesses()}, more
}

// nestedNames gives evidence the names that predicates have for what the program has none for.
func (w *worker) nestedNames(ev *verify.Annotated) {
	ev.Results, ev.Entered = maps.Clone(w.nested.frames.Results), map[*ir.Func]map[*ir.Var]*ir.Var{}
	for f, vs := range w.nested.frames.Entered {
		ev.Entered[f] = maps.Clone(vs)
	}
	if w.meaning != nil {
		ev.Made = maps.Clone(w.meaning.Names().Made)
	}
}

// dumpNested writes a refinement, as dump does.
func (w *worker) dumpNested(n int, p *floydhoare.Program, word []int, how string,
	left *language) {
	if w.task.Log == nil || w.task.Log.DumpDir == "" {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "refinement %d: %s\ntrace\n", n, how)
	_, _, states := p.Trace(word, 0)
	for i, x := range word {
		at := p.Loc[states[i]]
		fmt.Fprintf(&b, "  %s L%d  %s\n", at.Func.Name, at.ID, p.Alphabet.Letter(x))
	}
	d := w.nested.datas[len(w.nested.datas)-1]
	b.WriteString("data automaton, as far as it was asked for\n")
	for s := range d.Len() {
		fmt.Fprintf(&b, "  q%d  %s\n", s, ir.ExprString(w.preds.Expr(d.Set(s))))
	}
	fmt.Fprintf(&b, "left: %d states, %d moves\n", left.Len(), left.Size())
	name := fmt.Sprintf("%s-%03d", Name, n)
	if _, err := w.task.Log.Dump(name+".txt", []byte(b.String())); err != nil {
		w.task.Log.Warn("nothing was dumped", "error", err)
	}
}
