package ranges

import (
	"context"
	"errors"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// A bound is translated between two forms of a program by its test: a path of one form is not a path of the other, but
// the test that induces it has a path in each form. If the bound is only a prefix of the path of its test, the
// translated bound is the path of the test.

// Up translates a bound of the task's reference program into a bound of the task's program.
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

// Down translates a bound of the task's program into a bound of its reference program. If the bound is only a prefix,
// its test fixes only the inputs that the prefix reads, since the rest of the run may read inputs for ever.
func Down(ctx context.Context, t *verify.Task, b Bound, limit int) (Bound, error) {
	if t.Map == nil {
		return Bound{}, errors.New("internal error: no map to the reference program")
	}
	cfg := runConfig(ctx, DefaultLimit)
	cfg.Trace = false
	if b.Cut != "" {
		cfg.MaxReads = max(1, len(b.Test.Records))
		limit = max(1, 4*len(b.Path))
		cfg.Fuel = runConfig(ctx, limit).Fuel // also bounds an endless loop that reads nothing
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

// Reference returns the task with its reference program, which has the inputs of tests that users give.
func Reference(t *verify.Task) *verify.Task {
	if t.Reference == nil {
		return t
	}
	c := *t
	c.Program, c.Map, c.Obligations, c.Parts = t.Reference, nil, nil, &verify.PartSet{}
	return &c
}
