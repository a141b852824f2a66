package traceabs

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Limits of a proof: its nodes, and the time for writing it after the end of a turn.
const (
	maxNodes = 20_000
	fewNodes = 2_000 // limit of nodes if the proof can have another form
	moment   = 100 * time.Millisecond
)

// result returns the result of a turn. ended is the reason if the turn ended before all obligations were decided, else
// "".
func (w *worker) result(ctx context.Context, asked []*ir.Obligation, ended string) verify.Result {
	var safe, left []*ir.Obligation
	news := false
	reason := ended
	for _, o := range asked {
		if !w.done[o] {
			left = append(left, o)
			if reason == "" {
				reason = w.agenda.Why(o)
			}
			continue
		}
		safe = append(safe, o)
		news = news || !w.told[o]
	}
	rest := &verify.Unknown{Reason: reason, Left: &verify.Condition{Note: reason, Obligations: left}}
	if !news {
		return rest
	}
	if ctx.Err() != nil { // finished proofs are still returned if they can be written in a moment
		within, cancel := clock.WithTimeout(context.WithoutCancel(ctx), moment)
		defer cancel()
		ctx = within
	}
	ev := w.evidence(ctx, safe)
	if ev == nil {
		if rest.Reason = fmt.Sprintf("a proof of more than %d nodes", maxNodes); ctx.Err() != nil {
			rest.Reason, w.over = "out of time", false
		}
		return rest
	}
	for _, o := range safe {
		w.told[o] = true
	}
	return &verify.Safe{Obligations: safe, Proof: ev, Assuming: w.kit.Accesses(), Rest: reason}
}

// evidence returns the proof of the obligations in safe, nil if it has too many nodes or the context ends. It consists
// of invariants if each location has one node.
func (w *worker) evidence(ctx context.Context, safe []*ir.Obligation) verify.Evidence {
	in := map[*ir.Obligation]bool{}
	for _, o := range safe {
		in[o] = true
	}
	p := w.program.Only(func(o *ir.Obligation) bool { return in[o] })
	var ts []*target
	for _, o := range safe {
		ts = append(ts, w.targetsOf(o)...)
	}
	ds := w.used(ts)
	parts := len(ts) > 1 && !w.calls // the invariants of several parts can be joined
	most := maxNodes
	if parts {
		most = fewNodes
	}
	g, left := floydhoare.Graph(ctx, p, ds, most)
	if left || g == nil {
		if !parts {
			return nil
		}
		if invs := w.apart(ctx, ts); invs != nil {
			return w.inductive(invs)
		}
		if g, left = floydhoare.Graph(ctx, p, ds, maxNodes); left || g == nil {
			return nil
		}
	}
	if single(g) && !w.calls {
		return w.inductive(g.Invariants(w.task.Program))
	}
	ev := g.Annotated()
	w.name(ev)
	return ev
}

// apart returns invariants for the case that the graph of all data automata together is too large. It makes a graph for
// each last letter of words, and returns the conjunction of their invariants at each location. So nodes multiply only
// for the data automata of one last letter. It returns nil if a graph is too large.
func (w *worker) apart(ctx context.Context, ts []*target) (out []verify.Invariant) {
	out = []verify.Invariant{}
	for _, t := range ts {
		g, left := floydhoare.Graph(ctx, t.p, t.used, maxNodes)
		if left || g == nil {
			return nil
		}
		for _, i := range g.Invariants(w.task.Program) {
			if !ir.IsTrue(i.Expr) {
				out = append(out, i)
			}
		}
	}
	return out
}

// used returns the data automata that were subtracted from the words of ts, in the order in which they were made.
func (w *worker) used(ts []*target) []*floydhoare.Data {
	return slices.DeleteFunc(slices.Clone(w.datas), func(d *floydhoare.Data) bool {
		return !slices.ContainsFunc(ts, func(t *target) bool { return slices.Contains(t.used, d) })
	})
}

// inductive returns invariants as evidence, and publishes them.
func (w *worker) inductive(invs []verify.Invariant) *verify.Inductive {
	ev := &verify.Inductive{Invariants: invs}
	ev.Results, ev.Made = w.names()
	w.kit.Claim(&verify.Invariants{Inductive: *ev})
	return ev
}

// names returns a copy of the names that states use for values without a name in the program. The evidence may be
// checked while a later turn finds more names.
func (w *worker) names() (results map[*ir.Func]*ir.Var, made map[*ir.Edge]*ir.Object) {
	if w.meaning == nil {
		return nil, nil
	}
	n := w.meaning.Names()
	return maps.Clone(n.Results), maps.Clone(n.Made)
}

// Partial implements verify.Partial: it returns the proof that the data automata give, with the words that are left as
// open nodes.
func (w *worker) Partial(ctx context.Context, open []*ir.Obligation, most int) (*verify.Safe, bool) {
	if w.program == nil || len(w.datas) == 0 {
		return nil, false
	}
	in := func(o *ir.Obligation) bool { return slices.Contains(open, o) }
	var ts []*target
	for _, o := range open {
		ts = append(ts, w.targets[o]...)
	}
	g, more := floydhoare.Partial(ctx, w.program.Only(in), w.used(ts), most)
	if g == nil {
		return nil, false
	}
	ev := g.Stopped(in)
	if len(ev.Nodes) == 0 || ev.Nodes[0].Open {
		return nil, false
	}
	w.name(ev)
	return &verify.Safe{Proof: ev, Assuming: w.kit.Accesses()}, more
}

// single reports whether each location has at most one node that is not covered.
func single(g *cpa.Graph) bool {
	at := map[*ir.Loc]bool{}
	for _, n := range g.Nodes {
		if n.Fate == cpa.Covered {
			continue
		}
		if at[n.Loc] {
			return false
		}
		at[n.Loc] = true
	}
	return true
}

// dump writes a refinement: the trace, how it was generalised, the states of the data automaton so far, and the size of
// the remaining language.
func (w *worker) dump(n int, p *floydhoare.Program, word []int, how string, left *language) {
	if w.task.Log == nil || w.task.Log.DumpDir == "" { // drawing takes longer than a refinement
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "refinement %d: %s\ntrace\n", n, how)
	_, places := p.Path(word)
	for i, l := range word {
		at := p.Loc[places[i]]
		if w.calls {
			fmt.Fprintf(&b, "  %s", at.Func.Name)
		}
		fmt.Fprintf(&b, "  L%d  %s\n", at.ID, p.Alphabet.Letter(l))
	}
	d := w.datas[len(w.datas)-1]
	b.WriteString("data automaton, as far as it was asked for\n")
	for s := range d.Len() {
		fmt.Fprintf(&b, "  q%d  %s\n", s, ir.ExprString(w.preds.Expr(d.Set(s))))
	}
	fmt.Fprintf(&b, "left: %d states, %d moves\n", left.Len(), left.Size())
	name := fmt.Sprintf("%s-%03d", Name, n)
	if _, err := w.task.Log.Dump(name+".txt", []byte(b.String())); err != nil {
		w.task.Log.Warn("nothing was dumped", "error", err)
	}
	if _, err := w.task.Log.Dump(name+".dot",
		[]byte(left.Dot(nil, func(l *floydhoare.Letter) string { return l.String() }))); err != nil {
		w.task.Log.Warn("nothing was dumped", "error", err)
	}
}
