package main

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/build"
	"github.com/tandem-verifier/tandem/internal/near"
	"github.com/tandem-verifier/tandem/internal/report"
	"github.com/tandem-verifier/tandem/internal/smt"
)

// programFlags holds the options that determine how a program is read.
type programFlags struct {
	opt     app.Options
	ilp, lp bool

	responses []string // the files of arguments (@FILE)
}

// register adds the options to fs.
func (f *programFlags) register(fs *pflag.FlagSet) {
	o := &f.opt
	fs.StringVar(&o.Property, "property", "",
		"property `FILE` (.prp); default: no assertion fails, in the form of any verifier")
	fs.StringVar(&o.Check, "check", "", "undefined behaviour that is an error: "+strings.Join(app.CheckNames(), ", ")+
		", default, all, or none, `NAMES` separated by commas")
	fs.BoolVar(&f.ilp, "32", false, "data model ILP32")
	fs.BoolVar(&f.lp, "64", false, "data model LP64 (the default)")
	fs.StringVar(&o.Overflow, "overflow", "", "signed overflow: wrap (the default) or undefined, which ends an execution")
	fs.StringVar(&o.After, "after-undefined", "",
		"what an execution does at a shift by too much or an invalid memory access that is not checked: stop (it "+
			"ends; the default with a property) or go-on (it continues with any value)")
	fs.StringVar(&o.Missing, "missing-bodies", "",
		"functions without a body: input (any result, no effect; the default with a property file), havoc, or unknown "+
			"(the default; tandem test takes input)")
	fs.StringArrayVar(&o.RemoveBodies, "remove-body", nil,
		"ignore the body of `FUNCTION`: its calls do what --missing-bodies gives")
	fs.StringArrayVar(&o.Allocators, "allocator", nil,
		"a `FUNCTION` without a body allocates like malloc; FUNCTION=LIKE: like the allocator LIKE (calloc, "+
			"realloc, free, kmalloc, xmalloc, ...)")
	fs.IntVar(&o.Window, "window", 0, "read about `LINES` lines of functions with the entry function, the nearest first; "+
		"the other functions count as functions without a body; 0: read all (the default; 1000 with --all-functions)")
	fs.StringArrayVar(&o.ErrorFuncs, "error-function", nil, "a call of `FUNCTION` is a violation, like one of reach_error")
	fs.StringVar(&o.Entry, "entry", "", "entry `FUNCTION`, static or not (FILE.c:FUNCTION if several files define it); "+
		"its parameters are inputs (default main)")
	fs.StringArrayVar(&o.Assume, "assume", nil,
		"C `EXPRESSION` over the parameters of the entry function and globals, true when it is called")
	fs.BoolVar(&o.HavocGlobals, "havoc-globals", false, "globals start with arbitrary contents")
	fs.StringVar(&o.Alias, "alias", "", "pointers among the parameters of the entry function, and in the memory that "+
		"these lead to: none (each leads to an object of its own) or may (they may be equal, and lead to objects of the "+
		"program; the default)")
	fs.StringVar(&o.Null, "null", "", "which pointers to objects may be null if they are inputs: may (all; the default), "+
		"inside (not the parameters of the entry function, but pointers in the memory that they lead to), or none")
	fs.StringArrayVar(&o.ArraySizes, "array-size", nil,
		"`BYTES` of the object that a pointer parameter of the entry function leads to (default 64); for one parameter: "+
			"NAME=64, NAME=0-64, NAME=EXPRESSION")
	fs.BoolVar(&o.MallocFails, "malloc-may-fail", false, "malloc may return NULL")
	fs.StringArrayVar(&o.MMIO, "mmio", nil,
		"`LO-HI`: literal addresses of device registers, as 0x40000000-0x4fffffff: each read there is an input, and "+
			"writes have no effect")
	fs.StringVar(&o.Volatile, "volatile", "",
		"volatile objects: memory (the default: only the program changes them), or input (each read is an input)")
	fs.StringArrayVarP(&o.IncludeDirs, "include-dir", "I", nil, "search `DIR` for headers")
	fs.VarP(&macroFlag{o: o}, "define", "D", "define a macro, `NAME[=VALUE]`")
	fs.VarP(&macroFlag{o: o, undef: true}, "undef", "U", "undefine a macro `NAME`")
	fs.StringArrayVar(&o.Includes, "include", nil, "include a `FILE` first (also -include)")
	f.registerBuild(fs)
}

// registerSearch adds the options of commands that search for proofs and tests.
func (f *programFlags) registerSearch(fs *pflag.FlagSet) {
	o := &f.opt
	fs.Var((*command)(&o.Solver), "solver",
		"SMT-LIB 2 solver: `COMMAND` with arguments, or none for no solver (the default: the first that tandem doctor finds)")
	fs.Var((*command)(&o.SolverCheck), "solver-check",
		"a second SMT-LIB 2 solver, which has to agree when a proof is checked: `COMMAND` with arguments")
	fs.Var((*confirmMode)(&o.NoConfirm), "confirm",
		"replay a violation on the source, compiled by gcc or clang, before it is reported: `on` or off")
	fs.Uint64Var(&o.Seed, "seed", 1, "seed of random choices")
	fs.BoolVar(&o.Deterministic, "deterministic", false,
		"same input, same options: same output; budgets are counted in work instead of time")
}

// options returns the options of package app that the flags set, or an error if their values are wrong.
func (f *programFlags) options() (app.Options, error) {
	o := f.opt
	switch {
	case f.ilp && f.lp:
		return o, usage("--32 and --64 exclude each other")
	case f.ilp:
		o.Model = 32
	case f.lp:
		o.Model = 64
	}
	if err := o.Valid(); err != nil {
		return o, err
	}
	if err := speaksSMT("--solver", o.Solver); err != nil {
		return o, err
	}
	return o, speaksSMT("--solver-check", o.SolverCheck)
}

// macroFlag is the flag -D or -U. Later definitions of a macro replace earlier ones, as with a compiler.
type macroFlag struct {
	o     *app.Options
	undef bool
}

// list returns the list in the options that the flag sets.
func (m *macroFlag) list() *[]string {
	if m.undef {
		return &m.o.Undefs
	}
	return &m.o.Defines
}

func (m *macroFlag) String() string {
	if m.o == nil {
		return ""
	}
	return strings.Join(*m.list(), ",")
}
func (m *macroFlag) Type() string { return "stringArray" }

func (m *macroFlag) Set(s string) error {
	var d, u []string
	if m.undef {
		u = []string{s}
	} else {
		d = []string{s}
	}
	m.o.Defines, m.o.Undefs = build.Macros(m.o.Defines, m.o.Undefs, d, u)
	return nil
}

// Append, Replace and GetSlice implement pflag.SliceValue.
func (m *macroFlag) Append(s string) error { return m.Set(s) }

func (m *macroFlag) Replace(list []string) error {
	*m.list() = slices.Clone(list)
	return nil
}

func (m *macroFlag) GetSlice() []string { return *m.list() }

// duration is the value of a flag: 10s, 2m, or a number of seconds.
type duration time.Duration

func (d *duration) String() string { return time.Duration(*d).String() }
func (d *duration) Type() string   { return "time" }

func (d *duration) Set(s string) error {
	v, err := time.ParseDuration(strings.ReplaceAll(s, " ", ""))
	if sec, numErr := strconv.ParseFloat(s, 64); numErr == nil {
		v, err = time.Duration(sec*float64(time.Second)), nil
	}
	if err != nil || v < 0 {
		return fmt.Errorf("%q is not a time (10s, 2m)", s)
	}
	*d = duration(v)
	return nil
}

// size is the value of a flag: 4GB, 500MB, or a number of bytes.
type size uint64

func (z *size) String() string { return strconv.FormatUint(uint64(*z), 10) }
func (z *size) Type() string   { return "size" }

func (z *size) Set(s string) error {
	t := strings.ToUpper(strings.ReplaceAll(s, " ", ""))
	unit := uint64(1)
	for _, u := range []struct {
		suffix string
		bytes  uint64
	}{{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"KIB", 1 << 10}, {"MIB", 1 << 20}, {"GIB", 1 << 30}, {"B", 1}} {
		if strings.HasSuffix(t, u.suffix) {
			t, unit = strings.TrimSuffix(t, u.suffix), u.bytes
			break
		}
	}
	n, err := strconv.ParseUint(t, 10, 64)
	if err != nil || (unit > 0 && n > ^uint64(0)/unit) {
		return fmt.Errorf("%q is not a size (4GB, 500MB)", s)
	}
	*z = size(n * unit)
	return nil
}

// confirmMode is the value of --confirm; true means off.
type confirmMode bool

func (c *confirmMode) String() string {
	if *c {
		return "off"
	}
	return "on"
}
func (c *confirmMode) Type() string { return "mode" }

func (c *confirmMode) Set(s string) error {
	if s != "on" && s != "off" {
		return fmt.Errorf("it is on or off, not %q", s)
	}
	*c = s == "off"
	return nil
}

// traceMode is the value of --trace: which steps of a run are printed.
type traceMode report.TraceMode

const traceHelp = "which steps of a run are shown: slice (those on which the error depends), steps (all, but of many " +
	"equal rounds of a loop only the first and the last), full (all) or off"

func (m *traceMode) String() string { return string(*m) }
func (m *traceMode) Type() string   { return "mode" }

func (m *traceMode) Set(s string) error {
	if !slices.Contains(report.TraceModes, s) {
		return fmt.Errorf("it is one of %s, not %q", strings.Join(report.TraceModes, ", "), s)
	}
	*m = traceMode(s)
	return nil
}

// command is the value of a flag: a program and its arguments, separated by blanks.
type command []string

func (c *command) String() string { return strings.Join(*c, " ") }
func (c *command) Type() string   { return "command" }

func (c *command) Set(s string) error {
	if *c = strings.Fields(s); len(*c) == 0 {
		return errors.New("no command given")
	}
	if len(*c) == 1 && (*c)[0] == smt.None {
		return nil
	}
	if _, err := exec.LookPath((*c)[0]); err != nil {
		return err
	}
	return nil
}

// noEmpty returns an error if an option is given with an empty value, as a script does whose variable is not set. Such
// an option would have no effect, and the user would get the result of another run.
func noEmpty(fs *pflag.FlagSet) (err error) {
	fs.Visit(func(f *pflag.Flag) {
		list, many := f.Value.(pflag.SliceValue)
		empty := many && slices.Contains(list.GetSlice(), "")
		if f.Value.Type() == "string" && f.Name != "inputs" { // no inputs are a valid value
			empty = strings.TrimSpace(f.Value.String()) == ""
		}
		if empty && err == nil {
			err = usage("--%s is empty", f.Name)
		}
	})
	return err
}

// nearFlag returns a question whether the user meant a similar flag; "" if none is similar.
func nearFlag(fs *pflag.FlagSet, name string) string {
	var names []string
	fs.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	if len(name) < 3 {
		return ""
	}
	return near.Mean("--"+name, names)
}
