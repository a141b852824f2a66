package iat

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Symbolic inputs (B. Yin, L. Chen, J. Liu, J. Wang, P. Cousot: Verifying Numerical
// Programs via Iterative Abstract Testing, SAS 2019, section 3.3): for each entry input a
// dimension that has its value throughout, so that states relate what the
// program computes to what it read. The paper adds variables to the program; here they
// are dimensions of the states only (absint.Symbol), and a variable names them in invariants.

// predicate is a condition over the symbols that holds wherever an edge is taken:
// Project of Algorithm 3.
type predicate struct {
	edge *ir.Edge
	cond ir.Expr
}

// maxPredicates bounds what is collected; users take the first ones.
const maxPredicates = 64

// predicates lists what the states after conditional tests say of the symbols, beyond
// what is known of all inputs, in weak topological order, each once.
func predicates(r *absint.Result) (out []predicate) {
	seen := map[string]bool{}
	initial := r.Initial()
	r.Each(func(s absint.State, e *ir.Edge) {
		c, ok := e.Stmt.(*ir.Assume)
		if !ok || len(e.From.Out) < 2 || len(out) >= maxPredicates {
			return
		}
		t := r.Inputs(r.Assume(s, e.From.Func, c.Cond))
		if t == nil {
			return
		}
		for _, c := range r.Conjuncts(t) {
			if text := ir.ExprString(c); !far(c) && !seen[text] && len(out) < maxPredicates {
				seen[text] = true
				if r.Assume(initial, nil, not(c)) != nil { // else it is so anyway
					out = append(out, predicate{e, c})
				}
			}
		}
	})
	return out
}

// far reports whether a constraint has a constant of the order of the ends of the types that it is about: where
// something would overflow, an end of the space and not a fact of the program.
func far(x ir.Expr) bool {
	bits := uint8(64)
	ir.Vars(x, func(v *ir.Var) {
		if v.Type.Kind == ir.Int {
			bits = min(bits, v.Type.Bits)
		}
	})
	// 2^29 of 32, 2^58 of 64: domains are cautious near the ends
	limit := domain.WideInt(1).Shl(uint(max(bits, 32)) * 10 / 11)
	beyond := false
	ir.Walk(x, func(y ir.Expr) bool {
		if c, ok := y.(*ir.Const); ok && c.T.Kind == ir.Int && c.T.Bits >= 32 {
			beyond = beyond || !domain.Read(c.T, c.Bits).Abs().Less(limit)
		}
		return !beyond
	})
	return beyond
}

// hull returns the interval hull of the symbols' values in a state, one range each.
func hull(m *absint.Meaning, s absint.State, symbols []absint.Symbol) []domain.Range {
	out := make([]domain.Range, len(symbols))
	for i, y := range symbols {
		out[i] = m.Bounds(s, nil, ir.NewRef(y.Var))
	}
	return out
}

// volume returns the number of points of a hull, as a logarithm of base 2.
func volume(hull []domain.Range) float64 {
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

// fitness is fit' of section 3.4 as a logarithm of base 2: by how much the hull of the inputs at
// the errors that are left is larger than that where the assertion holds. The larger, the likelier an error is.
func fitness(r *absint.Result, symbols []absint.Symbol) float64 {
	var bad, good absint.State
	// The branch that leads to an error: back over locations with one way on.
	decides := map[*ir.Edge]bool{}
	branch := map[*ir.Loc]bool{}
	for l := range r.Reached {
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
	r.Each(func(s absint.State, e *ir.Edge) {
		c, ok := e.Stmt.(*ir.Assume)
		if !ok || !branch[e.From] {
			return
		}
		t := r.Inputs(r.Assume(s, e.From.Func, c.Cond))
		if decides[e] {
			bad = r.Join(bad, t)
		} else {
			good = r.Join(good, t)
		}
	})
	switch {
	case bad == nil:
		return math.Inf(-1)
	case good == nil:
		return math.Inf(1)
	}
	return volume(hull(r.Meaning, bad, symbols)) - volume(hull(r.Meaning, good, symbols))
}

// inputs returns the region where cond holds as a piece, as far as the domain tells: it has at least those inputs, and
// all for nil. It is false if there are none.
func (e *engine) inputs(cond ir.Expr) (piece, bool) {
	s := e.space.Top()
	if cond != nil {
		s = e.space.Assume(s, nil, cond)
	}
	return piece{e.space.Expr(s), hull(e.space, s, e.symbols)}, s != nil
}
