package iat

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// maxOpen bounds the parts that a region names; if there are more, the region is their hull.
const maxOpen = 32

// publishOpen publishes the region of inputs for which the program may still fail: the open parts, less the inputs that
// backward analyses exclude. It is one region for all parts, since a region claims that the program fails nowhere else.
// It publishes nothing if no input is excluded.
func (e *engine) publishOpen() {
	if e.board == nil || len(e.symbols) == 0 {
		return
	}
	var cond ir.Expr = ir.NewBool(false)
	var hull []domain.Range
	n := 0
	for _, x := range e.root.leaves() {
		if x.proof != nil {
			continue
		}
		p := x.piece
		if t := x.tested; t != nil && t.refine != nil && !x.refined && n < maxOpen {
			c, ok := e.inputs(and(x.cond, t.refine))
			if !ok {
				continue
			}
			p = c
		}
		hull = joined(hull, p.hull)
		if n++; n <= maxOpen {
			cond = or(cond, p.cond)
		}
	}
	if n > maxOpen || isTrue(cond) {
		cond = nil
	}
	if n == 0 || cond == nil && volume(hull) >= volume(e.root.hull) {
		return
	}
	e.board.Claim(e.task, Name, &verify.OpenRegion{Region: &verify.Region{Box: e.ranges(hull), Cond: cond, Vars: e.vars},
		Obligations: e.open})
}

// or returns the disjunction of x and y, simplified.
func or(x, y ir.Expr) ir.Expr {
	switch {
	case isTrue(x) || isTrue(y):
		return ir.NewBool(true)
	case ir.IsFalse(x):
		return y
	}
	return &ir.Binary{Op: ir.LOr, X: x, Y: y}
}

// joined returns the hull of two hulls; nil is the empty hull.
func joined(x, y []domain.Range) []domain.Range {
	if x == nil {
		return y
	}
	if y == nil {
		return x
	}
	out := make([]domain.Range, len(x))
	for i := range x {
		out[i] = x[i]
		switch {
		case y[i].Empty:
		case x[i].Empty:
			out[i] = y[i]
		default:
			if y[i].Lo.Less(x[i].Lo) {
				out[i].Lo = y[i].Lo
			}
			if x[i].Hi.Less(y[i].Hi) {
				out[i].Hi = y[i].Hi
			}
		}
	}
	return out
}
