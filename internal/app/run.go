package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/report"
)

// RunOptions give the inputs of a run.
type RunOptions struct {
	Inputs      string // values in the order of reading, or with keys (docs/testing.md); inputs without a value are 0
	Random      uint64 // seed of random values for the inputs without one; 0: they are 0
	Interpreter bool   // run the program in the interpreter instead of compiling it
	Trace       report.TraceMode
}

// RunKind is how a run ended.
type RunKind uint8

// The ends of a run.
const (
	RunFinished  RunKind = iota + 1 // the entry function returned, or exit was called
	RunBlocked                      // an assumption was false
	RunViolated                     // an obligation was violated
	RunUndefined                    // undefined behaviour that is not an obligation of its own
	RunStopped                      // fuel, stack, memory or time were used up, or something has no model
)

// RunResult describes a run; the fields with tags are its JSON form.
type RunResult struct {
	Version int            `json:"version"`
	Outcome string         `json:"outcome"` // how the run ended, in words
	Pos     ir.Pos         `json:"pos"`
	Total   int            `json:"total_inputs"`
	Inputs  []report.Input `json:"inputs"`           // the first report.MaxInputs
	Text    string         `json:"text"`             // the inputs as --inputs takes them
	Access  string         `json:"access,omitempty"` // why the access that ended the run is invalid
	Trace   *report.Trace  `json:"trace,omitempty"`

	Kind   RunKind  `json:"-"`
	Unread []string `json:"-"` // values in RunOptions.Inputs that the run did not read
	Notes  []string `json:"-"` // why the compiled program may behave in another way
}

// maxRunTrace bounds, in fuel, the runs that get a trace.
const maxRunTrace = 1 << 24

// Run executes a task on inputs. If a value does not fit in the type that is read, the error is a *UsageError.
func Run(ctx context.Context, task *Task, opt RunOptions) (*RunResult, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var given *exec.Given
	inputs := func() (exec.Inputs, error) {
		var err error
		if given, err = exec.ParseInputs(opt.Inputs, task.Program); err != nil {
			return nil, &UsageError{fmt.Sprintf("--inputs: %v", err)}
		}
		rest := exec.Zeros()
		if opt.Random != 0 {
			rest = exec.Random(task.Program, opt.Random, exec.Mixed)
		} else if s := argcSite(task); s != nil {
			rest = exec.Chain(argcOne(s), rest)
		}
		return exec.Chain(given, rest), nil
	}
	in, err := inputs()
	if err != nil {
		return nil, err
	}
	var m exec.Machine
	if opt.Interpreter || given.Placed {
		m, err = exec.NewInterp(task.Program, exec.Config{})
	} else {
		m, err = exec.NewJIT(task.Program, exec.Config{})
	}
	if err != nil {
		return nil, err
	}
	defer m.Close()
	run, err := m.Run(ctx, &watched{in, func() {
		if given.Fault() != nil {
			stop() // an input has a wrong value
		}
	}})
	if f := given.Fault(); f != nil {
		err = &UsageError{fmt.Sprintf("--inputs: %v", f)}
	}
	if err != nil {
		return nil, err
	}
	res := &RunResult{Version: 1, Outcome: outcomeText(run, run.Outcome.Pos), Pos: run.Outcome.Pos, Total: len(run.Reads),
		Inputs: report.Inputs(task.Program, run.Reads), Text: exec.FormatInputs(run.Reads, task.Program),
		Kind: runKind(run.Outcome), Unread: given.Unread(), Notes: notes(run)}
	if run.Fuel > maxRunTrace {
		res.Trace = &report.Trace{Fault: "the run is too long for a trace"}
	} else if in, err = inputs(); err == nil {
		tr, again, err := report.NewTrace(ctx, task.Program, in, exec.Config{}, opt.Trace,
			report.SourceLines())
		if err != nil {
			return nil, err
		}
		res.Trace = tr
		if again.Fault != nil {
			res.Access = report.Invalid(again.Fault)
		}
		// a position in a model is replaced by that of the call
		if o := run.Outcome; strings.HasPrefix(o.Pos.File, "<") && o.Kind == again.Outcome.Kind && tr.At.IsValid() {
			res.Pos = tr.At
			res.Outcome = outcomeText(run, tr.At)
		}
	}
	if opt.Trace == report.TraceOff {
		res.Trace = nil
	}
	return res, nil
}

// runKind returns the kind of an outcome.
func runKind(o exec.Outcome) RunKind {
	switch {
	case undefined(o) != "":
		return RunUndefined
	case o.Kind == exec.Violated && !o.Obligation.Unmodelled():
		return RunViolated
	case o.Kind == exec.Finished:
		return RunFinished
	case o.Kind == exec.Blocked:
		return RunBlocked
	}
	return RunStopped
}

// undefined names the undefined behaviour that ended a run; "" if the run ended in another way.
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

// outcomeText returns the outcome of a run in words; pos is the position to name.
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
		return fmt.Sprintf("blocked (no edge can be taken at %s)", pos)
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

// argcSite returns the site of main's argc: the first integer parameter that is read into a local variable. It returns
// nil if there is none.
func argcSite(t *Task) *ir.Site {
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

// argcOne returns inputs that only have a value for argc: 1, since a program has a name.
func argcOne(argc *ir.Site) exec.Inputs {
	return exec.InputFunc(func(_ ir.Key, s *ir.Site, _ ir.Type) (uint64, bool) { return 1, s == argc })
}

// watched are inputs that call a function after each read.
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

// notes returns the reasons why the compiled program may behave in another way than the run.
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
