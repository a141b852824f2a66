package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tandem-verifier/tandem"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/report"
)

type runFlags struct {
	program programFlags
	inputs  string
	time    duration
	memory  size
	cpu     duration
	json    bool
	quiet   bool
	interp  bool
	random  uint64
	trace   traceMode
}

func (a *app) runCmd() *cobra.Command {
	f := &runFlags{time: duration(60 * time.Second), trace: traceMode(report.TraceSteps)}
	c := &cobra.Command{
		Use:   "run FILE.c... | FILE.spl | TASK.yml",
		Short: "execute a program on given inputs: outcome, inputs read, trace",
		Args:  programArgs,
		Long: `Run executes the program and prints what it read, a trace of the user's variables and,
last, OUTCOME: finished | blocked (...) | violated (...) | undefined (...) | ....
Inputs are values in the order of reading, 1,-5,'a', or keyed as a counterexample
shows them, nondet_int@main.c:12:7#2=5. Reads without a value get 0.
A value that does not fit in the type that is read is an error; values that are not read give a warning.
Exit code 0 if the run finished or an assumption was false, 10 if it violated an obligation or its behaviour was
undefined, 20 otherwise.`,
		RunE: func(_ *cobra.Command, args []string) error { return a.run(f, args) },
	}
	fs := c.Flags()
	f.program.register(fs)
	fs.StringVar(&f.inputs, "inputs", "", "`VALUES` to read")
	fs.Uint64Var(&f.random, "random", 0, "random inputs of this `SEED` instead of 0 after the given ones")
	fs.VarP(&f.time, "timelimit", "t", "wall time; 0: none")
	fs.Var(&f.cpu, "cputime", "CPU time of this process and its solvers; 0: none (the default)")
	fs.Var(&f.memory, "memlimit", "memory (no limit by default)")
	fs.BoolVar(&f.json, "json", false, "one JSON document on standard output")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "no trace")
	fs.Var(&f.trace, "trace", traceHelp)
	fs.BoolVar(&f.interp, "interpreter", false, "run in the interpreter only")
	return c
}

// runResult is the JSON form of run.
type runResult struct {
	Version int            `json:"version"`
	Outcome string         `json:"outcome"`
	Pos     ir.Pos         `json:"pos"`
	Total   int            `json:"total_inputs"`
	Inputs  []report.Input `json:"inputs"`           // the first report.MaxInputs
	Text    string         `json:"text"`             // the inputs as --inputs takes them
	Access  string         `json:"access,omitempty"` // what was wrong with an invalid access
	Trace   *report.Trace  `json:"trace,omitempty"`
}

// maxRunTrace bounds the runs that are traced, in fuel.
const maxRunTrace = 1 << 24

func (a *app) run(f *runFlags, files []string) error {
	start := time.Now()
	opt, err := f.program.options()
	if err != nil {
		return err
	}
	ctx, guard := watch(start, time.Duration(f.time), time.Duration(f.cpu), uint64(f.memory), func(why error) int {
		fmt.Fprintf(a.stdout, "OUTCOME: %v\n", why)
		return exitUnknown
	})
	fail := func(err error) error {
		guard.finish(func() {})
		return err
	}
	task, err := tandem.Load(opt, files...)
	if err != nil {
		return fail(err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var given *exec.Given
	inputs := func() (exec.Inputs, error) {
		var err error
		if given, err = exec.ParseInputs(f.inputs, task.Program); err != nil {
			return nil, usage("--inputs: %v", err)
		}
		rest := exec.Zeros()
		if f.random != 0 {
			rest = exec.Random(task.Program, f.random, exec.Mixed)
		} else if s := argcSite(task); s != nil {
			rest = exec.Chain(argcOne(s), rest)
		}
		return exec.Chain(given, rest), nil
	}
	in, err := inputs()
	if err != nil {
		return fail(err)
	}
	var m exec.Machine
	if f.interp || given.Placed {
		m, err = exec.NewInterp(task.Program, exec.Config{})
	} else {
		m, err = exec.NewJIT(task.Program, exec.Config{})
	}
	if err != nil {
		return fail(err)
	}
	defer m.Close()
	run, err := m.Run(ctx, &watched{in, func() {
		if given.Fault() != nil {
			stop() // no run of what was asked for
		}
	}})
	if f := given.Fault(); f != nil {
		err = usage("--inputs: %v", f)
	}
	if err != nil {
		return fail(err)
	}
	unread := given.Unread()
	res := runResult{Version: 1, Outcome: outcomeText(run, run.Outcome.Pos), Pos: run.Outcome.Pos, Total: len(run.Reads),
		Inputs: report.Inputs(task.Program, run.Reads), Text: exec.FormatInputs(run.Reads, task.Program)}
	if run.Fuel > maxRunTrace {
		res.Trace = &report.Trace{Fault: "the run is too long for a trace"}
	} else if in, err = inputs(); err == nil {
		tr, again, err := report.NewTrace(ctx, task.Program, in, exec.Config{}, report.TraceMode(f.trace),
			report.SourceLines())
		if err != nil {
			return fail(err)
		}
		res.Trace = tr
		if again.Fault != nil {
			res.Access = report.Invalid(again.Fault)
		}
		// in a model: where it was called
		if o := run.Outcome; strings.HasPrefix(o.Pos.File, "<") && o.Kind == again.Outcome.Kind && tr.At.IsValid() {
			res.Pos = tr.At
			res.Outcome = outcomeText(run, tr.At)
		}
	}
	if f.quiet || f.trace == traceMode(report.TraceOff) {
		res.Trace = nil
	}
	guard.finish(func() {
		a.code = runExit(run.Outcome)
		switch n := len(unread); {
		case n == 1:
			fmt.Fprintf(a.stderr, "tandem: warning: --inputs: 1 value was not read: %s\n", unread[0])
		case n > 1:
			fmt.Fprintf(a.stderr, "tandem: warning: --inputs: %d values were not read: %s\n", n,
				strings.Join(unread[:min(n, 10)], ", "))
		}
		if f.json {
			_ = writeJSON(a.stdout, res)
			return
		}
		for i, n := range res.Inputs {
			if i == 50 {
				fmt.Fprintf(a.stdout, "... %s\n", counted(res.Total-i, "more input", "more inputs"))
				break
			}
			at := "  at " + n.Pos.String()
			if strings.HasPrefix(n.Pos.File, "<") { // the library has it from outside
				at = ""
			}
			fmt.Fprintf(a.stdout, "input  %s = %s%s\n", n.Name, n.Value, at)
		}
		if res.Trace != nil {
			report.WriteTrace(a.stdout, res.Trace)
		}
		for _, n := range notes(run) {
			fmt.Fprintf(a.stdout, "note: %s\n", n)
		}
		if res.Access != "" {
			fmt.Fprintf(a.stdout, "%s\n", res.Access)
		}
		fmt.Fprintf(a.stdout, "OUTCOME: %s\n", res.Outcome)
	})
	return nil
}

func runExit(o exec.Outcome) int {
	switch {
	case undefined(o) != "", o.Kind == exec.Violated && !o.Obligation.Unmodelled():
		return exitViolated
	case o.Kind == exec.Finished, o.Kind == exec.Blocked:
		return 0
	}
	return exitUnknown
}

// undefined names the undefined behaviour that ended a run; "" if that was something else.
func undefined(o exec.Outcome) string {
	switch {
	case o.Kind == exec.Undefined:
		return o.What
	case o.Kind == exec.Blocked && o.Guard == ir.DivGuard:
		return "division by zero"
	case o.Kind == exec.Blocked && o.Guard == ir.OvfGuard:
		return "signed overflow"
	case o.Kind == exec.Blocked && o.Guard == ir.AccessGuard:
		return "invalid memory access"
	}
	return ""
}

// outcomeText is the outcome in words.
func outcomeText(r *exec.Run, pos ir.Pos) string {
	o := r.Outcome
	if what := undefined(o); what != "" {
		return fmt.Sprintf("undefined (%s at %s)", what, pos)
	}
	switch o.Kind {
	case exec.Finished:
		return "finished"
	case exec.Blocked:
		if o.Guard == ir.UserAssume {
			return fmt.Sprintf("blocked (assumption at %s)", pos)
		}
		if o.Edge != nil && o.Edge.From.Func.Source == "_start" {
			return fmt.Sprintf("blocked (the entry function is not called with such arguments: %s)", pos)
		}
		return fmt.Sprintf("blocked (no way on at %s)", pos)
	case exec.Violated:
		if o.Obligation.Unmodelled() {
			return fmt.Sprintf("stopped (%s: %s at %s)", o.Obligation.Kind, o.Obligation.Text, pos)
		}
		return fmt.Sprintf("violated (%s at %s)", o.Obligation.Kind, pos)
	case exec.Unsupported:
		return fmt.Sprintf("unsupported (%s at %s)", o.What, o.Pos)
	case exec.OutOfFuel:
		return "out of fuel"
	case exec.OutOfStack:
		return fmt.Sprintf("out of stack (at %s)", o.Pos)
	case exec.OutOfMemory:
		return fmt.Sprintf("out of memory (at %s)", o.Pos)
	case exec.NoInput:
		return fmt.Sprintf("no input (at %s)", o.Pos)
	}
	return "time limit"
}

// argcSite is the input that is main's argc, nil if there is none: the first that is no variable's.
func argcSite(t *tandem.Task) *ir.Site {
	if t.Options.Entry != "main" {
		return nil
	}
	for _, e := range t.Program.Entry.Edges {
		if in, ok := e.Stmt.(*ir.Input); ok && in.Site.Kind == ir.Param && in.Site.Type.Kind == ir.Int && !in.Dst.Global {
			return in.Site
		}
	}
	return nil
}

// argcOne gives argc the value 1 where nothing else is said: a program has a name.
func argcOne(argc *ir.Site) exec.Inputs {
	return exec.InputFunc(func(_ ir.Key, s *ir.Site, _ ir.Type) (uint64, bool) { return 1, s == argc })
}

// watched are inputs with something to do after each.
type watched struct {
	exec.Inputs
	after func()
}

func (w *watched) Next(k ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
	defer w.after()
	return w.Inputs.Next(k, s, t)
}

// Place implements exec.Placed.
func (w *watched) Place(k ir.Key, t ir.Type) ir.Place {
	if p, ok := w.Inputs.(exec.Placed); ok {
		return p.Place(k, t)
	}
	return ir.Place{}
}

// notes say what limits the weight of a run.
func notes(r *exec.Run) []string {
	var out []string
	if r.Approx {
		out = append(out, "something that is not modelled was read")
	}
	if r.Wild {
		out = append(out, "a pointer outside its object was stored")
	}
	if r.Addr {
		out = append(out, "an address became visible")
	}
	return out
}
