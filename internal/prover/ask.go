package prover

import (
	"context"
	"time"

	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Asker sends queries over the terms of one encoder to an incremental solver, which keeps the clauses that it has
// learnt.
type Asker struct {
	M   *Meter
	E   *vc.Encoder
	Sol smt.Solver

	cfg    smt.Config          // the configuration of Sol without a backup, with which Search opens a solver
	axioms map[*term.Term]bool // the axioms that Sat has asserted
}

// With returns an Asker for e that shares the solver of q. The encoder e must have the term.Ctx of q.E.
func (q *Asker) With(e *vc.Encoder) *Asker {
	n := *q
	n.E = e
	return &n
}

// Close closes the solver.
func (q *Asker) Close() { q.Sol.Close() }

// Sat decides the conjunction of ts. It may use 1/n of the remaining budget, but not more than the time most. It
// returns a model if the result is Sat. If hard is set, the backup solver may make a second attempt.
func (q *Asker) Sat(ctx context.Context, n int, most time.Duration, hard bool, ts ...*term.Term) (smt.Result,
	*term.Model) {
	all := q.E.C.And(ts...)
	b, ok := q.M.Part(ctx, n, most)
	if !ok && !all.IsFalse() {
		return smt.Unknown, nil
	}
	// Axioms hold on every path: they are asserted once, for all queries.
	for _, a := range q.E.Axioms(all) {
		if !q.axioms[a] {
			q.axioms[a] = true
			q.Sol.Assert(a)
		}
	}
	if hard {
		again := b
		b.Again = &again
		if b.Time > 0 {
			b.Time = max(b.Time/3, 20*time.Millisecond)
		}
		if b.Work > 0 {
			b.Work = max(b.Work/3, leastWork)
		}
	}
	q.Sol.Push()
	defer q.Sol.Pop()
	q.Sol.Assert(all)
	return q.check(ctx, q.Sol, b)
}

// Search decides t, a query about the whole program, with most of the remaining time. A quarter of that time goes to
// the default tactics of the solver, which can simplify some sums and hash functions; the rest goes to the solver's
// configuration for search.
func (q *Asker) Search(ctx context.Context, t *term.Term) (smt.Result, *term.Model) {
	cfg, backup := q.cfg, q.cfg
	cfg.OneShot, backup.Search, cfg.Backup = true, true, &backup
	s, err := smt.Open(q.E.C, cfg)
	b, ok := q.M.Part(ctx, 1, 0)
	if err != nil || !ok {
		return smt.Unknown, nil
	}
	defer s.Close()
	// Reserve a quarter of the time for the replay of the model, or for queries about accesses.
	again := b
	b.Time, b.Work = b.Time*3/16, b.Work/4
	again.Time, again.Work = again.Time*9/16, again.Work*3/4
	b.Again = &again
	ts := q.E.WithAxioms(t)
	l := term.NewLookups(q.E.C, maxLookups)
	plain, ok := l.Of(ts...)
	if !ok {
		s.Assert(ts...)
		return q.check(ctx, s, b)
	}
	s.Assert(plain...)
	r, m := q.check(ctx, s, b)
	if r == smt.Sat && l.Complete(m) != nil {
		return smt.Unknown, nil
	}
	return r, m
}

// maxLookups bounds the steps in which reads of arrays are replaced by their values (term.Lookups).
const maxLookups = 1 << 20

// Check decides the asserted formulas under the assumptions. The solver may take the time most, and its backup the same
// time again. It returns a model if the result is Sat.
func (q *Asker) Check(ctx context.Context, most time.Duration, assume ...*term.Term) (smt.Result, *term.Model) {
	if q.M.Ended(ctx) {
		return smt.Unknown, nil
	}
	b := q.M.Budget(most)
	again := b
	b.Again = &again
	return q.check(ctx, q.Sol, b, assume...)
}

// check sends the query to s with budget b, and counts it.
func (q *Asker) check(ctx context.Context, s smt.Solver, b smt.Budget, assume ...*term.Term) (smt.Result, *term.Model) {
	a := s.Check(ctx, b, assume...)
	q.M.asked(a, q.E.C.Len())
	if a.Result != smt.Sat {
		return a.Result, nil
	}
	m, err := s.Model()
	if err != nil {
		return smt.Unknown, nil
	}
	return smt.Sat, m
}

// Assert asserts formulas and their axioms in the innermost level of the solver.
func (q *Asker) Assert(ts ...*term.Term) { q.Sol.Assert(q.E.WithAxioms(ts...)...) }

// Holds reports whether t is true in the model m. It returns false if t cannot be evaluated.
func (q *Asker) Holds(m *term.Model, t *term.Term) bool {
	ok, err := q.E.C.Holds(m, t)
	return ok && err == nil
}
