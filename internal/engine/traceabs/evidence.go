package traceabs

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Limits of a proof: its nodes, and the time that writing it down has behind the end of a turn.
const (
	maxNodes = 20_000
	moment   = 100 * time.Millisecond
)

// result is what is known at the end of a turn, ended is why it ended before all was decided.
func (w *worker) result(ctx context.Context, asked []*ir.Obligation, ended string) verify.Result {
	var safe, left []*ir.Obligation
	news := false
	reason := ended
	for _, o := range asked {
		if !w.done[o] {
			left = append(left, o)
			if reason == "" {
				reason = w.passed[o].why
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
	if ctx.Err() != nil { // what is done is handed out all the same, if that takes a moment
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), moment)
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

// evidence proves obligations; nil if that takes too many nodes, or the context ends. It is one invariant a location where there is one node each.
func (w *worker) evidence(ctx context.Context, safe []*ir.Obligation) verify.Evidence {
	in := map[*ir.Obligation]bool{}
	for _, o := range safe {
		in[o] = true
	}
	p := w.program.Only(func(o *ir.Obligation) bool { return in[o] })
	g, left := floydhoare.Graph(ctx, p, w.datas, maxNodes)
	if left || g == nil {
		return nil
	}
	var results map[*ir.Func]*ir.Var
	var made map[*ir.Edge]*ir.Object
	if w.meaning != nil {
		n := w.meaning.Names()
		results, made = maps.Clone(n.Results), maps.Clone(n.Made)
	}
	if !single(g) {
		ev := g.Annotated()
		ev.Results, ev.Made = results, made
		return ev
	}
	ev := &verify.Inductive{Invariants: g.Invariants(w.task.Program), Results: results, Made: made}
	w.kit.Claim(&verify.Invariants{Inductive: *ev})
	return ev
}

// single says that each location has one node that counts.
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

// dump writes a refinement: the trace, how it was generalised, the data automaton's states so far, and what is left.
func (w *worker) dump(n int, p *floydhoare.Program, word []int, how string, left *language) {
	if w.task.Log == nil || w.task.Log.DumpDir == "" { // the drawing costs more than the refinement
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "refinement %d: %s\ntrace\n", n, how)
	_, places := p.Path(word)
	for i, l := range word {
		fmt.Fprintf(&b, "  L%d  %s\n", p.Loc[places[i]].ID, p.Alphabet.Letter(l))
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
	if _, err := w.task.Log.Dump(name+".dot", []byte(left.Dot(nil, func(l *floydhoare.Letter) string { return l.String() }))); err != nil {
		w.task.Log.Warn("nothing was dumped", "error", err)
	}
}
