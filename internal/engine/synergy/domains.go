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

// This file has candidates from fixpoints over the edges that may lead to the error, one domain after the other. A
// fixpoint is inductive in its domain; here it is shown once more by triples, and a formula that cannot be shown is
// left out. Where a backward analysis from the error excludes some states, their negation is a candidate, too.

// Limits of one fixpoint.
const (
	fixpointPart = 6 // of the turn that is left
	fixpointTime = time.Second
	fixpointWork = 400_000 // edges evaluated
)

// rungs lists the analyses that are tried one after the other.
var rungs = domains.Ladder(
	[]absint.Config{domains.United, domains.Tests, domains.Flags, domains.Values},
	[]absint.Config{domains.United, domains.Tests})

// fixpoints returns the candidates of the next rung.
func (g *generaliser) fixpoints(ctx context.Context) (by [][]ir.Expr, done bool) {
	begin := g.a.w.kit.M.Now()
	by, work := g.fixpoint(ctx, rungs[g.rung], &g.a.w.own)
	g.a.w.kit.M.Spend(work)
	if by == nil { // of a budget of work, that is spent
		g.need = 2 * (g.a.w.kit.M.Now() - begin)
		return nil, false
	}
	g.rung++
	return by, g.rung == len(rungs)
}

// fixpoint returns the candidates of a rung, by place, nil if the analysis was cut off, and its work. It uses neither
// regions nor F.
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
	most := min(fixpointWork, q.kit.M.Left()/cost)
	cfg.Edges, cfg.Work, cfg.Backward = g.a.program.Edges(letters), max(most, 1), !r.Apart()
	cfg = w.relating(cfg)
	x := m.Forward(within, cfg)
	work = x.Work * cost
	if ctx.Err() != nil || x.Stop == absint.WorkSpent && most < fixpointWork { // another time
		return nil, work
	}
	if x.Stop != absint.Done {
		return by, work
	}
	if r.Apart() && len(x.Reached) > 0 { // formulas of many states are long, and useful only if they exclude the error
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
