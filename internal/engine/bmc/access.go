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

// This file is about accesses to memory that may be invalid. Their meaning is fixed (a read
// gives any value, a write is lost), so that proofs stand; but a proof has to list
// them, and a test that makes one before the error does not count.

// wrong says of an access that it is made and invalid.
func wrong(q *prover.Asker, i int) *term.Term {
	a := q.E.Accesses[i]
	return q.E.C.And(q.E.AccessGuard(a), q.E.C.Not(a.OK))
}

// allValid says that no access is invalid.
func allValid(q *prover.Asker) []*term.Term {
	var out []*term.Term
	for i := range q.E.Accesses {
		out = append(out, q.E.C.Not(wrong(q, i)))
	}
	return out
}

// invalid are the edges among accesses from to n that may be invalid, as far as
// the solver can tell in a short time.
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

// assuming lists places of accesses that are taken as valid.
func assuming(edges map[*ir.Edge]bool) []verify.Assumption {
	var at []ir.Pos
	for e := range edges {
		at = append(at, e.Pos)
	}
	return verify.Accesses(at)
}
