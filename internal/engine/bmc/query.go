package bmc

import (
	"context"
	"time"

	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// meter is the budget of a run. Under --deterministic it counts work; else time decides.
type meter struct {
	task *verify.Task
	*smt.Meter
}

func newMeter(t *verify.Task) *meter {
	return &meter{t, smt.NewMeter(t.Budget.Work, t.Options.Determ)}
}

// left is the budget for a query that may take the part 1/n of what is left,
// and at most the given time; false if there is nothing left.
func (m *meter) left(ctx context.Context, n int, most time.Duration) (smt.Budget, bool) {
	if m.ended(ctx) {
		return smt.Budget{}, false
	}
	b := smt.Budget{Time: most}
	if m.Counts() {
		b = m.Budget(most)
		b.Work = min(b.Work, max(m.Left()/uint64(n), leastWork))
	}
	b.Memory = m.task.Budget.Memory
	if !m.task.Options.Determ {
		b.Time = most
		if d, ok := ctx.Deadline(); ok {
			part := time.Until(d) / time.Duration(n)
			if b.Time == 0 || part < b.Time {
				b.Time = max(part, 5*time.Millisecond)
			}
		}
	}
	return b, true
}

// leastWork is what a query may always do: about 5 ms.
const leastWork = 20_000

// ended reports whether nothing is left.
func (m *meter) ended(ctx context.Context) bool { return ctx.Err() != nil || m.Left() == 0 }

// asker puts questions about the terms of one encoder to a solver that keeps
// what it has learnt; those that it does not answer go to one that works on a single query.
type asker struct {
	m       *meter
	e       *vc.Encoder
	sol     smt.Solver
	axioms  map[*term.Term]bool // asserted
	queries int
	terms   int // that were counted
}

func newAsker(m *meter, e *vc.Encoder) (*asker, error) {
	cfg := smt.Config{Log: m.task.Log}.Command(m.task.Solver)
	backup := cfg
	backup.OneShot = true
	cfg.Backup = &backup
	s, err := smt.Open(e.C, cfg)
	if err != nil {
		return nil, err
	}
	return &asker{m: m, e: e, sol: s, axioms: map[*term.Term]bool{}}, nil
}

func (q *asker) close() { q.sol.Close() }

// sat decides a conjunction with the part 1/n of the budget; the model is there
// after Sat. hard says that the question is worth a second attempt.
func (q *asker) sat(ctx context.Context, n int, most time.Duration, hard bool, ts ...*term.Term) (smt.Result, *term.Model) {
	all := q.e.C.And(ts...)
	b, ok := q.m.left(ctx, n, most)
	if !ok && !all.IsFalse() {
		return smt.Unknown, nil
	}
	// Axioms hold whatever the path: they are asserted once, for all questions.
	axioms := q.e.Axioms(all)
	for _, a := range axioms {
		if !q.axioms[a] {
			q.axioms[a] = true
			q.sol.Assert(a)
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
	q.sol.Push()
	defer q.sol.Pop()
	q.sol.Assert(all)
	return q.check(ctx, q.sol, b)
}

// search decides a question that stands for the whole program with most of what is left: a quarter
// of it for the solver's choice of tactics, which see through sums and hashes at times, the rest in its
// configuration for search.
func (q *asker) search(ctx context.Context, t *term.Term) (smt.Result, *term.Model) {
	cfg := smt.Config{Log: q.m.task.Log}.Command(q.m.task.Solver)
	backup := cfg
	cfg.OneShot, backup.Search, cfg.Backup = true, true, &backup
	s, err := smt.Open(q.e.C, cfg)
	b, ok := q.m.left(ctx, 1, 0)
	if err != nil || !ok {
		return smt.Unknown, nil
	}
	defer s.Close()
	// Something is left for the test, or for accesses.
	again := b
	b.Time, b.Work = b.Time*3/16, b.Work/4
	again.Time, again.Work = again.Time*9/16, again.Work*3/4
	b.Again = &again
	s.Assert(q.e.WithAxioms(t)...)
	return q.check(ctx, s, b)
}

func (q *asker) check(ctx context.Context, s smt.Solver, b smt.Budget) (smt.Result, *term.Model) {
	q.queries++
	a := s.Check(ctx, b)
	q.m.Note(a)
	q.m.Terms(q.e.C.Len() - q.terms)
	q.terms = q.e.C.Len()
	if a.Result != smt.Sat {
		return a.Result, nil
	}
	m, err := s.Model()
	if err != nil {
		return smt.Unknown, nil
	}
	return smt.Sat, m
}

// holds evaluates a condition in a model.
func (q *asker) holds(m *term.Model, t *term.Term) bool {
	ok, err := q.e.C.Holds(m, t)
	return ok && err == nil
}
