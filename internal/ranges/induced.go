package ranges

import (
	"context"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// DefaultLimit bounds the decisions of a path that a test induces, where a caller gives no other limit.
const DefaultLimit = 1 << 20

// fuelPer is the fuel of a run for each decision that its path may have: loops in code of the library have none.
const fuelPer = 64

// Induced returns the path that a test of the task's program induces (section 2.2 of the paper), with at most so many
// decisions (0: DefaultLimit). Inputs that the test does not fix are zeros: Least has the least of the paths that it
// may mean. The error is the error of the context, or says that the program cannot be run.
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

func newRunner(ctx context.Context, t *verify.Task, limit *int) (*exec.Interp, error) {
	if *limit <= 0 {
		*limit = DefaultLimit
	}
	cfg := runConfig(ctx, *limit)
	cfg.Points = t.Points()
	return exec.NewInterp(t.Program, cfg)
}

func runConfig(ctx context.Context, limit int) exec.Config {
	return exec.Config{Context: ctx, Trace: true, MaxTrace: limit/8 + 1, Fuel: fuelPer*uint64(limit) + 1<<20,
		MaxReads: limit + 1<<16}
}

// boundOf returns the bound of a run.
func boundOf(run *exec.Run, form string, limit int) Bound {
	b := Bound{Path: pathOf(run, limit), Form: form, Test: testgen.FromRun(run, "bound"), Cut: cut(run)}
	if run.NumTrace > limit {
		b.Cut = fmt.Sprintf("the path has more than %d decisions", limit)
	}
	return b
}

// pathOf returns the first decisions of a run.
func pathOf(r *exec.Run, limit int) restrict.Path {
	p := make([]byte, min(r.NumTrace, limit))
	for i := range p {
		p[i] = "FT"[r.Branches[i/8]>>(i%8)&1]
	}
	return restrict.Path(p)
}

// cut says why a run shows only the beginning of its path. One that ends at an assumption is no execution: what it has
// decided is all that there is.
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
