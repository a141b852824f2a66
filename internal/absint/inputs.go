package absint

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Symbolic inputs (B. Yin, L. Chen, J. Liu, J. Wang, P. Cousot: Verifying Numerical
// Programs via Iterative Abstract Testing, SAS 2019, section 3.3): for each entry input a
// dimension that has its value throughout, so that invariants relate what the
// program computes to what it read. The paper adds variables to the program; here they
// are dimensions of the states only, and Var names them in invariants.

// Symbol stands for the only value that is read at an entry input site.
type Symbol struct {
	Site *ir.Site
	Var  *ir.Var // a pseudo register of the site's type, of no function
}

// Predicate is a condition over the symbols that holds wherever an edge is taken:
// Project of Algorithm 3.
type Predicate struct {
	Edge *ir.Edge
	Cond ir.Expr
}

// maxPredicates bounds what is collected; users take the first ones.
const maxPredicates = 64

// predicates lists what the states after conditional tests say of the symbols, beyond
// what Start says, in weak topological order, each once.
func (a *analysis[E]) predicates(w *writer[E]) []Predicate {
	var out []Predicate
	if len(a.bind.syms) == 0 {
		return nil
	}
	seen := map[string]bool{}
	initial := a.initial()
	note := func(e *ir.Edge, t state[E]) {
		if len(out) >= maxPredicates {
			return
		}
		t = a.keepDims(t, a.bind.isSym)
		for _, c := range a.dom.Constraints(t.num) {
			if len(out) >= maxPredicates {
				return
			}
			if far(c) {
				continue // where something would overflow: an end of the space, not a fact of the program
			}
			if text := c.String(); !seen[text] {
				seen[text] = true
				if !a.isBottom(initial) && !a.implied(initial, c) {
					out = append(out, Predicate{e, w.expr(c)})
				}
			}
		}
	}
	a.arrive = func(_, _ *node[E], _ state[E]) {}
	a.onEdge = func(s state[E], f *ir.Func, e *ir.Edge) {
		if c, ok := e.Stmt.(*ir.Assume); ok && len(e.From.Out) > 1 {
			if t := a.assume(s, f, c.Cond, true); !a.isBottom(t) {
				note(e, t)
			}
		}
	}
	a.overParts()
	a.onEdge = nil
	return out
}

// far says that a constraint has a constant of the order of the ends of the types that it is about.
func far(x *domain.Expr) bool {
	bits := uint8(64)
	x.Dims(func(_ domain.Dim, t ir.Type) {
		if t.Kind == ir.Int {
			bits = min(bits, t.Bits)
		}
	})
	return beyond(x, domain.WideInt(1).Shl(uint(max(bits, 32))*10/11)) // 2^29 of 32, 2^58 of 64: domains are cautious near the ends
}

// beyond says whether a constant of at least 32 bits reaches the limit.
func beyond(x *domain.Expr, limit domain.Wide) bool {
	if x == nil {
		return false
	}
	if x.Kind == domain.KConst && x.T.Kind == ir.Int && x.T.Bits >= 32 {
		return !domain.Read(x.T, x.Bits).Abs().Less(limit)
	}
	return beyond(x.X, limit) || beyond(x.Y, limit)
}

// implied says that c holds in all points of s.
func (a *analysis[E]) implied(s state[E], c *domain.Expr) bool {
	return a.dom.IsBottom(a.dom.Assume(s.num, domain.NewUnary(ir.LNot, c)))
}

// overParts walks from every state once.
func (a *analysis[E]) overParts() {
	for _, n := range a.order {
		for _, p := range n.parts {
			a.walk(n, p.s)
		}
	}
}

// hull is the interval hull of the symbols' values in s, one range each.
func (a *analysis[E]) hull(s state[E]) []domain.Range {
	out := make([]domain.Range, len(a.bind.syms))
	for i, y := range a.bind.syms {
		out[i] = a.dom.Bounds(s.num, domain.NewDim(y.Var.Type, a.bind.sym(i)))
	}
	return out
}

// Volume is the number of points of a hull, as a logarithm of base 2.
func Volume(hull []domain.Range) float64 {
	v := 0.0
	for _, r := range hull {
		switch {
		case r.Empty:
			return math.Inf(-1)
		case r.T.Kind == ir.Float:
			v += float64(r.T.Bits)
		default:
			n := r.Hi.Sub(r.Lo)
			v += math.Log2(math.Ldexp(float64(n.Hi), 64) + float64(n.Lo) + 1)
		}
	}
	return v
}

// fitness is fit' of section 3.4 as a logarithm: by how much the hull of the inputs at
// the errors that are left is larger than that where the assertion holds.
func (a *analysis[E]) fitness(errs map[*ir.Loc]bool) float64 {
	bad, good := a.bottom(), a.bottom()
	// The branch that leads to an error: back over locations with one way on.
	decides := map[*ir.Edge]bool{}
	branch := map[*ir.Loc]bool{}
	for l := range errs {
		for l != nil {
			var from *ir.Loc
			for _, e := range l.In {
				if len(e.From.Out) > 1 {
					decides[e] = true
					branch[e.From] = true
				} else {
					from = e.From
				}
			}
			if from == l {
				break
			}
			l = from
		}
	}
	a.arrive = func(_, _ *node[E], _ state[E]) {}
	a.onEdge = func(s state[E], f *ir.Func, e *ir.Edge) {
		c, ok := e.Stmt.(*ir.Assume)
		if !ok || !branch[e.From] {
			return
		}
		t := a.assume(s, f, c.Cond, true)
		if a.isBottom(t) {
			return
		}
		t = a.keepDims(t, a.bind.isSym)
		if decides[e] {
			bad = a.join(bad, t)
		} else {
			good = a.join(good, t)
		}
	}
	a.overParts()
	a.onEdge = nil
	switch {
	case a.isBottom(bad):
		return math.Inf(-1)
	case a.isBottom(good):
		return math.Inf(1)
	}
	return Volume(a.hull(bad)) - Volume(a.hull(good))
}

// Region is a set of inputs as a domain sees it.
type Region struct {
	Cond  ir.Expr // over the symbols' variables: what the domain keeps; the constant true for all
	Hull  []domain.Range
	Empty bool // no input satisfies the condition
}

// Inputs is the region of the symbols where cond, which is over their variables, holds, as
// far as the domain tells. It has at least those inputs; cond nil means all.
func Inputs[E any](p *ir.Program, d domain.Domain[E], symbols []Symbol, cond ir.Expr) Region {
	a := &analysis[E]{dom: d, bind: newBinding(p, symbols), exprs: map[ir.Expr]*domain.Expr{}}
	a.tainted = make([]bool, a.bind.cell0)
	s := a.top()
	if cond != nil {
		s = a.assume(s, nil, cond, true)
	}
	w := &writer[E]{a: a, shared: map[shared][]ir.Expr{}}
	return Region{w.state(s), a.hull(s), a.isBottom(s)}
}
