// Package shapes is the engine that proves programs with linked lists and trees by separation logic: which there are,
// that accesses and frees are valid, that no memory leaks, and bounds of the data that lists hold.
//
// # The idea
//
// Package shape computes symbolic heaps; package check/shapes re-checks them (verify.Shapes). The engine is idle for
// programs that cannot build a list of any length: it wants an allocation in a loop, and a load of a pointer in a loop.
//
// Not done: calls that were not inlined, as recursive ones.
package shapes

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/shape"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Name is the name of the engine.
const Name = "shapes"

// Engine returns the engine.
func Engine() verify.Engine {
	return verify.Engine{
		Name: Name,
		Doc:  "linked lists and trees of any size, by separation logic",
		Paper: "D. Distefano, P. W. O'Hearn, H. Yang: A local shape analysis based on separation logic. TACAS 2006, " +
			"LNCS 3920",
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
	if !lists(t.Program) {
		w.done = true
		return &verify.Unknown{Reason: "the program builds no list in a loop", Idle: true}
	}
	most := 0
	if b.Work > 0 {
		most = int(max(b.Work/obs.PerState, 1))
	}
	r, err := shape.Analyse(ctx, t.Program, most)
	if err != nil {
		return &verify.Unknown{Reason: verify.Said(err)}
	}
	t.Log.Count(Name+".edges", int64(r.Steps))
	w.done = true
	var done, open []*ir.Obligation
	for _, o := range w.board.Left(t) {
		if r.Open[o] {
			open = append(open, o)
		} else {
			done = append(done, o)
		}
	}
	if len(done) == 0 {
		return &verify.Unknown{Reason: "the heaps do not exclude the errors", Left: &verify.Condition{Obligations: open}}
	}
	rest := ""
	if len(open) > 0 {
		rest = "the heaps do not exclude it"
	}
	return &verify.Safe{Obligations: done, Proof: r.Evidence, Rest: rest}
}

// Finished reports whether the program was analysed.
func (w *worker) Finished() bool { return w.done }

// Close has nothing to do.
func (w *worker) Close() {}

// lists reports whether the entry function may build a list of any length, or follow it: it allocates in a loop, and
// loads or stores a pointer in a loop.
func lists(p *ir.Program) bool {
	allocates, links := false, false
	_, of := graph.SCC(p.Entry.Graph())
	for _, e := range p.Entry.Edges {
		again := of[e.From.ID] == of[e.To.ID] // the edge is on a cycle
		switch s := e.Stmt.(type) {           // sound: only a filter
		case *ir.Alloc:
			allocates = allocates || again
		case *ir.LoadStmt:
			links = links || again && s.Dst.Type.Kind == ir.Ptr
		case *ir.Store:
			links = links || again && s.Val.Type().Kind == ir.Ptr
		}
	}
	return allocates && links
}
