package guess

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// twice asks a second solver what the first does not know: z3 has two
// procedures for products, and neither is better.
type twice struct {
	first, second, last smt.Solver
}

// Push implements smt.Solver.
func (t *twice) Push() { t.first.Push(); t.second.Push() }

// Pop implements smt.Solver.
func (t *twice) Pop() { t.first.Pop(); t.second.Pop() }

// Assert implements smt.Solver.
func (t *twice) Assert(ts ...*term.Term) { t.first.Assert(ts...); t.second.Assert(ts...) }

// Check implements smt.Solver.
func (t *twice) Check(ctx context.Context, b smt.Budget, assume ...*term.Term) smt.Answer {
	t.last = t.first
	ans := t.first.Check(ctx, b, assume...)
	if ans.Result == smt.Unknown && ctx.Err() == nil {
		t.last = t.second
		work := ans.Work
		ans = t.second.Check(ctx, b, assume...)
		ans.Work += work
	}
	return ans
}

// Model implements smt.Solver.
func (t *twice) Model() (*term.Model, error) { return t.last.Model() }

// Core implements smt.Corer.
func (t *twice) Core() []*term.Term {
	if c, ok := t.last.(smt.Corer); ok {
		return c.Core()
	}
	return nil
}

// Close implements smt.Solver.
func (t *twice) Close() error {
	err := t.first.Close()
	if e := t.second.Close(); err == nil {
		err = e
	}
	return err
}
