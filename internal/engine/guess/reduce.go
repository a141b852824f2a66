package guess

import (
	"context"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// reduceTime limits the search for a smaller proof.
const reduceTime = 2 * time.Second

// reduce returns invariants that suffice to prove the obligations done, and the system in which they were proved. It
// takes the invariants in the unsat cores of the queries about errors, then the invariants in the cores of the proofs
// that these are inductive, and so on. A query may fail here, since the encoding lacks the bounds that assumed
// invariants give; in this case it returns all invariants.
func (g *engine) reduce(ctx context.Context, done []*ir.Obligation) (map[*ir.Loc][]ir.Expr, *prover.System) {
	if !g.t.Options.Determ {
		var stop context.CancelFunc
		ctx, stop = clock.WithTimeout(ctx, reduceTime)
		defer stop()
	}
	y, err := g.system(ctx, nil)
	if err != nil {
		return g.fixed, g.y
	}
	asked := map[*ir.Obligation]bool{}
	for _, o := range done {
		asked[o] = true
	}
	out := map[*ir.Loc][]ir.Expr{}
	has := map[*ir.Loc]map[ir.Expr]bool{}
	type need struct {
		l *ir.Loc
		x ir.Expr
	}
	var queue []need
	// prove proves x in the state s after a block from a node (or, if x is nil, that no execution reaches the error state
	// s), and adds the invariants that the proof needs to out. It reports whether it has a proof.
	prove := func(from *prover.Node, s *vc.State, x ir.Expr) bool {
		y.Sol.Push()
		defer y.Sol.Pop()
		l := from.Loc
		wanted := []ir.Expr{}
		if x != nil {
			wanted = append(wanted, x)
		}
		given := y.Assume(from, g.fixed[l], s, wanted)
		y.Assert(y.E.Guard(s))
		if x != nil {
			y.Assert(y.E.C.Not(y.Term(s, x)))
		}
		by := map[*term.Term]ir.Expr{}
		var assume []*term.Term
		if l != nil {
			for i, p := range g.fixed[l] {
				t := given[i]
				if by[t] == nil {
					by[t] = p
					assume = append(assume, t)
				}
			}
			y.Sol.Assert(y.E.Axioms(assume...)...)
		}
		if r, _ := y.Check(ctx, prover.SafeTime, assume...); r != smt.Unsat {
			return false
		}
		used := y.Sol.Core()
		if used == nil {
			used = assume
		}
		for _, t := range used {
			if p := by[t]; p != nil && !has[l][p] {
				if has[l] == nil {
					has[l] = map[ir.Expr]bool{}
				}
				has[l][p] = true
				out[l] = append(out[l], p)
				queue = append(queue, need{l, p})
			}
		}
		return true
	}
	for _, b := range y.Bads {
		if asked[b.Obligation] && !prove(b.From, b.State, nil) {
			return g.fixed, g.y
		}
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, t := range y.Blocks {
			if t.To == n.l && !prove(t.From, t.State, n.x) {
				return g.fixed, g.y
			}
		}
	}
	return out, y
}
