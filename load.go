package tandem

import (
	"errors"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/app"
)

// Options say how a program is read. The zero value: the function main, 64 bits, assertions and most undefined
// behaviour as checks.
type Options struct {
	Entry    string // the entry function; "": main
	Property string // an SV-COMP property file; "": assertions, and Checks
	Checks   string // checks as --check takes them (docs/checks.md); "": the default of the property
	Bits     int    // 32 (ILP32) or 64 (LP64); 0: 64

	IncludeDirs []string // as -I
	Defines     []string // as -D: NAME or NAME=VALUE
	Flags       []string // further flags, as gcc has them
	Database    string   // compile_commands.json, or its folder: it says how the files are read

	Assume     []string // C expressions over the entry function's parameters that hold when it is called
	ArraySizes []string // elements that the entry function's pointers lead to: NAME=64, NAME=0-64, or 64 for all

	Solver        []string // the command of an SMT-LIB 2 solver; nil: the best one that is installed
	Seed          uint64   // of everything random
	Deterministic bool     // no clock is read: budgets are counted in work
	NoReplay      bool     // a violation is not replayed on the compiled source
}

func (o Options) internal() app.Options {
	return app.Options{Entry: o.Entry, Property: o.Property, Check: o.Checks, Model: o.Bits, IncludeDirs: o.IncludeDirs,
		Defines: o.Defines, Flags: o.Flags, Build: o.Database, Assume: o.Assume, ArraySizes: o.ArraySizes,
		Solver: o.Solver, Seed: o.Seed, Deterministic: o.Deterministic, NoConfirm: o.NoReplay}
}

// Position is a place in the source. Line and Column are 1-based; 0 means unknown.
type Position struct {
	File   string
	Line   int
	Column int
}

// String returns file:line:column, as far as they are known.
func (p Position) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// InputError is a fault in a file or an option.
type InputError struct{ Message string } // with file, line and column where they are known

func (e *InputError) Error() string { return e.Message }

// UnsupportedError is a program that is well-formed and that Tandem cannot decide.
type UnsupportedError struct{ Reason string }

func (e *UnsupportedError) Error() string { return e.Reason }

// Program is a program that was read. Its methods may be called one after the other.
type Program struct {
	task  *app.Task
	opt   app.Options
	files []string
}

// Load reads C files that are one program, one file of SPL, or one task definition of SV-COMP (.yml). Its error is an
// *InputError or an *UnsupportedError; others are of the machine.
func Load(opt Options, files ...string) (*Program, error) {
	p := &Program{opt: opt.internal(), files: files}
	var err error
	if p.task, err = app.Load(p.opt, files...); err != nil {
		return nil, public(err)
	}
	return p, nil
}

// public returns an error as a type of this package.
func public(err error) error {
	var usage *app.UsageError
	var unsupported *app.UnsupportedError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &unsupported):
		return &UnsupportedError{unsupported.Reason}
	case errors.As(err, &usage), app.IsInputError(err):
		return &InputError{err.Error()}
	}
	return err
}
