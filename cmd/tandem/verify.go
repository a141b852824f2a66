package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/report"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// verifyFlags holds the options of verify, in addition to those of the program.
type verifyFlags struct {
	program          programFlags
	time             duration
	memory           size
	cpu              duration
	named            map[string]*string // the paths of output files, by the options that name them (outFiles)
	output           string
	json             bool
	quiet, verbose   bool
	engine, strategy string
	dump             string
	noExchange       string
	condition        string
	bounds           boundFlags
	trace            traceMode
	first            bool // end at the first violation
	rest             bool // a limit is given: continue with the other checks after a violation until the limit
	// continue after a violation only as long as the search has taken so far, though a limit is given: set for the workers
	// of --all-functions
	alike   bool
	all     bool // --all-functions
	jobs    int
	worker  bool   // this process is a worker of --all-functions
	objects string // folder in which workers share compiled files; "": none
}

// verifyCmd returns the command tandem verify.
func (a *cli) verifyCmd() *cobra.Command {
	f := &verifyFlags{time: duration(60 * time.Second), trace: traceMode(report.TraceSlice)}
	c := &cobra.Command{
		Use:   "verify FILE.c... | FILE.spl | TASK.yml",
		Short: "prove that no assertion fails, or find an input for which one does",
		Args:  programArgs,
		Long: `Verify decides whether an execution of the program violates an assertion. The last
line is the verdict, RESULT: true | false(kind) | unknown (reason); exit code 0, 10, 20.
A file named .spl is a program in SPL, the language of the Interproc analyser.
With --from, --to or --range only the executions whose path lies in the range are verified
(docs/ranged.md). A violation among them is a violation of the program. A proof does not cover the
other executions, so that the verdict is then unknown.`,
		RunE: func(c *cobra.Command, args []string) error {
			if f.program.opt.Deterministic && !c.Flags().Changed("timelimit") {
				f.time = 0 // a limit of time would make results differ
			}
			f.rest = c.Flags().Changed("timelimit") || c.Flags().Changed("cputime")
			if err := f.bounds.clash(); err != nil {
				return err
			}
			if f.engine != "" && f.strategy != "" {
				return usage("--engine and --strategy exclude each other")
			}
			if err := (app.VerifyOptions{Engine: f.engine, Strategy: f.strategy, NoExchange: f.noExchange}).Valid(); err != nil {
				return err
			}
			if f.condition != "" && f.bounds.opt.Asked() {
				return usage("--condition and a range exclude each other: " +
					"tandem range --condition-out makes a condition of a range")
			}
			if f.jobs < 1 {
				return usage("-j is at least 1")
			}
			if f.worker {
				return a.functionWorker(f, args)
			}
			if f.all {
				return a.allFunctions(f, c.Flags(), args)
			}
			return a.verify(f, args)
		},
	}
	fs := c.Flags()
	f.program.register(fs)
	fs.VarP(&f.time, "timelimit", "t", "wall time; at the limit the partial result is printed; 0: none")
	fs.Var(&f.cpu, "cputime", "CPU time of this process and its solvers; at the limit the partial result is printed; "+
		"0: none (the default)")
	fs.Var(&f.memory, "memlimit", "memory of this process and its solvers; at the limit the partial result is printed; "+
		"no limit by default")
	f.registerFiles(fs)
	fs.BoolVar(&f.json, "json", false, "one JSON document on standard output (the RESULT line goes to standard error)")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "less text")
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "more text")
	fs.Var(&f.trace, "trace", traceHelp)
	fs.BoolVar(&f.first, "first", false, "end the search at the first violation; otherwise the search continues with "+
		"the other checks until -t or --cputime, if one of them is given (docs/checks.md)")
	fs.BoolVar(&f.alike, "alike", false, "")
	_ = fs.MarkHidden("alike")
	fs.StringVar(&f.engine, "engine", "", "run only this engine (one of "+engineNames()+
		"); some have options: iat:domain=octagon,bet=off, cpa:value+predicate, concolic:order=depth-first; the domains of "+
		"iat:domain=NAME, cpa:numeric(NAME) and traceabs:setting=NAME are "+strings.Join(app.Domains(), ", ")+" (default: "+
		"all engines that the strategy names)")
	fs.StringVar(&f.dump, "dump", "", "write intermediate results of engines, as numbered text files, to `DIR` (best "+
		"an empty one): the tree of parts of iat (docs/iat.md), refinements and graphs of cpa (docs/cpa.md), refinements "+
		"of traceabs (docs/traceabs.md), iterations of synergy (docs/synergy.md), the queries of solvers")
	fs.StringVar(&f.condition, "condition", "",
		"verify only the executions that the condition in `FILE` leaves open (docs/residual.md): a file of "+
			"--condition-out, or an AssumptionAutomaton of CPAchecker")
	f.bounds.register(fs)
	fs.StringVar(&f.strategy, "strategy", "", "run this strategy (one of "+strategyNames()+
		", or a text: seq(random 1%, par(kind, iat)); docs/strategies.md; default: default)")
	fs.StringVar(&f.noExchange, "no-exchange", "", "`KINDS` of facts that engines do not tell each other, to measure "+
		"what they are worth: some of "+app.FactKinds()+", separated by commas, or all")
	fs.BoolVar(&f.all, "all-functions", false,
		"verify each function as an entry of its own, and print a table: the functions of the files, which are linked, or "+
			"of the database's files, if no file is given; -t is the time of one function")
	fs.IntVarP(&f.jobs, "jobs", "j", 1, "engines at work at the same time (docs/strategies.md); with --all-functions, "+
		"functions")
	fs.BoolVar(&f.worker, "worker", false, "")
	fs.StringVar(&f.objects, "objects", "", "")
	_, _ = fs.MarkHidden("worker"), fs.MarkHidden("objects")
	f.program.registerSearch(fs)
	return c
}

// strategyNames returns the names of the strategies, separated by commas.
func strategyNames() string {
	var names []string
	for _, s := range app.Strategies() {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}

// engineNames returns the names of the engines, separated by commas.
func engineNames() string {
	s := ""
	for i, e := range app.Engines() {
		if i > 0 {
			s += ", "
		}
		s += e.Name
	}
	return s
}

// verify runs tandem verify.
func (a *cli) verify(f *verifyFlags, files []string) error {
	start := time.Now()
	if f.quiet && f.verbose {
		return usage("--quiet and --verbose exclude each other")
	}
	opt, err := f.program.options()
	if err != nil {
		return err
	}
	if err := f.bounds.read(); err != nil {
		return err
	}
	if err := f.checkFiles(files); err != nil {
		return err
	}
	progress := newProgress(a.stderr)
	opt.Log = &obs.Log{Watch: progress.show, DumpDir: f.dump}
	opt.Log.Handler = a.logTo(f.quiet, f.verbose)

	var session atomic.Pointer[app.Session]
	early := &earlyFiles{f: f, session: &session}
	defer early.end()
	guard := &guard{grace: a.grace, forced: a.forced}
	ctx := guard.watch(start, time.Duration(f.time), time.Duration(f.cpu), uint64(f.memory), func(why error) int {
		progress.clear()
		a.cut = why == app.ErrInterrupt
		s := session.Load()
		if s == nil {
			a.print(f, undecided(files, why.Error()+" while reading the program"))
			return exitUnknown
		}
		rep := s.Partial(why)
		if rep.Verdict != verify.UnknownVerd && f.writes() && !early.inTime(rescue) {
			fmt.Fprintf(a.stderr, "tandem: not all files are written: %v\n", why)
		}
		if !f.program.opt.Deterministic {
			rep.Memory, rep.CPU = guard.peak(), (guard.cpuTime() - a.before).Seconds()
		}
		if err := a.writeCondition(f, s, rep); err != nil {
			fmt.Fprintf(a.stderr, "tandem: %v\n", err)
		}
		a.print(f, rep)
		return exitOf(rep)
	})
	fail := func(err error) error {
		guard.finish(func() {
			a.cut = context.Cause(ctx) == app.ErrInterrupt
			progress.clear()
		})
		var un *app.UnsupportedError
		if errors.As(err, &un) {
			a.print(f, undecided(files, un.Reason))
			a.code = exitUnknown
			return nil
		}
		return err
	}
	task, err := app.Load(opt, files...)
	if err == nil && f.path("witness") != "" && app.IsSPL(task.Files...) {
		err = usage("--witness: witnesses exist for C only, not for programs in SPL (--harness gives a C program " +
			"that shows a violation)")
	}
	if err == nil {
		err = f.checkFiles(sources(task)) // headers
	}
	if err != nil {
		return fail(err)
	}
	var paths *app.RangeProgram
	if f.bounds.opt.Asked() {
		if paths, err = app.MakeRange(ctx, task, f.bounds.opt); err != nil && ctx.Err() != nil {
			err = &app.UnsupportedError{Reason: context.Cause(ctx).Error() + " while searching for the bounds of the range"}
		}
		if err != nil {
			return fail(err)
		}
	}
	s, err := app.NewSession(task, app.VerifyOptions{Strategy: f.strategy, Engine: f.engine,
		Trace: report.TraceMode(f.trace), Condition: f.condition, Range: paths, Memory: uint64(f.memory),
		Residual: f.path(conditionOut) != "", Glance: !f.quiet, First: f.first, Rest: f.rest && !f.alike,
		OnViolation: early.write, NoExchange: f.noExchange, Jobs: f.jobs})
	if err != nil {
		return fail(err)
	}
	session.Store(s)
	progress.tell(s.State)
	if err := a.removeOld(f); err != nil {
		return fail(err)
	}
	if !f.quiet {
		progress.clear()
		a.warnMissing(task)
	}
	var rep *app.Report
	func() {
		defer func() {
			if x := recover(); x != nil {
				guard.finish(progress.clear)
				panic(x)
			}
		}()
		rep = s.Run(ctx)
	}()
	progress.clear()
	rep.Memory, rep.CPU = guard.peak(), (guard.cpuTime() - a.before).Seconds()
	rep.Seconds = time.Since(start).Seconds()
	if f.program.opt.Deterministic {
		rep.Memory, rep.Seconds, rep.CPU = 0, 0, 0
	}
	// Witnesses and conditions may take long: the watchdog does not wait for them.
	writeErr := early.last(func() error { return a.writeFiles(f, s, rep) })
	if err := a.writeCondition(f, s, rep); err != nil && writeErr == nil {
		writeErr = err
	}
	guard.finish(func() {
		a.cut = context.Cause(ctx) == app.ErrInterrupt
		progress.clear()
		a.print(f, rep)
		a.code = exitOf(rep)
		if f.verbose {
			fmt.Fprint(a.stderr, opt.Log.Steps())
			for _, st := range opt.Log.Stats() {
				fmt.Fprintf(a.stderr, "%-20s %d %v\n", st.Name, st.Count, st.Time)
			}
		}
	})
	return writeErr
}

// warnMissing prints the functions without a body or model, which may be the reason why no proof is found.
func (a *cli) warnMissing(t *app.Task) {
	seen := map[string]bool{}
	var bodies, models []string
	called := map[string]bool{}
	for _, m := range t.Program.Missing {
		called[m.Name] = true
	}
	for _, o := range t.Program.Obligations {
		inModel := strings.HasPrefix(o.Pos.String(), "<") // a limit of a model, which few programs reach
		if !o.Unmodelled() || seen[o.Text] || o.Kind == ir.NoBodyOf && !called[o.Text] || inModel ||
			strings.HasPrefix(o.Text, "--") {
			continue
		}
		seen[o.Text] = true
		list := &bodies
		if o.Kind == ir.NoModel {
			list = &models
		}
		name, _, _ := strings.Cut(o.Text, ": ")
		switch len(*list) {
		case 8:
			name = "..."
		default:
			name = fmt.Sprintf("%s (%s)", name, o.Pos)
		}
		if len(*list) <= 8 {
			*list = append(*list, name)
		}
	}
	if len(bodies) > 0 {
		fmt.Fprintf(a.stderr, "tandem: warning: neither a body nor a model for %s: a verdict that needs it is unknown; "+
			"--missing-bodies=input takes any result\n", strings.Join(bodies, ", "))
	}
	if len(models) > 0 {
		fmt.Fprintf(a.stderr, "tandem: warning: no model of %s: a verdict that needs it is unknown\n",
			strings.Join(models, ", "))
	}
}

// undecided returns the report on a task whose verification has not begun.
func undecided(files []string, reason string) *app.Report {
	return &app.Report{Version: report.Version, Tool: "tandem " + app.Version(), Files: files,
		Verdict: verify.UnknownVerd,
		Reason:  reason, Obligations: []report.Obligation{}}
}

// logTo returns the handler for log messages; nil if quiet is set.
func (a *cli) logTo(quiet, verbose bool) slog.Handler {
	level := slog.LevelWarn
	switch {
	case quiet:
		return nil
	case verbose:
		level = slog.LevelDebug
	}
	return slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: level, ReplaceAttr: dropTime})
}

// dropTime removes the time from log messages.
func dropTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// exitOf returns the exit code for a report.
func exitOf(r *app.Report) int {
	switch r.Verdict {
	case verify.True:
		return exitProved
	case verify.False:
		return exitViolated
	}
	return exitUnknown
}

// print writes the report to standard output.
func (a *cli) print(f *verifyFlags, rep *app.Report) {
	if f.json {
		_ = writeJSON(a.stdout, rep)
		fmt.Fprintln(a.stderr, rep.ResultLine())
		return
	}
	report.Text(a.stdout, rep, report.Options{Quiet: f.quiet, Verbose: f.verbose, Color: isTerminal(a.stdout) &&
		os.Getenv("NO_COLOR") == ""})
}

// writeJSON writes a document with indentation.
func writeJSON(w io.Writer, doc any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(doc)
}

// writeTo writes a file. If the file cannot be made or closed, the error is an *app.InputError.
func writeTo(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return &app.InputError{File: path, Msg: "cannot be written: " + cause(err)}
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return &app.InputError{File: path, Msg: "cannot be written: " + cause(err)}
	}
	return nil
}

// cause returns the text of an error without the path of a file.
func cause(err error) string {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
