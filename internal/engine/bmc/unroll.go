package bmc

import (
	"context"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// unroller unwinds block by block from some states. It is the unwinding of D. Kroening et al., in large blocks; the
// path conditions of the frontier determine which paths it unwinds.
type unroller struct {
	q     *prover.Asker
	e     *vc.Encoder
	f     vc.Frontier
	k     int             // blocks done
	depth map[*ir.Loc]int // number of frontiers with a state at the location: it bounds the visits by any execution
}

// next executes one more block from the states f; feasible then makes the new states the frontier.
func (u *unroller) next(ctx context.Context, f vc.Frontier) (*vc.Successors, error) {
	events, accesses := len(u.e.Events), len(u.e.Accesses)
	b, err := u.e.Advance(ctx, f)
	if err != nil { // the block is repeated later: remove its events and accesses
		u.e.Events, u.e.Accesses = u.e.Events[:events], u.e.Accesses[:accesses]
		return nil, err
	}
	u.k++
	return b, nil
}

// feasible makes the feasible states of block b the frontier. It asks the solver for models until no further one
// exists; each model shows that some states are feasible. States about which a query has no answer are kept.
func (u *unroller) feasible(ctx context.Context, b *vc.Successors) {
	u.f = vc.Frontier{}
	open := b.Next.Points()
	for len(open) > 0 {
		var gs []*term.Term
		for _, p := range open {
			gs = append(gs, u.e.Guard(b.Next[p]))
		}
		r, m := u.q.Sat(ctx, 8, 2*time.Second, false, u.e.C.Or(gs...))
		if r == smt.Unsat {
			break
		}
		var rest []vc.Point
		for i, p := range open {
			if r == smt.Sat && !u.q.Holds(m, gs[i]) {
				rest = append(rest, p)
				continue
			}
			u.f[p] = b.Next[p]
		}
		if len(rest) == len(open) { // the model cannot be evaluated
			for _, p := range open {
				u.f[p] = b.Next[p]
			}
			break
		}
		open = rest
	}
	seen := map[*ir.Loc]bool{}
	for p := range u.f {
		if !seen[p.Loc] {
			seen[p.Loc] = true
			u.depth[p.Loc]++
		}
	}
}

// bads returns the error states of block b that violate an obligation of open.
func bads(b *vc.Successors, open []*ir.Obligation) []vc.Bad {
	var out []vc.Bad
	for _, bad := range b.Bad {
		for _, o := range open {
			if o == bad.Obligation {
				out = append(out, bad)
			}
		}
	}
	return out
}
