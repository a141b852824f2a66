package ranges

import (
	"context"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// DefaultLimit bounds the decisions of a path that a test induces, unless a caller gives another limit.
const DefaultLimit = 1 << 20

// fuelPer is the fuel of a run per decision of its path. It is more than one since loops in models of the library have
// no decisions.
const fuelPer = 64

// Induced returns the path that a test of the task's program induces (section 2.2 of the paper), with at most limit
// decisions (0: DefaultLimit). Inputs that the test does not fix are zero; Least instead returns the least path over
// all their values. The error is the error of the context, or explains why the program cannot be run.
func Induced(ctx context.Context, t *verify.Task, test *verify.Test, limit int) (Bound, error) {
	m, err := newRunner(ctx, t, &limit)
	if err != nil {
		return Bound{}, err
	}
	defer m.Close()
	run, err := m.Run(ctx, testgen.Inputs(t.Program, test))
	if err == nil && run.Outcome.Kind == exec.Cancelled {
		err = context.Cause(ctx)
	}
	if err != nil {
		return Bound{}, err
	}
	return boundOf(run, restrict.Form(t.Program), limit), nil
}

// newRunner returns an interpreter for runs with the given limit of decisions. It sets a limit of 0 to the default.
func newRunner(ctx context.Context, t *verify.Task, limit *int) (*exec.Interp, error) {
	if *limit <= 0 {
		*limit = DefaultLimit
	}
	cfg := runConfig(ctx, *limit)
	cfg.Points = t.Points()
	return exec.NewInterp(t.Program, cfg)
}

// runConfig returns the configuration of such an interpreter.
func runConfig(ctx context.Context, limit int) exec.Config {
	return exec.Config{Context: ctx, Trace: true, MaxTrace: limit/8 + 1, Fuel: fuelPer*uint64(limit) + 1<<20,
		MaxReads: limit + 1<<16}
}

// boundOf returns the bound that a run induces.
func boundOf(run *exec.Run, form string, limit int) Bound {
	b := Bound{Path: pathOf(run, limit), Form: form, Test: testgen.FromRun(run, "bound"), Cut: cut(run)}
	if run.NumTrace > limit {
		b.Cut = fmt.Sprintf("the path has more than %d decisions", limit)
	}
	return b
}

// pathOf returns the first decisions of a run, at most limit.
func pathOf(r *exec.Run, limit int) restrict.Path {
	p := make([]byte, min(r.NumTrace, limit))
	for i := range p {
		p[i] = "FT"[r.Branches[i/8]>>(i%8)&1]
	}
	return restrict.Path(p)
}

// cut returns the reason why a run has only a prefix of its path, or "". If a run ends at a false assumption, its
// decisions are the whole path: it has no continuation.
func cut(r *exec.Run) string {
	switch o := r.Outcome; o.Kind {
	case exec.Finished, exec.Blocked, exec.Violated:
		return ""
	case exec.Undefined:
		return fmt.Sprintf("the run has undefined behaviour (%s) at %s", o.What, o.Pos)
	case exec.OutOfStack:
		return fmt.Sprintf("the calls of the run are too deep at %s", o.Pos)
	case exec.OutOfMemory:
		return fmt.Sprintf("the run needs too much memory at %s", o.Pos)
	case exec.Unsupported:
		return fmt.Sprintf("%s at %s cannot be run", o.What, o.Pos)
	}
	return "the run does not end soon"
}
