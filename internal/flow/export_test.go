package flow

import "github.com/tandem-verifier/tandem/internal/ir"

// NewPointsSwept is NewPoints with a sweep for cycles after each step.
func NewPointsSwept(p *ir.Program) *Points { return newPoints(p, settings{always: true}) }

// NewPointsGivenUp returns the result of an analysis that exceeds its work.
func NewPointsGivenUp(p *ir.Program) *Points {
	a := newPoints(p, settings{})
	b := &Points{Prog: p, objs: a.objs, edges: a.edges, funcs: a.funcs, Targets: a.Targets, sets: map[setKey]Set{}}
	b.s = newSolver(b, settings{})
	b.s.generate()
	b.s.giveUp()
	b.finish()
	return b
}
