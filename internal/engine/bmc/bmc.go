package bmc

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/prover"
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
		Gives: []verify.FactKind{verify.KindProved, verify.KindTest},
		Open:  verify.Once(Run),
	}
}

// Run unwinds until a violation, the end of all executions, or the end of the budget.
func Run(ctx context.Context, t *verify.Task, b *verify.Board) verify.Result {
	s, err := newSearch(ctx, Name, t, b, encoding(t.Program))
	if err != nil {
		return prover.Failed(err)
	}
	defer s.close()
	for !s.M.Ended(ctx) {
		r, err := s.deepen(ctx)
		if err != nil {
			break // the context has ended
		}
		if r != nil {
			return r
		}
		t.Log.Progress(Name, "depth %d, %d questions, %d terms", s.depth()-1, s.u.q.M.Queries, s.u.e.C.Len())
	}
	return s.unknown("")
}
