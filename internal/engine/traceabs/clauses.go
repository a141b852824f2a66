package traceabs

import (
	"context"
	"time"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file asks Spacer (A. Komuravelli, A. Gurfinkel, S. Chaki: SMT-based model checking for recursive programs. CAV
// 2014) for predicates of a path program whose error no domain excludes. The Horn clauses of a path program are small,
// and a solution holds for any number of rounds of its loops, while interpolants of the trace may not. The predicates
// are guesses: each move between them is a triple that is decided like any other.

// The search for one path program may take hornTime, but not more than 1/hornPart of the rest of the turn.
const (
	hornTime = 300 * time.Millisecond
	hornPart = 4
)

// spacer finds predicates by Horn clauses.
type spacer struct {
	horn  smt.HornSolver // nil if there is no Horn solver
	ideal *vc.Prover     // over terms in which no sum overflows its type
	tried map[string]int // number of arithmetics that were tried, by path program
}

// arithmetics lists the kinds of arithmetic of clauses: loose or not.
var arithmetics = []bool{true, false}

// openSpacer opens Spacer on first use, if queries are in integers and solvers are used. It returns nil if they are
// not.
func (w *worker) openSpacer(q *vc.Prover) *spacer {
	if w.spacer != nil || w.unsolved != nil || !w.cfg.Spacer || q.E.Enc != vc.Ints {
		return w.spacer
	}
	w.spacer = &spacer{tried: map[string]int{}}
	// These options let the solver return interpretations also for predicates that are not part of a cycle.
	options := []string{":fp.spacer.eq_prop false", ":fp.xform.inline_eager false", ":fp.xform.inline_linear false"}
	hc := smt.Config{Options: options}.Within(w.task.Budget.Memory)
	if s := w.task.Solver; len(s) > 0 && s[0] == smt.None {
		hc.Path = smt.None
	}
	if h, err := smt.OpenHorn(q.E.C, hc); err == nil {
		w.spacer.horn = h
		w.spacer.ideal = vc.NewProver(w.kit.Encoder(q.E.C, vc.Options{Enc: vc.Ints, Plain: true}), q.S, smt.Budget{})
	}
	return w.spacer
}

// clauses returns the data automaton of the predicates that Spacer finds for the path program of word, and of the
// conditions on the trace; nil if Spacer finds none, or they do not explain the trace. It tries each path program at
// most twice: first with ideal arithmetic and, if this finds nothing or the path program comes again, with exact
// arithmetic.
func (w *worker) clauses(ctx context.Context, p *floydhoare.Program, word []int, q *vc.Prover) (*floydhoare.Data,
	string) {
	s := w.openSpacer(q)
	if s == nil || s.horn == nil || q.E.Enc != vc.Ints {
		return nil, ""
	}
	letters, edges, key := p.PathProgram(word)
	if s.tried[key] == len(arithmetics) || !w.affords() {
		return nil, ""
	}
	defer w.spends()()
	w.task.Log.Count(Name+".horn", 1)
	var all []vc.Transition
	for state := range p.Len() {
		for _, m := range p.Moves(state) {
			if letters[m.Letter] {
				for _, b := range p.Block(state, m.Letter, m.To) {
					all = append(all, vc.Transition{From: b.From(), To: b.To(), Block: b.Graph})
				}
			}
		}
	}
	for s.tried[key] < len(arithmetics) {
		loose := arithmetics[s.tried[key]]
		s.tried[key]++
		by := q
		if loose {
			by = s.ideal
		}
		var preds []int
		left := q.E.C.Until(ctx, func() {
			found := by.PathProgram(ctx, all, loose, func(clauses []*term.Term) *term.Model { return w.solution(ctx, clauses) })
			for _, l := range p.Loc {
				if t := found[l]; t != nil {
					for _, x := range vc.Conjuncts(by.E.C, t) {
						if e, ok := by.Lift(by.E.RootOf(l.Func), x); ok && !ir.IsTrue(e) {
							preds = append(preds, w.preds.Of(l.Func, e))
						}
					}
				}
			}
		})
		if left != nil {
			return nil, ""
		}
		if len(preds) == 0 {
			continue
		}
		for _, e := range edges {
			if a, is := e.Stmt.(*ir.Assume); is {
				preds = append(preds, w.preds.Each(e.From.Func, a.Cond)...)
			}
		}
		d := floydhoare.NewData(p, w.triples, preds, floydhoare.DataOptions{Enhanced: true})
		if yes, ok := d.Within(ctx).Accepts(word); yes && ok {
			w.task.Log.Count(Name+".horn.useful", 1)
			if loose {
				return d, "clauses of the path program, of ideal arithmetic"
			}
			return d, "clauses of the path program"
		}
	}
	return nil, ""
}

// solution returns a solution of clauses, nil if none is found.
func (w *worker) solution(ctx context.Context, clauses []*term.Term) *term.Model {
	b, ok := w.kit.M.Part(ctx, hornPart, hornTime)
	if !ok {
		return nil
	}
	a, m := w.spacer.horn.Horn(ctx, b, clauses)
	w.kit.M.Note(a)
	if a.Result != smt.Sat {
		return nil
	}
	return m
}
