package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/report"
)

// runFlags holds the options of run.
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

// runCmd returns the command tandem run.
func (a *cli) runCmd() *cobra.Command {
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

// run runs tandem run.
func (a *cli) run(f *runFlags, files []string) error {
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
	task, err := app.Load(opt, files...)
	if err != nil {
		return fail(err)
	}
	res, err := app.Run(ctx, task, app.RunOptions{Inputs: f.inputs, Random: f.random, Interpreter: f.interp,
		Trace: report.TraceMode(f.trace)})
	if err != nil {
		return fail(err)
	}
	if f.quiet {
		res.Trace = nil
	}
	guard.finish(func() {
		a.code = runExit(res)
		switch n := len(res.Unread); {
		case n == 1:
			fmt.Fprintf(a.stderr, "tandem: warning: --inputs: 1 value was not read: %s\n", res.Unread[0])
		case n > 1:
			fmt.Fprintf(a.stderr, "tandem: warning: --inputs: %d values were not read: %s\n", n,
				strings.Join(res.Unread[:min(n, 10)], ", "))
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
			if strings.HasPrefix(n.Pos.File, "<") { // read by a model of the library
				at = ""
			}
			fmt.Fprintf(a.stdout, "input  %s = %s%s\n", n.Name, n.Value, at)
		}
		if res.Trace != nil {
			report.WriteTrace(a.stdout, res.Trace)
		}
		for _, n := range res.Notes {
			fmt.Fprintf(a.stdout, "note: %s\n", n)
		}
		if res.Access != "" {
			fmt.Fprintf(a.stdout, "%s\n", res.Access)
		}
		fmt.Fprintf(a.stdout, "OUTCOME: %s\n", res.Outcome)
	})
	return nil
}

// runExit returns the exit code for a run.
func runExit(r *app.RunResult) int {
	switch r.Kind {
	case app.RunUndefined, app.RunViolated:
		return exitViolated
	case app.RunFinished, app.RunBlocked:
		return 0
	}
	return exitUnknown
}
