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

// symbolicComponent is symbolic execution.
var symbolicComponent = component{name: "symbolic", doc: "one path a state, bit-precise", order: "new", ranged: "fair",
	open: openSymbolic}

// openSymbolic opens symbolic execution.
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

// maxUnwound bounds the edges on the paths of an unwinding from the first covered node on.
const maxUnwound = 5_000

// unwound returns the proof that consists of all paths of the graph, which the checker follows. From a covered node,
// the paths continue at the node that covers it. It returns nil if a path has a node twice, or there are too many
// paths.
func (w *worker) unwound(ctx context.Context) verify.Evidence {
	if w.symbolic == nil {
		return nil
	}
	wit := w.run.Analysis.(cpa.Witnesser)
	u := symex.NewUnwound(w.symbolic.Encoder())
	type step struct {
		n    *cpa.Node
		t    *verify.PathTree
		edge *ir.Edge // the edge with which Enter was called
		next int      // index in n.Out
	}
	stack := []step{{n: w.run.ARG.Root(), t: u.Root()}}
	on := map[*cpa.Node]bool{w.run.ARG.Root(): true} // the nodes on the path
	excluded := map[*cpa.Node]bool{}
	covered := false
	for edges := 0; len(stack) > 0; {
		s := &stack[len(stack)-1]
		if s.next == len(s.n.Out) {
			if s.edge != nil {
				u.Leave(s.edge)
			}
			delete(on, s.n)
			stack = stack[:len(stack)-1]
			continue
		}
		l := s.n.Out[s.next]
		s.next++
		n := l.To.Stands()
		if covered = covered || n != l.To; covered {
			if edges++; on[n] || edges > maxUnwound {
				return nil
			}
		}
		if len(n.Out) == 0 && w.run.Why(n) == "" {
			no, asked := excluded[n]
			if !asked {
				_, f := wit.Witness(ctx, n.State)
				no = f == cpa.Excluded
				excluded[n] = no
			}
			if no {
				continue
			}
		}
		to := step{n: n, t: s.t}
		if l.Caller == nil { // the edge of a call is entered at the call, not at the return
			to.t, to.edge = u.Enter(s.t, l.Edge), l.Edge
		}
		on[n] = true
		stack = append(stack, to)
	}
	return u.Evidence()
}
