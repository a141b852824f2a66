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

// Kit is what a prover at work has: its task and board, its meter, and what is known of the pointers of the
// program, which is computed once for all encoders.
type Kit struct {
	Name  string // of the engine
	Task  *verify.Task
	Board *verify.Board
	M     *Meter

	points *flow.Points
}

// NewKit fails with the context only.
func NewKit(ctx context.Context, name string, t *verify.Task, b *verify.Board) (*Kit, error) {
	points, err := t.Points().Points(ctx, t.Program)
	if err != nil {
		return nil, err
	}
	return &Kit{Name: name, Task: t, Board: b, M: NewMeter(t), points: points}, nil
}

// Encoder makes terms of the program in c.
func (k *Kit) Encoder(c *term.Ctx, o vc.Options) *vc.Encoder {
	o.Points = k.points
	return vc.New(c, k.Task.Program, o)
}

// Asker opens the task's solver for an encoder of its own. What the solver does not know is put to one that works on a
// single query, if the question is hard; cfg may name another backup.
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

// Failed is the result where a kit, an asker or a system could not be made.
func Failed(err error) verify.Result {
	return &verify.Unknown{Reason: verify.Said(err), Idle: errors.Is(err, smt.ErrNoSolver)}
}
