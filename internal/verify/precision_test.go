package verify

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestPrecision tests that a precision grows by And without changing its arguments, and has no expression twice.
func TestPrecision(t *testing.T) {
	f := &ir.Func{Name: "f"}
	l, m := &ir.Loc{Func: f}, &ir.Loc{Func: f, ID: 1}
	x, y := ir.NewRef(&ir.Var{Name: "x", Type: ir.I32}), ir.NewRef(&ir.Var{Name: "y", Type: ir.I32})
	var none *Precision
	p := none.WithValues(Scoped{Global: []ir.Expr{x}, Loc: map[*ir.Loc][]ir.Expr{l: {x}}})
	q := p.WithValues(Scoped{Func: map[*ir.Func][]ir.Expr{f: {x, y, y}}, Loc: map[*ir.Loc][]ir.Expr{l: {y}}})
	if n := len(p.Values.At(l)); n != 1 || p.Values.Len() != 2 {
		t.Errorf("p has %d at l, %d in all", n, p.Values.Len())
	}
	if len(q.Values.At(l)) != 2 || len(q.Values.At(m)) != 2 || q.Values.Len() != 5 {
		t.Errorf("q: %v, %v", q.Values.At(l), q.Values.At(m))
	}
	if q.And(p) != q || q.And(nil) != q || none.And(p) != p || q.WithPredicates(Scoped{}) != q {
		t.Error("what adds nothing makes a larger precision")
	}
	z := ir.NewBinary(ir.Lt, x, y)
	r := q.WithPredicates(Scoped{Func: map[*ir.Func][]ir.Expr{f: {z}}})
	if len(r.Predicates(l)) != 1 || q.Predicates(l) != nil || none.Predicates(l) != nil || len(r.Values.At(l)) != 2 {
		t.Error("predicates and values are not apart")
	}
}
