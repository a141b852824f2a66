package tandem

import (
	"errors"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/app"
)

// Options say how a program is read. The zero value reads a 64-bit program that starts at main. Its checks are the
// assertions and the kinds of undefined behaviour that --check has as its default.
type Options struct {
	Entry    string // the entry function; "": main
	Property string // an SV-COMP property file; "": assertions, and Checks
	Checks   string // checks as --check takes them (docs/checks.md); "": the default of the property
	Bits     int    // 32 (ILP32) or 64 (LP64); 0: 64

	IncludeDirs []string // folders of headers, as -I of a compiler
	Defines     []string // macros, as -D of a compiler: NAME or NAME=VALUE
	Flags       []string // further flags of gcc
	Database    string   // compile_commands.json, or its folder: the flags of each file; "": none

	Assume     []string // C expressions over the entry function's parameters that hold when it is called
	ArraySizes []string // sizes of the objects of pointer parameters of the entry: NAME=64, NAME=0-64; or 64 for all

	Solver        []string // command of an SMT-LIB 2 solver, with arguments; nil: the first known solver that is installed
	Seed          uint64   // seed of all random choices
	Deterministic bool     // read no clock, and count budgets in work
	NoReplay      bool     // do not replay violations on the compiled source
}

// internal returns the options in the form of package app.
func (o Options) internal() app.Options {
	return app.Options{Entry: o.Entry, Property: o.Property, Check: o.Checks, Model: o.Bits, IncludeDirs: o.IncludeDirs,
		Defines: o.Defines, Flags: o.Flags, Build: o.Database, Assume: o.Assume, ArraySizes: o.ArraySizes,
		Solver: o.Solver, Seed: o.Seed, Deterministic: o.Deterministic, NoConfirm: o.NoReplay}
}

// Position is a position in the source. Line and Column are 1-based; 0 means unknown.
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

// InputError is an error in a file or an option that the user gave.
type InputError struct{ Message string } // begins with file, line and column, as far as they are known

func (e *InputError) Error() string { return e.Message }

// UnsupportedError is returned for a well-formed program, or a property, that Tandem cannot handle.
type UnsupportedError struct{ Reason string }

func (e *UnsupportedError) Error() string { return e.Reason }

// Program is a program that Load has read. Its methods must not be called concurrently.
type Program struct {
	task  *app.Task
	opt   app.Options
	files []string
}

// Load reads a program: C files, one file of SPL, or one task definition of SV-COMP (.yml). If the input is at fault,
// the error is an *InputError; if Tandem cannot handle the input, it is an *UnsupportedError. Other errors come from
// the operating system, such as a full disk.
func Load(opt Options, files ...string) (*Program, error) {
	p := &Program{opt: opt.internal(), files: files}
	var err error
	if p.task, err = app.Load(p.opt, files...); err != nil {
		return nil, public(err)
	}
	return p, nil
}

// public returns err as an error type of this package where there is one for it; otherwise it returns err itself.
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
