package iat

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// piece is an abstract input: a condition over the symbols (nil for all inputs) and its hull.
type piece struct {
	cond ir.Expr
	hull []domain.Range
}

// text returns the condition as text, "" for all inputs.
func (x piece) text() string {
	if isTrue(x.cond) {
		return ""
	}
	return ir.ExprString(x.cond)
}

// The kinds of splits that partition returns.
const (
	given   = "predicates"
	halving = "halving"
)

// partition implements Algorithm 3. It splits x by predicates over the symbols that hold after conditional tests, in
// the order in which the tests were reached. If they split nothing, it halves the widest range. It returns nil if x is
// a point. The result by names the kind of split.
func (e *engine) partition(x piece, preds []predicate) (pieces []piece, by string) {
	if list := e.byPredicates(x, preds); len(list) > 1 {
		return list, given
	}
	return e.dichotomy(x), halving
}

// byPredicates splits x by predicates. It returns x alone if none of them splits it.
func (e *engine) byPredicates(x piece, preds []predicate) []piece {
	list := []piece{x}
	used := 0
	for _, p := range preds {
		if used == e.cfg.Predicates || len(list) >= e.cfg.Parts {
			break
		}
		var next []piece
		for i, y := range list {
			pieces := e.cut(y, sides(p.cond))
			if len(next)+len(pieces)+len(list)-i-1 > e.cfg.Parts {
				next = append(next, list[i:]...)
				break
			}
			next = append(next, pieces...)
		}
		if len(next) > len(list) {
			used++
		}
		list = next
	}
	return list
}

// cut returns the pieces of y on the given sides that are not empty.
func (e *engine) cut(y piece, sides []ir.Expr) []piece {
	var out []piece
	for _, s := range sides {
		p, ok := e.inputs(and(y.cond, s))
		if ok && p.text() == y.text() {
			return []piece{y} // the domain cannot express s
		}
		if ok {
			out = append(out, p)
		}
	}
	if len(out) == 1 { // the other sides are empty
		return []piece{y}
	}
	return out
}

// sides returns the conditions into which p splits inputs: p and its negation or, if p compares integers by == or !=,
// the three convex conditions <, == and >.
func sides(p ir.Expr) []ir.Expr {
	if b, ok := p.(*ir.Binary); ok && (b.Op == ir.Eq || b.Op == ir.Ne) && b.X.Type().Kind == ir.Int {
		return []ir.Expr{
			&ir.Binary{Op: ir.Lt, X: b.X, Y: b.Y},
			&ir.Binary{Op: ir.Eq, X: b.X, Y: b.Y},
			&ir.Binary{Op: ir.Lt, X: b.Y, Y: b.X},
		}
	}
	return []ir.Expr{p, not(p)}
}

// dichotomy returns the two halves of x at the middle of its widest range, nil if x is a point.
func (e *engine) dichotomy(x piece) []piece {
	widest := -1
	var most domain.Wide
	for i, r := range x.hull {
		if n := r.Hi.Sub(r.Lo); !r.Empty && most.Less(n) {
			widest, most = i, n
		}
	}
	if widest < 0 {
		return nil
	}
	r := x.hull[widest]
	v := e.symbols[widest].Var
	mid := r.Lo.Add(r.Hi).Shr(1)
	if v.Type.Kind == ir.Bool {
		return e.cut(x, []ir.Expr{not(ir.NewRef(v)), ir.NewRef(v)})
	}
	low := &ir.Binary{Op: ir.Le, X: ir.NewRef(v), Y: ir.NewConst(v.Type, int64(mid.Bits()))}
	return e.cut(x, []ir.Expr{low, not(low)})
}
