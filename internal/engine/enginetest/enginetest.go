// Package enginetest has the helpers that the tests of engines share: C programs as tasks, the replay of tests, and the
// development benchmarks.
//
//	task := enginetest.C{File: "testdata/count.c", Unsafe: true}.Task(t)
//	if r, ok := enginetest.Run(ctx, guess.Engine(), task, board).(*verify.Unsafe); ok {
//		err := enginetest.Replay(ctx, task, r)
//		...
//	}
//
// C is a program with the options for its preparation. Replay runs the test of an Unsafe in the interpreter. Bench runs
// engines on benchmarks and fails on a wrong verdict; its comment lists the environment variables that choose tasks and
// times.
//
// Not modelled: properties other than unreach-call, data models other than ILP32.
package enginetest

import (
	"context"
	"errors"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// C is a C program with the property that reach_error is not called.
type C struct {
	File   string // the file to be read, or the name of Text
	Text   string // the program; "" if it is in File
	Unsafe bool   // define UNSAFE: the twin that has an error
	Plain  bool   // without a property: assertions are obligations, too
	// Passes changes the default options of the preparation; nil changes nothing.
	Passes func(*instrument.Options)
}

// Load reads and prepares the program.
func (c C) Load() (*verify.Task, error) {
	cfg := cfront.Config{Model: ir.ILP32, Files: []string{c.File}, PropertyKind: "unreach-call", ErrorFunc: "reach_error"}
	if c.Plain {
		cfg.PropertyKind, cfg.ErrorFunc = "", ""
	}
	if c.Text != "" {
		cfg.Sources = map[string][]byte{c.File: []byte(c.Text)}
	}
	if c.Unsafe {
		cfg.Defines = []string{"UNSAFE"}
	}
	p, err := cfront.Load(cfg)
	if err != nil {
		return nil, err
	}
	opts := instrument.Default()
	if c.Passes != nil {
		c.Passes(&opts)
	}
	prep, err := instrument.Prepare(p, opts)
	if err != nil {
		return nil, err
	}
	return &verify.Task{Name: c.File, Program: prep, Reference: p, Map: derive.Of(prep)}, nil
}

// Task calls Load, and ends the test on an error.
func (c C) Task(t testing.TB) *verify.Task {
	t.Helper()
	task, err := c.Load()
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// Run returns the result of the first turn of an engine on a task, with the task's budget.
func Run(ctx context.Context, e verify.Engine, t *verify.Task, b *verify.Board) verify.Result {
	w := e.Open(t, b)
	defer w.Close()
	return w.Work(ctx, t.Budget)
}

// Replay runs the test of r in the interpreter. The error is the reason why it does not show the violation.
func Replay(ctx context.Context, task *verify.Task, r *verify.Unsafe) error {
	m, err := exec.NewInterp(task.Program, exec.Config{})
	if err != nil {
		return err
	}
	defer m.Close()
	run, err := testgen.Run(ctx, task.Program, m, r.Test)
	if err != nil {
		return err
	}
	if why := testgen.Shows(task, run, r.Obligation); why != "" {
		return errors.New(why)
	}
	return nil
}
