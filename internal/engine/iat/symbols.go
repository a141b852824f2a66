package iat

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file has symbolic inputs (B. Yin, L. Chen, J. Liu, J. Wang, P. Cousot: Verifying Numerical Programs via
// Iterative Abstract Testing, SAS 2019, section 3.3): each entry input has a dimension that keeps its value throughout,
// so states relate the values that the program computes to its inputs. The paper adds variables to the program; here
// states have additional dimensions (absint.Symbol), which are named by variables in invariants.

// predicate is a condition over the symbols that holds whenever an edge is taken: Project of Algorithm 3.
type predicate struct {
	edge *ir.Edge
	cond ir.Expr
}

// maxPredicates bounds the predicates of one result.
const maxPredicates = 64

// predicates returns the conditions over the symbols that hold after conditional tests, each once, in weak topological
// order of the tests. It omits conditions that hold for all inputs.
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
				if r.Assume(initial, nil, not(c)) != nil { // otherwise c holds for all inputs
					out = append(out, predicate{e, c})
				}
			}
		}
	})
	return out
}

// far reports whether a constraint has a constant near the limits of the types of its variables. Such a constraint
// comes from an overflow in the domain, not from the program.
func far(x ir.Expr) bool {
	bits := uint8(64)
	ir.Vars(x, func(v *ir.Var) {
		if v.Type.Kind == ir.Int {
			bits = min(bits, v.Type.Bits)
		}
	})
	// The limit is 2^29 for 32 bits and 2^58 for 64 bits, since domains lose precision near the limits of a type.
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

// volume returns the binary logarithm of the number of points of a hull.
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

// fitness is the binary logarithm of fit' of section 3.4: it compares the hull of the inputs that may reach an open
// error with the hull of the inputs for which the assertion holds. The larger the fitness, the likelier is an error.
func fitness(r *absint.Result, symbols []absint.Symbol) float64 {
	var bad, good absint.State
	// Find the branches that decide about an error: go back over locations with one outgoing edge.
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

// inputs returns a piece that contains all inputs for which cond holds (all inputs if it is nil), as precisely as the
// domain allows. ok is false if there are none.
func (e *engine) inputs(cond ir.Expr) (piece, bool) {
	s := e.space.Top()
	if cond != nil {
		s = e.space.Assume(s, nil, cond)
	}
	return piece{e.space.Expr(s), hull(e.space, s, e.symbols)}, s != nil
}
