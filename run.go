package tandem

import (
	"context"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
)

// RunOptions give the inputs of a run.
type RunOptions struct {
	Inputs string // values in the order of reading, in the form of Violation.Text; inputs without a value are 0
	Random uint64 // seed of random values for the inputs that Inputs has no value for; 0: they are 0
}

// Run describes one execution.
type Run struct {
	Outcome  string // in words: finished, blocked (...), violated (...), undefined (...), ...
	Violated bool   // the run violates a check, or has other undefined behaviour
	At       Position
	Inputs   []Input
	Trace    []Step
}

// Run executes the program. Its error is an *InputError if an input has no value of its type.
func (p *Program) Run(ctx context.Context, opt RunOptions) (*Run, error) {
	r, err := app.Run(ctx, p.task, app.RunOptions{Inputs: opt.Inputs, Random: opt.Random})
	if err != nil {
		return nil, public(err)
	}
	return &Run{Outcome: r.Outcome, Violated: r.Kind == app.RunViolated || r.Kind == app.RunUndefined,
		At: position(r.Pos), Inputs: inputs(r.Inputs), Trace: steps(r.Trace)}, nil
}

// TestOptions say how tests are generated.
type TestOptions struct {
	TimeLimit time.Duration // limit of the search; 0: the limit of the context only
	Dir       string        // write the suite to this folder, in Test-Comp's format; "": do not write it
}

// Suite reports the coverage of a test suite.
type Suite struct {
	Goals       int // branches, or the goals of the property
	Covered     int
	Unreachable int // goals that are proved unreachable
	Tests       int
	Errors      int // tests that reach an error
}

// Test generates a test suite for the program. Its goals are all branches, or the goals of the Test-Comp property in
// Options.Property. Test reads the files again, since tests are generated for the program without checks.
func (p *Program) Test(ctx context.Context, opt TestOptions) (*Suite, error) {
	t, err := app.LoadSuite(p.opt, p.files...)
	if err != nil {
		return nil, public(err)
	}
	s, err := app.GenerateSuite(ctx, t, app.SuiteOptions{TimeLimit: opt.TimeLimit})
	if err != nil {
		return nil, public(err)
	}
	if opt.Dir != "" {
		if err := s.Write(opt.Dir); err != nil {
			return nil, err
		}
	}
	r := s.Report()
	return &Suite{Goals: r.Goals, Covered: r.Covered, Unreachable: r.Unreachable, Tests: r.Tests, Errors: r.Errors}, nil
}

// Split returns at most n ranges of paths, in order and in the form of --range (docs/ranged.md). Every path of the
// program lies in one of them. The splitter by is lb3, rdm9, ... (tandem split --help lists them). If the program has
// no paths to split by, the error is an *UnsupportedError.
func (p *Program) Split(ctx context.Context, by string, n int) ([]string, error) {
	if err := app.CheckSplit(by, n); err != nil {
		return nil, public(err)
	}
	s, err := app.MakeSplit(ctx, p.task, by, n)
	if err != nil {
		return nil, public(err)
	}
	return s.Ranges, nil
}
