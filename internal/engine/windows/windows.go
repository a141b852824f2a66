package windows

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Name is the name of the engine.
const Name = "windows"

// Engine returns the engine.
func Engine() verify.Engine {
	return verify.Engine{
		Name: Name,
		Doc:  "checks that follow from those before them, function by function, whatever the callers do",
		Paper: "R. Gupta: Optimizing array bound checks using flow analysis. ACM Letters on Programming Languages and " +
			"Systems 2, 1993",
		Open: func(t *verify.Task, b *verify.Board) verify.Worker {
			return &worker{task: t, board: b}
		},
	}
}

// worker is the engine at work.
type worker struct {
	task  *verify.Task
	board *verify.Board
	done  bool
}

// Work analyses the program, from the beginning in each turn.
func (w *worker) Work(ctx context.Context, b verify.Budget) verify.Result {
	t := w.task
	if !asks(t.Program) {
		w.done = true
		return &verify.Unknown{Reason: "the program has no checks of memory", Idle: true}
	}
	points, err := t.Points().Points(ctx, t.Program)
	if err != nil {
		return &verify.Unknown{Reason: verify.Said(err)}
	}
	r := newRun(ctx, t.Program, points)
	if b.Work > 0 {
		r.most = max(b.Work/obs.PerState, 1)
	}
	err = r.forward()
	t.Log.Count(Name+".edges", int64(r.steps))
	if err != nil {
		return &verify.Unknown{Reason: verify.Said(err)}
	}
	w.done = true
	var done, open []*ir.Obligation
	for _, o := range w.board.Left(t) {
		if r.reached[o] {
			open = append(open, o)
		} else {
			done = append(done, o)
		}
	}
	if len(done) == 0 {
		return &verify.Unknown{Reason: "no check follows from those before it", Left: &verify.Condition{Obligations: open}}
	}
	rest := ""
	if len(open) > 0 {
		rest = "it does not follow from checks before it"
	}
	return &verify.Safe{Obligations: done, Proof: r.evidence(), Assuming: verify.Accesses(r.unasked()), Rest: rest}
}

// Finished reports whether the program was analysed.
func (w *worker) Finished() bool { return w.done }

// Close has nothing to do.
func (w *worker) Close() {}

// asks reports whether the program has checks of memory. If it has, each access that may be invalid has a check before
// it.
func asks(p *ir.Program) bool {
	return slices.ContainsFunc(p.Obligations, func(o *ir.Obligation) bool { return o.Kind == ir.ValidDeref })
}

// unasked returns the positions of frees without a check before them. Accesses that may be invalid always have a check.
func (r *run) unasked() (out []ir.Pos) {
	for _, f := range r.prog.Funcs {
		for _, e := range f.Edges {
			if _, ok := e.Stmt.(*ir.Free); ok && len(ir.Asked(e.Stmt)) > 0 && !ir.Guarded(e) {
				out = append(out, e.Pos)
			}
		}
	}
	return out
}
