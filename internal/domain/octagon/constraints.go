package octagon

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// Constraints returns constraints by strong reduction (R. Bagnara, P. M. Hill, E. Mazzi, E. Zaffanella, Widening
// Operators for Weakly-Relational Numeric Abstractions, SAS 2005). Constants and equalities come first. In each class
// of variables that differ by constants, the first variable is the leader. An entry between leaders is omitted if it is
// the sum of two others, or half the sum of two unary entries. Deviation: a unary entry that follows only by rounding
// stays.
func (Dense) Constraints(e *Element) []linear.Cons {
	e = e.closed()
	if e.m == nil {
		return []linear.Cons{{Form: linear.Const(-1)}}
	}
	u := e.unary()
	var out []linear.Cons
	var leaders []int // variables
	for x := 0; x < e.n; x++ {
		if u[2*x] != inf && u[2*x]+u[2*x+1] == 0 {
			out = append(out, constraint(2*x+1, 2*x, u[2*x+1]/2, true))
			continue
		}
		if node, c, ok := e.equal(x, leaders); ok {
			out = append(out, constraint(node, 2*x, c, true))
			continue
		}
		leaders = append(leaders, x)
	}
	for b, y := range leaders {
		for _, i := range []int{2 * y, 2*y + 1} {
			for _, x := range leaders[:b+1] {
				for _, j := range []int{2 * x, 2*x + 1} {
					if v := e.at(i, j); i != j && v != inf && !e.implied(i, j, u, leaders) {
						if i == j^1 {
							v /= 2
						}
						out = append(out, constraint(i, j, v, false))
					}
				}
			}
		}
	}
	slices.SortStableFunc(out, func(x, y linear.Cons) int {
		return slices.CompareFunc(x.Terms, y.Terms, func(a, b linear.Term) int { return int(a.D) - int(b.D) })
	})
	return out
}

// equal returns a node of a leader with V_2x = V_node + c; ok is false if there is none.
func (e *Element) equal(x int, leaders []int) (node int, c int64, ok bool) {
	for _, y := range leaders {
		for node := 2 * y; node < 2*y+2; node++ {
			if up := e.at(node, 2*x); up != inf && up+e.at(2*x, node) == 0 {
				return node, up, true
			}
		}
	}
	return 0, 0, false
}

// implied reports whether the entry (i, j) between leaders follows from other entries; u has the unary entries.
func (e *Element) implied(i, j int, u []int64, leaders []int) bool {
	v := e.at(i, j)
	if i != j^1 && half(u[i], u[j^1]) <= v {
		return true
	}
	for _, z := range leaders {
		for k := 2 * z; k < 2*z+2; k++ {
			if k != i && k != j {
				if a, b := e.at(i, k), e.at(k, j); a != inf && b != inf && a+b <= v {
					return true
				}
			}
		}
	}
	return false
}

// constraint returns V_j - V_i <= v, or V_j <= v if i = j^1. If equal is set, it returns the equation instead.
func constraint(i, j int, v int64, equal bool) linear.Cons {
	// v - V_j + V_i >= 0
	sign := func(node int) int64 { return int64(1 - 2*(node&1)) }
	ts := []linear.Term{{D: domain.Dim(j >> 1), C: -sign(j)}}
	if i != j^1 {
		ts = append(ts, linear.Term{D: domain.Dim(i >> 1), C: sign(i)})
		if ts[1].D < ts[0].D {
			ts[0], ts[1] = ts[1], ts[0]
		}
	}
	w := domain.WideInt(v)
	if equal && ts[0].C < 0 { // the first term is positive
		for k := range ts {
			ts[k].C = -ts[k].C
		}
		w = w.Neg()
	}
	return linear.Cons{Form: linear.Form{Terms: ts, Lo: w, Hi: w}, Equal: equal}
}
