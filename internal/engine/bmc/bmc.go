package bmc

import (
	"context"
	"errors"

	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// The names of the engines.
const (
	Name     = "bmc"
	KindName = "kind"
)

// Engine is bounded model checking as a value.
func Engine() verify.Engine {
	return verify.Engine{
		Name:  Name,
		Doc:   "bounded model checking: unwinds block by block until no execution goes on",
		Paper: "A. Biere, A. Cimatti, E. Clarke, Y. Zhu: Symbolic model checking without BDDs. TACAS 1999",
		Gives: []verify.FactKind{verify.KindDepth, verify.KindTest},
		Open:  verify.Once(Run),
	}
}

// Run unwinds until a violation, the end of all executions, or the end of the budget.
func Run(ctx context.Context, t *verify.Task, b *verify.Board) verify.Result {
	m := newMeter(t)
	s, err := newSearch(Name, t, b, m)
	if err != nil {
		return noSolver(err)
	}
	defer s.close()
	for !m.ended(ctx) {
		r, err := s.deepen(ctx)
		if err != nil {
			break // the context has ended
		}
		if r != nil {
			return r
		}
		t.Log.Progress(Name, "depth %d, %d questions, %d terms", s.depth()-1, s.u.q.queries, s.u.e.C.Len())
	}
	return s.unknown("")
}

func noSolver(err error) verify.Result {
	return &verify.Unknown{Reason: err.Error(), Idle: errors.Is(err, smt.ErrNoSolver)}
}
