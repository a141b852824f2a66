package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/obs"
)

// witnessFlags holds the options of witness check, in addition to those of the program.
type witnessFlags struct {
	program    programFlags
	time       duration
	memory     size
	cpu        duration
	json       bool
	quiet      bool
	verbose    bool
	ignoreHash bool
}

// witnessCmd returns the command tandem witness.
func (a *cli) witnessCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "witness",
		Short: "work with witnesses: files that say why a verdict holds",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(a.witnessCheckCmd(), a.witnessJoinCmd())
	return c
}

// witnessCheckCmd returns the command tandem witness check.
func (a *cli) witnessCheckCmd() *cobra.Command {
	f := &witnessFlags{time: duration(60 * time.Second)}
	c := &cobra.Command{
		Use:   "check WITNESS FILE.c... | WITNESS TASK.yml",
		Short: "validate a witness of any tool: YAML 2.0 or GraphML 1.0, correctness or violation",
		Long: `Check validates a witness. A correctness witness is confirmed if its invariants and the
property are proved; a violation witness if a run that follows it violates the property. Property
and data model are taken from the witness unless an option gives them. The last line is
RESULT: confirmed | rejected (why) | unknown (why); exit code 0, 10, 20.`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usage("a witness and a program are needed")
			}
			if err := notSwapped(args[0]); err != nil {
				return err
			}
			if f.program.opt.Deterministic && !c.Flags().Changed("timelimit") {
				f.time = 0
			}
			return a.witnessCheck(f, args[0], args[1:])
		},
	}
	fs := c.Flags()
	f.program.register(fs)
	fs.VarP(&f.time, "timelimit", "t", "wall time; 0: none")
	fs.Var(&f.cpu, "cputime", "CPU time of this process and its solvers; at the limit the answer is unknown; 0: none "+
		"(the default)")
	fs.Var(&f.memory, "memlimit", "memory; at the limit the answer is unknown; no limit by default")
	fs.BoolVar(&f.ignoreHash, "ignore-hash", false, "only warn if the witness has the hash of another program file")
	fs.BoolVar(&f.json, "json", false, "one JSON document on standard output (the RESULT line goes to standard error)")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "only the RESULT line")
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "more text")
	f.program.registerSearch(fs)
	return c
}

// witnessCheck runs tandem witness check.
func (a *cli) witnessCheck(f *witnessFlags, file string, files []string) error {
	start := time.Now()
	opt, err := f.program.options()
	if err != nil {
		return err
	}
	opt.Log = &obs.Log{}
	opt.Log.Handler = a.logTo(f.quiet, f.verbose)
	ctx, guard := watch(start, time.Duration(f.time), time.Duration(f.cpu), uint64(f.memory), func(why error) int {
		a.printWitness(f, &app.WitnessReport{Version: 1, Tool: "tandem " + app.Version(), Witness: file, Files: files,
			Verdict: app.WitnessUnknown, Reason: why.Error()})
		return exitUnknown
	})
	var rep *app.WitnessReport
	func() {
		defer func() {
			if x := recover(); x != nil {
				guard.finish(func() {})
				panic(x)
			}
		}()
		rep, err = app.CheckWitness(ctx, opt, app.WitnessOptions{IgnoreHash: f.ignoreHash}, file, files...)
	}()
	guard.finish(func() {
		if err != nil {
			return
		}
		if f.program.opt.Deterministic {
			rep.Seconds = 0
		}
		a.printWitness(f, rep)
		a.code = map[app.WitnessVerdict]int{app.WitnessConfirmed: exitProved, app.WitnessRejected: exitViolated,
			app.WitnessUnknown: exitUnknown}[rep.Verdict]
	})
	return err
}

// printWitness prints the report with the line of the result.
func (a *cli) printWitness(f *witnessFlags, rep *app.WitnessReport) {
	if f.json {
		_ = writeJSON(a.stdout, rep)
		fmt.Fprintln(a.stderr, rep.ResultLine())
		return
	}
	if !f.quiet {
		witnessText(a.stdout, rep)
	}
	fmt.Fprintln(a.stdout, rep.ResultLine())
}

// witnessText prints the report without the line of the result.
func witnessText(w io.Writer, rep *app.WitnessReport) {
	if rep.Kind != "" {
		fmt.Fprintf(w, "%s witness, %s", rep.Kind, rep.Format)
		if rep.Producer != "" {
			fmt.Fprintf(w, ", by %s", rep.Producer)
		}
		fmt.Fprintln(w)
	}
	for _, t := range rep.Warnings {
		fmt.Fprintf(w, "warning: %s\n", t)
	}
	for _, c := range rep.Invariants {
		fmt.Fprintf(w, "  %-11s %s: %s\n", c.Status, c.Pos, c.Value)
	}
	for _, t := range rep.Assuming {
		fmt.Fprintf(w, "assuming %s\n", t)
	}
	if rep.Excerpt != "" {
		fmt.Fprintln(w, rep.Excerpt)
	}
	v := rep.Violation
	if v == nil {
		return
	}
	fmt.Fprintf(w, "violated: %s: %s (%s)\n", v.Pos, v.Text, v.Kind)
	for i, in := range v.Inputs {
		if i == 20 {
			fmt.Fprintf(w, "  and %s\n", counted(v.Total-i, "more input", "more inputs"))
			break
		}
		fmt.Fprintf(w, "  input %s = %s\n", in.Name, strings.TrimSpace(in.Value+" "+in.Means))
	}
}
