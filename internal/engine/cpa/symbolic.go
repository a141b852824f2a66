package cpa

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/symbolic"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

var symbolicPart = part{name: "symbolic", doc: "one path a state, bit-precise", order: "new", ranged: "fair", open: openSymbolic}

func openSymbolic(ctx context.Context, w *worker, _ string) (cpa.Analysis, error) {
	k, err := w.tools(ctx)
	if err != nil {
		return nil, err
	}
	q, err := k.Asker(vc.Options{Enc: vc.Bits, Single: true}, smt.Config{})
	if err != nil {
		return nil, err
	}
	w.closers = append(w.closers, q.Close)
	w.symbolic = symbolic.New(q)
	return w.symbolic, nil
}

// unwound is the proof of a graph that is a tree: all paths, which the checker follows. nil where it is none.
func (w *worker) unwound(ctx context.Context) verify.Evidence {
	if w.symbolic == nil {
		return nil
	}
	wit := w.run.Analysis.(cpa.Witnesser)
	u := symex.NewUnwound(w.symbolic.Encoder())
	type step struct {
		n    *cpa.Node
		t    *verify.PathTree
		edge *ir.Edge // that was entered
		next int      // of n.Out
	}
	stack := []step{{n: w.run.ARG.Root(), t: u.Root()}}
	for len(stack) > 0 {
		s := &stack[len(stack)-1]
		if s.next == len(s.n.Out) {
			if s.edge != nil {
				u.Leave(s.edge)
			}
			stack = stack[:len(stack)-1]
			continue
		}
		l := s.n.Out[s.next]
		s.next++
		if l.To.Fate == cpa.Covered {
			return nil
		}
		if len(l.To.Out) == 0 && w.run.Why(l.To) == "" {
			if _, f := wit.Witness(ctx, l.To.State); f == cpa.Excluded {
				continue
			}
		}
		to := step{n: l.To, t: s.t}
		if l.Caller == nil { // the way back is the return's
			to.t, to.edge = u.Enter(s.t, l.Edge), l.Edge
		}
		stack = append(stack, to)
	}
	if w.within != nil { // ways to nodes out of the range are there, and the check goes none of them
		return &verify.Ranged{Unwinding: u.Evidence()}
	}
	return u.Evidence()
}
