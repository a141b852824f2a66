package prover

import (
	"context"
	"errors"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Kit is the environment of a prover at work: its task, board and meter. It shares one points-to analysis of the
// program among all encoders. Each turn begins with Begin.
type Kit struct {
	Name  string // name of the engine
	Task  *verify.Task
	Board *verify.Board
	M     *Meter

	points *flow.Points // nil before the first turn
}

// NewKit makes a kit for an engine.
func NewKit(name string, t *verify.Task, b *verify.Board) *Kit {
	return &Kit{Name: name, Task: t, Board: b, M: NewMeter(t)}
}

// Begin begins a turn with the work of b and the deadline of ctx. It fails only when the context ends.
func (k *Kit) Begin(ctx context.Context, b verify.Budget) error {
	if err := k.Ready(ctx); err != nil {
		return err
	}
	k.M.Renew(ctx, b)
	return nil
}

// Ready makes what encoders need, in a turn that the engine began with the meter alone. It fails only when the context
// ends.
func (k *Kit) Ready(ctx context.Context) (err error) {
	if k.points == nil {
		k.points, err = k.Task.Points().Points(ctx, k.Task.Program)
	}
	return err
}

// Encoder returns a new encoder of the program that makes terms in c.
func (k *Kit) Encoder(c *term.Ctx, o vc.Options) *vc.Encoder {
	o.Points = k.points
	return vc.New(c, k.Task.Program, o)
}

// Asker opens the task's solver for a new encoder with options o. If cfg names no backup, hard queries without an
// answer go to a second solver that works on single queries.
func (k *Kit) Asker(o vc.Options, cfg smt.Config) (*Asker, error) {
	cfg.Log = k.Task.Log
	cfg = cfg.Command(k.Task.Solver).Within(k.Task.Budget.Memory)
	plain := cfg
	if cfg.Backup == nil {
		backup := cfg
		backup.OneShot = true
		cfg.Backup = &backup
	}
	e := k.Encoder(term.New(), o)
	s, err := smt.Open(e.C, cfg)
	if err != nil {
		return nil, err
	}
	return &Asker{M: k.M, E: e, Sol: s, cfg: plain, axioms: map[*term.Term]bool{}}, nil
}

// Claim puts a fact about the task on the board.
func (k *Kit) Claim(p verify.Payload) { k.Board.Claim(k.Task, k.Name, p) }

// Failed returns the result of an engine whose call of Kit.Begin, Asker or NewSystem returned err.
func Failed(err error) verify.Result {
	return &verify.Unknown{Reason: verify.Said(err), Idle: errors.Is(err, smt.ErrNoSolver)}
}
