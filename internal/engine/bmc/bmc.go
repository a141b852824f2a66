package bmc

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// The names of the engines.
const (
	Name     = "bmc"
	KindName = "kind"
)

// Engine returns bounded model checking.
func Engine() verify.Engine {
	return verify.Engine{
		Name:  Name,
		Doc:   "bounded model checking: unwinds block by block until no execution goes on",
		Paper: "A. Biere, A. Cimatti, E. Clarke, Y. Zhu: Symbolic model checking without BDDs. TACAS 1999",
		Gives: []verify.FactKind{verify.KindProved, verify.KindTest},
		Open: func(t *verify.Task, b *verify.Board) verify.Worker {
			return &worker{kit: prover.NewKit(Name, t, b), enc: prover.Encoding(t.Program), run: (*search).run}
		},
	}
}

// worker is an unwinding that continues from turn to turn.
type worker struct {
	kit *prover.Kit
	enc vc.Encoding
	run func(s *search, ctx context.Context) verify.Result // works for one turn
	end func()                                             // closes the state of run; nil if it has none

	s    *search // nil if the unwinding has not begun
	idle bool    // see Finished
}

// Work continues where the last turn stopped.
func (w *worker) Work(ctx context.Context, b verify.Budget) verify.Result {
	err := w.kit.Begin(ctx, b)
	if err == nil && w.s == nil {
		w.s, err = newSearch(w.kit, w.enc)
	}
	if err != nil {
		w.idle = ctx.Err() == nil
		w.Close()
		return prover.Failed(err)
	}
	w.s.open = w.kit.Board.Left(w.kit.Task)
	r := w.run(w.s, ctx)
	if u, ok := r.(*verify.Unknown); ok && u.Idle {
		w.idle = true
	}
	return r
}

// Finished reports whether there is no solver, or the engine cannot handle the program.
func (w *worker) Finished() bool { return w.idle }

func (w *worker) Close() {
	if w.s != nil {
		if w.end != nil {
			w.end()
		}
		w.s.close()
		w.s = nil
	}
}

// resume begins the unwinding again if a query at a smaller depth had no answer, since no proof could rely on this
// unwinding.
func (s *search) resume() error {
	if s.pending == nil && s.depth() < s.u.k {
		return s.restart()
	}
	return nil
}

// run unwinds until it finds a violation, no execution continues, or the budget is used up.
func (s *search) run(ctx context.Context) verify.Result {
	if err := s.resume(); err != nil {
		return prover.Failed(err)
	}
	for !s.M.Ended(ctx) {
		r, err := s.deepen(ctx)
		if err != nil {
			break // the context has ended
		}
		if r != nil {
			return r
		}
		s.Task.Log.Progress(Name, "depth %d, %d questions, %d terms", s.depth()-1, s.u.q.M.Queries, s.u.e.C.Len())
	}
	return s.unknown("")
}
