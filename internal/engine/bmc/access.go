package bmc

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file handles accesses to memory that may be invalid. The encoding defines their effect: an invalid read gives
// any value, and an invalid write is lost. So a proof is valid only under the assumption that these accesses are valid,
// and must list this assumption. A test with an invalid access before the error does not count.

// wrong returns the condition that the i-th access is made and is invalid.
func wrong(q *prover.Asker, i int) *term.Term {
	a := q.E.Accesses[i]
	return q.E.C.And(q.E.AccessGuard(a), q.E.C.Not(a.OK))
}

// allValid returns one condition for each access: the access is not made or is valid.
func allValid(q *prover.Asker) []*term.Term {
	var out []*term.Term
	for i := range q.E.Accesses {
		out = append(out, q.E.C.Not(wrong(q, i)))
	}
	return out
}

// invalid considers the accesses with indices from <= i < n. It adds the edges of those accesses to out that may be
// invalid: all that the solver cannot show to be valid in a short time.
func invalid(ctx context.Context, q *prover.Asker, from, n int, out map[*ir.Edge]bool) {
	type entry struct {
		edge *ir.Edge
		bad  *term.Term
	}
	var open []entry
	for i := from; i < n; i++ {
		if ed := q.E.Accesses[i].Edge; !out[ed] {
			if w := wrong(q, i); !w.IsFalse() {
				open = append(open, entry{ed, w})
			}
		}
	}
	for len(open) > 0 {
		var ts []*term.Term
		for _, x := range open {
			ts = append(ts, x.bad)
		}
		r, m := q.Sat(ctx, 10, time.Second, false, q.E.C.Or(ts...))
		if r == smt.Unsat {
			return
		}
		before := len(open)
		for _, x := range open {
			if r == smt.Unknown || q.Holds(m, x.bad) {
				out[x.edge] = true
			}
		}
		open = slices.DeleteFunc(open, func(x entry) bool { return out[x.edge] })
		if len(open) == before { // the model cannot be evaluated
			for _, x := range open {
				out[x.edge] = true
			}
			return
		}
	}
}

// assuming returns the assumptions that the accesses of edges are valid.
func assuming(edges map[*ir.Edge]bool) []verify.Assumption {
	var at []ir.Pos
	for e := range edges {
		at = append(at, e.Pos)
	}
	return verify.Accesses(at)
}
