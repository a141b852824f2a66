package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/reduce"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// residualFlags holds the options of residual, in addition to those of the program.
type residualFlags struct {
	program          programFlags
	time, limit      duration
	steps            uint64
	memory           size
	engine, strategy string
	condition        string
	by, tester       string
	out              string
	json, quiet      bool
}

// residualCmd returns the command tandem residual.
func (a *cli) residualCmd() *cobra.Command {
	f := &residualFlags{time: duration(2 * time.Second)}
	c := &cobra.Command{
		Use:   "residual FILE.c... | FILE.spl | TASK.yml",
		Short: "verify for a while, and write what is left as a C program for testers",
		Args:  programArgs,
		Long: `Residual verifies the program for a while, and writes the remaining executions as a C program, the
residual program, for any tester. The verified executions need no test. With --condition nothing is
verified: the remaining executions are those that the condition leaves open. Exit code 0 if the program
was written (it does nothing if all was proved), 10 if a violation was found: tandem verify shows it.`,
		RunE: func(c *cobra.Command, args []string) error {
			fs := c.Flags()
			switch {
			case f.condition != "" && (fs.Changed("time") || fs.Changed("stop-after") || f.engine != "" || f.strategy != ""):
				return usage("--condition replaces the verification: it excludes --time, --stop-after, --engine and --strategy")
			case f.engine != "" && f.strategy != "":
				return usage("--engine and --strategy exclude each other")
			case !slices.Contains(reduce.Techniques, f.by):
				return usage("--by: no technique %q (there are: %s)", f.by, strings.Join(reduce.Techniques, ", "))
			case !slices.Contains(app.Testers(), f.tester):
				return usage("--tester: no tester %q (there are: %s)", f.tester, strings.Join(app.Testers(), ", "))
			case fs.Changed("stop-after") && f.steps == 0:
				return usage("--stop-after is at least 1")
			case f.steps > 0 && !fs.Changed("time"):
				f.time = 0 // a limit of time would make results differ
			}
			return a.residual(f, args)
		},
	}
	fs := c.Flags()
	f.program.register(fs)
	fs.Var(&f.time, "time", "time for the verification; 0: until it ends")
	fs.VarP(&f.limit, "timelimit", "t", "wall time of the command, of which the verification has at most half; at the "+
		"limit nothing is written; 0: none (the default)")
	fs.Uint64Var(&f.steps, "stop-after", 0,
		"end the verification after `N` steps of abstract states, not by time (default none)")
	fs.Var(&f.memory, "memlimit", "memory; at the limit nothing is written; no limit by default")
	fs.StringVar(&f.engine, "engine", "", "verify by this `ENGINE` only, as in verify (default: the strategy)")
	fs.StringVar(&f.strategy, "strategy", "", "verify by this `STRATEGY`, as in verify (default: default)")
	fs.StringVar(&f.condition, "condition", "",
		"write the executions that the condition in `FILE` leaves open (default none)")
	fs.StringVar(&f.by, "by", "auto", "`TECHNIQUE`: "+strings.Join(reduce.Techniques, ", "))
	fs.StringVar(&f.tester, "tester", "verifier", "input and error functions of `TESTER`: "+strings.Join(app.Testers(),
		", "))
	fs.StringVarP(&f.out, "output", "o", "residual.c", "write the program to `FILE`; -: to standard output")
	fs.BoolVar(&f.json, "json", false, "one JSON document on standard output")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "no text but errors")
	f.program.registerSearch(fs)
	return c
}

// residual runs tandem residual.
func (a *cli) residual(f *residualFlags, files []string) error {
	if f.json && f.out == "-" {
		return usage("--json and -o - both write to standard output")
	}
	opt, err := f.program.options()
	if err != nil {
		return err
	}
	writableOut := func(in inputs) error {
		if f.out == "-" {
			return nil
		}
		return checkOutputs(in, outPath{flag: "-o", path: f.out})
	}
	if err := writableOut(f.program.inputs(files)); err != nil {
		return err
	}
	progress := newProgress(a.stderr)
	opt.Log = &obs.Log{Watch: progress.show}
	opt.Log.Handler = a.logTo(f.quiet, false)
	ctx, guard := watch(time.Now(), time.Duration(f.limit), 0, uint64(f.memory), func(why error) int {
		progress.clear()
		fmt.Fprintf(a.stderr, "tandem: no residual program is written: %v\n", why)
		return exitUnknown
	})
	var res *app.Residual
	var text bytes.Buffer
	load := app.Load
	if f.condition != "" {
		load = func(opt app.Options, files ...string) (*app.Task, error) {
			return app.LoadOpen(opt, f.condition, files...)
		}
	}
	task, err := load(opt, files...)
	if err == nil {
		err = writableOut(f.program.inputs(sources(task))) // headers
	}
	if err == nil {
		verification := time.Duration(f.time)
		if half := time.Duration(f.limit) / 2; half > 0 && (verification == 0 || verification > half) {
			verification = half
		}
		o := app.ResidualOptions{Time: verification, Steps: f.steps, Engine: f.engine, Strategy: f.strategy,
			Condition: f.condition, By: f.by}
		if res, err = app.MakeResidual(ctx, task, o); err == nil && res.Program != nil {
			err = res.Write(&text, f.tester)
		}
	}
	cut := context.Cause(ctx) // finish sets another cause
	guard.finish(progress.clear)
	if err != nil && cut != nil {
		fmt.Fprintf(a.stderr, "tandem: no residual program is written: %v\n", cut)
		a.code = exitUnknown
		return nil
	}
	if err != nil {
		return err
	}
	if res.Program == nil {
		a.code = exitViolated
	} else if err := a.writeText(f.out, text.Bytes()); err != nil {
		return err
	}
	switch {
	case f.json:
		data, err := json.MarshalIndent(res, "", "  ")
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(a.stdout, "%s\n", data)
		return err
	case !f.quiet:
		w := io.Writer(a.stdout)
		if f.out == "-" {
			w = a.stderr
		}
		tellResidual(w, res, f.out)
	}
	return nil
}

// writeText writes a file, or to standard output if the name is -.
func (a *cli) writeText(name string, text []byte) error {
	if name == "-" {
		_, err := a.stdout.Write(text)
		return err
	}
	if err := os.WriteFile(name, text, 0o666); err != nil {
		return &app.InputError{File: name, Msg: "cannot be written: " + cause(err)}
	}
	return nil
}

// tellResidual prints the result of the verification and the size of the residual program.
func tellResidual(w io.Writer, res *app.Residual, file string) {
	if res.Report != nil {
		fmt.Fprintf(w, "verified for %.1f s: %s", res.Verification, res.Verdict)
		if res.Reason != "" {
			fmt.Fprintf(w, " (%s)", res.Reason)
		}
		fmt.Fprintln(w)
	}
	switch {
	case res.Program == nil:
		for _, o := range res.Report.Obligations {
			if o.Status == verify.Violated {
				fmt.Fprintf(w, "violated: %s at %s; there is no residual program (tandem verify shows the violation)\n", o.Text,
					o.Pos)
			}
		}
	case res.Verdict == string(verify.True):
		fmt.Fprintf(w, "nothing is left to test: %s does nothing\n", file)
	default:
		fmt.Fprintf(w, "left: %d of %s", res.Left, counted(res.Obligations, "check", "checks"))
		if res.Part {
			fmt.Fprint(w, ", on some of the paths")
		}
		fmt.Fprintf(w, "\nresidual by %s: %d of %d locations, %d of %d edges, in %s (%.2f s)\n", res.By,
			res.ResidualSize.Locs, res.Size.Locs, res.ResidualSize.Edges, res.Size.Edges, file, res.Reduction)
	}
}
