package tandem

import (
	"context"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
)

// RunOptions say how a program is run.
type RunOptions struct {
	Inputs string // values in the order of reading, as Violation.Text has them; inputs without a value are 0
	Random uint64 // the seed of random values for the inputs without one; 0: they are 0
}

// Run is what one execution did.
type Run struct {
	Outcome  string // in words: finished, blocked (...), violated (...), undefined (...)
	Violated bool   // a check, or another rule of C
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
	TimeLimit time.Duration // of the search; 0: that of the context
	Dir       string        // the folder that the suite is written to, in Test-Comp's format; "": it is not written
}

// Suite says what a test suite covers.
type Suite struct {
	Goals       int // branches, or what the property names
	Covered     int
	Unreachable int // proved to be
	Tests       int
	Errors      int // tests that reach an error
}

// Test generates a test suite for the program: for all branches, or what a property of Test-Comp in Options.Property
// asks for. It reads the files again, as tests are of the source without checks.
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

// Split returns at most n ranges that have all paths of the program together, in order and as --range takes them
// (docs/ranged.md). The splitter by is lb3, rdm9, ... (tandem split --help lists them). Where the program has no two
// paths to split by, the error is an *UnsupportedError.
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
