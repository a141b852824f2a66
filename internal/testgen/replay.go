package testgen

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Replay answers with the values of a test; reads without a record get zero.
type Replay struct {
	vals map[ir.Key]uint64
}

// NewReplay prepares a test for replay.
func NewReplay(t *verify.Test) *Replay {
	r := &Replay{vals: make(map[ir.Key]uint64, len(t.Records))}
	for _, rec := range t.Records {
		r.vals[rec.Key] = rec.Bits
	}
	return r
}

// Next implements exec.Inputs.
func (r *Replay) Next(k ir.Key, _ *ir.Site, _ ir.Type) (uint64, bool) { return r.vals[k], true }

// Run replays a test once.
func Run(ctx context.Context, m exec.Machine, t *verify.Test) (*exec.Run, error) {
	return m.Run(ctx, NewReplay(t))
}

// FromRun is the test that repeats a run: exactly what it read.
func FromRun(r *exec.Run, note string) *verify.Test {
	return &verify.Test{Records: append([]ir.Record(nil), r.Reads...), Note: note}
}

// Ending is a run's outcome as facts name it.
func Ending(k exec.Kind) verify.Ending {
	switch k {
	case exec.Finished:
		return verify.EndFinished
	case exec.Blocked:
		return verify.EndBlocked
	case exec.Violated:
		return verify.EndViolated
	case exec.Undefined:
		return verify.EndUndefined
	}
	return verify.EndResource
}
