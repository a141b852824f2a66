package prover

import (
	"context"
	"time"

	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Asker puts queries over the terms of one encoder to a solver, which keeps the clauses that it has learnt.
type Asker struct {
	M   *Meter
	E   *vc.Encoder
	Sol smt.Solver

	cfg    smt.Config
	axioms map[*term.Term]bool // asserted
}

// With returns an Asker with the solver of q for another encoder over the same term.Ctx.
func (q *Asker) With(e *vc.Encoder) *Asker {
	n := *q
	n.E = e
	return &n
}

// Close ends the solver.
func (q *Asker) Close() { q.Sol.Close() }

// Sat decides a conjunction with the part 1/n of the budget. It returns a model with Sat. hard marks a query that is
// worth a second attempt.
func (q *Asker) Sat(ctx context.Context, n int, most time.Duration, hard bool, ts ...*term.Term) (smt.Result,
	*term.Model) {
	all := q.E.C.And(ts...)
	b, ok := q.M.Part(ctx, n, most)
	if !ok && !all.IsFalse() {
		return smt.Unknown, nil
	}
	// Axioms hold whatever the path: they are asserted once, for all questions.
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

// Search decides a query that stands for the whole program with most of the time that is left: a quarter of it with the
// solver's own choice of tactics, which sometimes see through sums and hashes, the rest in its configuration for
// search.
func (q *Asker) Search(ctx context.Context, t *term.Term) (smt.Result, *term.Model) {
	cfg, backup := q.cfg, q.cfg
	cfg.OneShot, backup.Search, cfg.Backup = true, true, &backup
	s, err := smt.Open(q.E.C, cfg)
	b, ok := q.M.Part(ctx, 1, 0)
	if err != nil || !ok {
		return smt.Unknown, nil
	}
	defer s.Close()
	// Something is left for the test, or for accesses.
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

// maxLookups bounds the steps in which arrays are written out.
const maxLookups = 1 << 20

// Check decides the asserted formulas, with a time limit for the solver and the same for its backup.
func (q *Asker) Check(ctx context.Context, most time.Duration, assume ...*term.Term) (smt.Result, *term.Model) {
	if q.M.Ended(ctx) {
		return smt.Unknown, nil
	}
	b := q.M.Budget(most)
	again := b
	b.Again = &again
	return q.check(ctx, q.Sol, b, assume...)
}

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

// Assert adds formulas with their axioms in the last level.
func (q *Asker) Assert(ts ...*term.Term) { q.Sol.Assert(q.E.WithAxioms(ts...)...) }

// Holds evaluates a condition in a model.
func (q *Asker) Holds(m *term.Model, t *term.Term) bool {
	ok, err := q.E.C.Holds(m, t)
	return ok && err == nil
}
