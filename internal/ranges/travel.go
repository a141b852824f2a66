package ranges

import (
	"context"
	"errors"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Between two forms of a program bounds travel as tests: a path of one is none of the other, but the test that induces
// it has a path in each. Where the bound is a prefix only, what arrives is the path of its test.

// Up returns a bound of the task's reference program as one of the task's program.
func Up(ctx context.Context, t *verify.Task, b Bound, limit int) (Bound, error) {
	if t.Map == nil {
		return Bound{}, errors.New("internal error: no map to the reference program")
	}
	if limit <= 0 {
		limit = DefaultLimit
	}
	run, err := testgen.Up(ctx, t.Map, testgen.Inputs(t.Map.To, b.Test), runConfig(ctx, limit))
	if err == nil && run.Outcome.Kind == exec.Cancelled {
		err = context.Cause(ctx)
	}
	if err != nil {
		return Bound{}, err
	}
	return boundOf(run, restrict.Form(t.Program), limit), nil
}

// Down returns a bound of the task's program as one of its reference program. The test of one that is a prefix only
// fixes the inputs that the prefix reads, and no more: the rest of the run may read for ever.
func Down(ctx context.Context, t *verify.Task, b Bound, limit int) (Bound, error) {
	if t.Map == nil {
		return Bound{}, errors.New("internal error: no map to the reference program")
	}
	cfg := runConfig(ctx, DefaultLimit)
	cfg.Trace = false
	if b.Cut != "" {
		cfg.MaxReads = max(1, len(b.Test.Records))
		limit = max(1, 4*len(b.Path))
		cfg.Fuel = runConfig(ctx, limit).Fuel // nor does it wait for a loop that goes on for ever and reads nothing
	}
	reads, err := testgen.Down(ctx, t.Map, b.Test.Records, cfg)
	if err != nil {
		return Bound{}, err
	}
	if len(b.Test.Records) == 0 && b.Cut != "" {
		reads = nil
	}
	test := &verify.Test{Records: reads, Note: b.Test.Note}
	down, err := Induced(ctx, Reference(t), test, limit)
	if err == nil && b.Cut != "" {
		down.Test, down.Cut = test, b.Cut
	}
	return down, err
}

// Reference returns the task on its reference program, which tests from outside speak of.
func Reference(t *verify.Task) *verify.Task {
	if t.Reference == nil {
		return t
	}
	c := *t
	c.Program, c.Map, c.Obligations, c.Parts = t.Reference, nil, nil, &verify.PartSet{}
	return &c
}
