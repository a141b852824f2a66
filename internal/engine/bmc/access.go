package bmc

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file is about accesses to memory that may be invalid. Their meaning is fixed (a read
// gives any value, a write is lost), so that proofs stand; but a proof has to list
// them, and a test that makes one before the error does not count.

// wrong says of an access that it is made and invalid.
func (q *asker) wrong(i int) *term.Term {
	a := q.e.Accesses[i]
	return q.e.C.And(q.e.AccessGuard(a), q.e.C.Not(a.OK))
}

// allValid says that no access is invalid.
func (q *asker) allValid() []*term.Term {
	var out []*term.Term
	for i := range q.e.Accesses {
		out = append(out, q.e.C.Not(q.wrong(i)))
	}
	return out
}

// invalid are the edges among accesses from to n that may be invalid, as far as
// the solver can tell in a short time.
func (q *asker) invalid(ctx context.Context, from, n int, out map[*ir.Edge]bool) {
	type entry struct {
		edge *ir.Edge
		bad  *term.Term
	}
	var open []entry
	for i := from; i < n; i++ {
		if ed := q.e.Accesses[i].Edge; !out[ed] {
			if w := q.wrong(i); !w.IsFalse() {
				open = append(open, entry{ed, w})
			}
		}
	}
	for len(open) > 0 {
		var ts []*term.Term
		for _, x := range open {
			ts = append(ts, x.bad)
		}
		r, m := q.sat(ctx, 10, time.Second, false, q.e.C.Or(ts...))
		if r == smt.Unsat {
			return
		}
		before := len(open)
		for _, x := range open {
			if r == smt.Unknown || q.holds(m, x.bad) {
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
