package synergy

import (
	"context"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
)

// This file takes candidates from fixpoints over the edges that may lead to the error, in one domain after the other. A
// fixpoint is inductive in its domain, but triples prove it once more, and formulas that they cannot prove are dropped.
// If a backward analysis from the error excludes some states, their negation is a candidate, too.

// Limits of one fixpoint.
const (
	fixpointPart = 6 // a fixpoint takes at most 1/fixpointPart of the rest of the turn
	fixpointTime = time.Second
	fixpointWork = 400_000 // edges evaluated
)

// rungs lists the analyses that are tried one after the other.
var rungs = domains.Ladder(
	[]absint.Config{domains.United, domains.Tests, domains.Flags, domains.Values},
	[]absint.Config{domains.United, domains.Tests})

// fixpoints returns the candidates of the next rung; done reports that it was the last. If the budget did not suffice,
// by is nil and the rung is tried again later.
func (g *generaliser) fixpoints(ctx context.Context) (by [][]ir.Expr, done bool) {
	begin := g.a.w.kit.M.Now()
	by, work := g.fixpoint(ctx, rungs[g.rung], &g.a.w.own)
	g.a.w.kit.M.Spend(work)
	if by == nil { // the budget is spent
		g.need = 2 * (g.a.w.kit.M.Now() - begin)
		return nil, false
	}
	g.rung++
	return by, g.rung == len(rungs)
}

// fixpoint returns the candidates of rung r, by location, and its work. The candidates are nil if the budget of q was
// spent. It reads neither regions nor F, so another goroutine may call it.
func (g *generaliser) fixpoint(ctx context.Context, r domains.Rung, q *links) (by [][]ir.Expr, work uint64) {
	by = make([][]ir.Expr, g.a.program.Len())
	w := g.a.w
	if w.fixpoints.meanings == nil {
		w.fixpoints.meanings = domains.NewMeanings(w.task.Program, w.task.Points(), func() absint.Config {
			return w.relating(absint.Config{})
		})
	}
	m := w.fixpoints.meanings.In(r.Domain)
	within, cancel := context.WithCancel(ctx)
	if w.fixpoints.deadline > 0 {
		within, cancel = clock.WithTimeout(ctx, min(fixpointTime, (w.fixpoints.deadline-clock.Now(ctx))/fixpointPart))
	}
	defer cancel()
	letters, _ := g.a.program.All()
	cfg := r.Partition
	cost := uint64(obs.PerState)
	if r.Domain.Solver {
		cost = obs.PerRelation
	}
	most := min(fixpointWork, q.askers.Kit.M.Left()/cost)
	cfg.Edges, cfg.Work, cfg.Backward = g.a.program.Edges(letters), max(most, 1), !r.Apart()
	cfg = w.relating(cfg)
	x := m.Forward(within, cfg)
	work = x.Work * cost
	if ctx.Err() != nil || x.Stop == absint.WorkSpent && most < fixpointWork { // try again later
		return nil, work
	}
	if x.Stop != absint.Done {
		return by, work
	}
	if r.Apart() && len(x.Reached) > 0 { // the formulas are long, and useful only if they exclude the error
		return by, work
	}
	w.task.Log.Count(Name+".fixpoints", 1)
	states := x.States()
	if within.Err() != nil {
		return by, work
	}
	for s, l := range g.a.program.Loc {
		some := ir.Expr(ir.NewBool(false))
		for i, st := range states[l] {
			if y := m.Expr(m.Stated(st)); i == 0 {
				some = y
			} else {
				some = ir.NewBinary(ir.LOr, some, y)
			}
		}
		by[s] = append(by[s], some)
	}
	if x.Backward {
		for l, needs := range x.Needed() {
			s, ok := g.a.program.State[l]
			if !ok || len(needs) != 1 {
				continue
			}
			if back := needs[0].Back; back != nil {
				by[s] = append(by[s], ir.NotExpr(m.Expr(m.Stated(back))))
			}
		}
	}
	return by, work
}
