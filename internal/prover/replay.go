package prover

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Replayer runs the inputs of models: only a run confirms the answer of a solver. It makes its machine for the first
// test.
type Replayer struct {
	name    string
	task    *verify.Task
	board   *verify.Board
	mach    exec.Machine
	layouts *testgen.Layouts
}

// NewReplayer returns a replayer for the engine with the given name.
func NewReplayer(name string, t *verify.Task, b *verify.Board) *Replayer {
	return &Replayer{name: name, task: t, board: b}
}

// Replayed is the result of a test.
type Replayed struct {
	Unsafe    *verify.Unsafe // nil if the run shows no violation that counts
	Why       string         // the reason why Unsafe is nil
	Cancelled bool           // the context ended before the run did
}

// maxFuel bounds a run, which may never end if it does not take the model's path.
const maxFuel = 1 << 24

// Run runs the program on records, the inputs of a path that violates o, and publishes the test on the board; note
// describes it. A violation of another obligation counts as well if left returns true for it.
func (r *Replayer) Run(ctx context.Context, records []ir.Record, note string, o *ir.Obligation,
	left func(*ir.Obligation) bool) Replayed {
	if r.mach == nil {
		mach, err := exec.NewInterp(r.task.Program, exec.Config{Fuel: maxFuel, Context: ctx, Points: r.task.Points()})
		if err != nil {
			return Replayed{Why: "the program cannot be run: " + verify.Said(err), Cancelled: ctx.Err() != nil}
		}
		r.mach = mach
	}
	run, err := testgen.Run(ctx, r.task.Program, r.mach, &verify.Test{Records: records, Note: note})
	if err != nil {
		return Replayed{Why: verify.Said(err), Cancelled: ctx.Err() != nil}
	}
	if run.Outcome.Kind == exec.Cancelled {
		return Replayed{Why: "out of time", Cancelled: true}
	}
	t := testgen.FromRun(run, note)
	f := &verify.TestFact{Test: t, Ending: testgen.Ending(run.Outcome.Kind)}
	if f.Ending == verify.EndViolated {
		f.Obligation = run.Outcome.Obligation
	}
	r.board.Claim(r.task, r.name, f)
	if hit := f.Obligation; hit != nil && (hit == o || left(hit)) && r.Shows(run, hit) == "" {
		return Replayed{Unsafe: &verify.Unsafe{Obligation: hit, Test: t}}
	}
	return Replayed{Why: r.Shows(run, o)}
}

// Shows explains why a run of the task's program does not count as a violation of o; "" if it counts.
func (r *Replayer) Shows(run *exec.Run, o *ir.Obligation) string {
	if r.layouts == nil {
		r.layouts = testgen.NewLayouts(r.task)
	}
	return r.layouts.Shows(run, o)
}

// Close closes the machine.
func (r *Replayer) Close() {
	if r.mach != nil {
		r.mach.Close()
	}
}
