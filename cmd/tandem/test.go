package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/report"
	"github.com/tandem-verifier/tandem/internal/testgen"
)

// testFlags holds the options of test, in addition to those of the program.
type testFlags struct {
	program      programFlags
	time         duration
	memory       size
	cpu          duration
	out, harness string
	fuzz         string
	gcov         gcovMode
	json, quiet  bool
	verbose      bool
	noProofs     bool
	condition    string
}

// testCmd returns the command tandem test.
func (a *cli) testCmd() *cobra.Command {
	f := &testFlags{time: duration(60 * time.Second)}
	c := &cobra.Command{
		Use:   "test FILE.c... | FILE.spl | TASK.yml",
		Short: "write a test suite that covers all branches, or reaches the error",
		Args:  programArgs,
		Long: `Test runs random and directed testing on one pool of tests and writes a small suite in
the format of Test-Comp: metadata.xml and testcase-*.xml. Goals are the branches, or, with a
property coverage-error-call, the calls of the error function. Branches without a test are given to
the provers; one that is proved unreachable, with its proof re-checked, is no goal any more.
Exit code 0 if a suite was written and no goal is open, 20 if some are, or a test ends at a
call without model or body.`,
		RunE: func(c *cobra.Command, args []string) error {
			if f.program.opt.Deterministic && !c.Flags().Changed("timelimit") {
				f.time = 0
			}
			if c.Flags().Changed("gcov") {
				for _, word := range args {
					if _, err := os.Stat(word); err != nil && (word == "on" || word == "off" || word == "auto") {
						return usage("--gcov takes its value after an equals sign: --gcov=%s", word)
					}
				}
			}
			return a.test(f, args)
		},
	}
	fs := c.Flags()
	f.program.register(fs)
	fs.Lookup("missing-bodies").Usage = "functions without a body: input (any result, no effect; the default), havoc, " +
		"or unknown"
	fs.StringVarP(&f.out, "output", "o", "test-suite", "write the suite to `DIR`")
	fs.StringVar(&f.harness, "harness", "", "write the sources and a C file with all tests to `DIR`, for gcc")
	fs.StringVar(&f.fuzz, "fuzz-target", "",
		"write a libFuzzer target for the entry function to `FILE`.c, and the tests as its corpus to FILE_corpus")
	fs.Var(&f.gcov, "gcov", "count what gcc --coverage confirms: `on`, off, or auto, if gcc and gcov are installed")
	fs.Lookup("gcov").NoOptDefVal = "on"
	fs.VarP(&f.time, "timelimit", "t", "wall time; 0: until nothing is left to try")
	fs.Var(&f.cpu, "cputime", "CPU time of this process and its solvers; at the limit the suite so far is written; 0: "+
		"none (the default)")
	fs.Var(&f.memory, "memlimit", "memory; at the limit the suite so far is written, unless memory still grows; "+
		"no limit by default")
	fs.StringVar(&f.condition, "condition", "",
		"test only the executions that the condition in `FILE` leaves open, a file of verify --condition-out; branches "+
			"of other executions are not goals")
	fs.BoolVar(&f.noProofs, "no-proofs", false, "do not look for proofs that branches are unreachable")
	fs.BoolVar(&f.json, "json", false, "one JSON document on standard output")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "only the summary line")
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "more text, and the goals that are proved unreachable")
	f.program.registerSearch(fs)
	return c
}

// test runs tandem test.
func (a *cli) test(f *testFlags, files []string) error {
	opt, err := f.program.options()
	if err != nil {
		return err
	}
	if f.condition != "" && (f.harness != "" || f.fuzz != "" || f.gcov == gcovOn) {
		return usage("--condition: --harness, --fuzz-target and --gcov are for whole programs")
	}
	if f.quiet && f.verbose {
		return usage("--quiet and --verbose exclude each other")
	}
	if err := f.checkFiles(files); err != nil {
		return err
	}
	progress := newProgress(a.stderr)
	opt.Log = &obs.Log{}
	opt.Log.Handler = a.logTo(f.quiet, f.verbose)
	start := time.Now()
	limit, cpu := time.Duration(f.time), time.Duration(f.cpu)
	written := make(chan *app.Suite, 1)
	ctx, guard := watch(start, limit, cpu, uint64(f.memory), func(why error) int {
		progress.clear()
		return a.cutSuite(f, written, why)
	})
	fail := func(err error) error {
		guard.finish(progress.clear)
		return err
	}
	load := func() (*app.Task, error) { return app.LoadSuite(opt, files...) }
	if f.condition != "" {
		f.gcov = gcovOff
		load = func() (*app.Task, error) { return app.LoadOpenSuite(opt, f.condition, files...) }
	}
	task, err := load()
	if err == nil && (f.harness != "" || f.fuzz != "" || f.gcov == gcovOn) && app.IsSPL(task.Files...) {
		err = usage("--harness, --fuzz-target and --gcov compile the sources: they must be C, not SPL")
	}
	if err == nil {
		err = f.checkFiles(sources(task)) // headers
	}
	if err != nil {
		return fail(err)
	}
	if !f.quiet {
		progress.clear()
		a.noteInputs(f, task)
	}
	loaded, used := time.Since(start), guard.cpuTime()
	sopt := app.SuiteOptions{NoProofs: f.noProofs, Within: func(ctx context.Context) (context.Context, func()) {
		return guard.within(ctx, cpu, cpu-f.reserve(cpu, used))
	}, Progress: func(r app.SuiteReport) {
		progress.line(fmt.Sprintf("%4.0f s  %d of %d goals covered, %d unreachable; %d runs, %d queries", r.Seconds,
			r.Covered, r.Goals, r.Unreachable, r.Runs, r.Queries))
	}}
	if limit > 0 {
		sopt.TimeLimit = max(time.Until(start.Add(limit-f.reserve(limit, loaded))), time.Millisecond)
	}
	s, err := app.GenerateSuite(ctx, task, sopt)
	if err != nil {
		return fail(err)
	}
	if err := s.Write(f.out); err != nil {
		return fail(&app.InputError{File: f.out, Msg: "cannot be written: " + cause(err)})
	}
	written <- s
	if err := a.native(ctx, f, s); err != nil {
		return fail(err)
	}
	if f.fuzz != "" {
		corpus, skipped, err := s.FuzzTarget(ctx, f.fuzz)
		if err != nil {
			return fail(&app.InputError{File: f.fuzz, Msg: "no fuzz target is written: " + cause(err)})
		}
		if !f.quiet && !f.json {
			note := ""
			if skipped > 0 {
				note = fmt.Sprintf(" (%s no form there)", counted(skipped, "test has", "tests have"))
			}
			fmt.Fprintf(a.stdout, "fuzz   target %s, corpus %s%s\n", f.fuzz, corpus, note)
		}
	}
	r := s.Report()
	guard.finish(func() {
		progress.clear()
		a.printSuite(f, r)
		a.code = exitOfSuite(r)
	})
	return nil
}

// noteInputs prints the functions without a body whose results are inputs, each once, unless --missing-bodies is given.
func (a *cli) noteInputs(f *testFlags, t *app.Task) {
	if f.program.opt.Missing != "" {
		return
	}
	var names []string
	for _, m := range t.Program.Missing {
		if name := fmt.Sprintf("%s (%s)", m.Name, m.Pos); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		fmt.Fprintf(a.stderr, "tandem: note: no body for %s: results are inputs of the tests, and calls have no other "+
			"effect (--missing-bodies=input, the default of test)\n", few(names))
	}
}

// exitOfSuite returns the exit code for a suite.
func exitOfSuite(r app.SuiteReport) int {
	if r.Open > 0 || r.Cut > 0 && r.Property == "coverage-branches" {
		return exitUnknown
	}
	return 0
}

// reserve returns the part of a time limit that is reserved for the harness, the compiler and gcov. These take about as
// long to read the program as Tandem has taken, which is the time reading.
func (f *testFlags) reserve(limit, reading time.Duration) time.Duration {
	const part, most, readings = 5, 8 * time.Second, 2
	if f.gcov == gcovOff && f.harness == "" {
		return 2 * slack(limit)
	}
	return min(slack(limit)+min(limit/part, most)+readings*reading, limit/2)
}

// cutSuite prints the suite when a limit or an interrupt ends the run, and returns the exit code. It waits for a short
// time if the suite is not written yet.
func (a *cli) cutSuite(f *testFlags, written <-chan *app.Suite, why error) int {
	patience := 3 * time.Second
	if errors.Is(why, app.ErrTime) || errors.Is(why, app.ErrCPU) {
		patience = 100 * time.Millisecond
	}
	select {
	case s := <-written:
		r := s.Report()
		if r.Gcov == nil && r.Native == "" && r.Tests > 0 && f.gcov != gcovOff {
			r.Native = why.Error()
		}
		a.printSuite(f, r)
		if f.fuzz != "" {
			fmt.Fprintf(a.stderr, "tandem: no fuzz target is written: %v\n", why)
		}
		return exitOfSuite(r)
	case <-time.After(patience):
		fmt.Fprintf(a.stderr, "tandem: no suite is written: %v\n", why)
		return exitUnknown
	}
}

// gcovMode is the value of --gcov: on, off, or "" for auto, which uses gcov if it is installed.
type gcovMode string

const gcovOn, gcovOff gcovMode = "on", "off"

func (g *gcovMode) String() string { return string(*g) }
func (g *gcovMode) Type() string   { return "mode" }

func (g *gcovMode) Set(s string) error {
	switch s {
	case "on", "true":
		*g = gcovOn
	case "off", "false":
		*g = gcovOff
	case "auto":
		*g = ""
	default:
		return fmt.Errorf("it is on, off or auto, not %q", s)
	}
	return nil
}

// native writes the harness and runs the tests in the compiled program.
func (a *cli) native(ctx context.Context, f *testFlags, s *app.Suite) error {
	if app.IsSPL(s.Report().Files...) {
		s.Unmeasured("the program is SPL")
		return nil
	}
	dir := f.harness
	if dir == "" && f.gcov == gcovOn {
		dir = filepath.Join(f.out, "harness")
	}
	if dir == "" {
		if f.gcov == gcovOff {
			why := "--gcov=off"
			if f.condition != "" {
				why = "--condition: the tests are for a part of the program"
			}
			s.Unmeasured(why)
			return nil
		}
		tmp, err := os.MkdirTemp("", "tandem-suite-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(tmp)
		dir = tmp
	}
	x, err := s.Export(ctx, dir)
	if err != nil {
		return &app.InputError{File: dir, Msg: "cannot be written: " + cause(err)}
	}
	if f.gcov == gcovOff {
		s.Unmeasured("--gcov=off")
		return nil
	}
	switch err := s.Gcov(ctx, x); {
	case errors.Is(err, testgen.ErrNoGcov) && f.gcov == gcovOn:
		return usage("--gcov: %v", err)
	case err != nil && ctx.Err() != nil && s.Report().Tests == 0: // there are no tests to confirm
	case err != nil && ctx.Err() != nil: // the compiler or the tests were killed
		s.Unmeasured(context.Cause(ctx).Error())
	case err != nil:
		s.Unmeasured(err.Error())
	}
	return nil
}

// checkFiles is checkOutputs for the outputs of test; files are the sources of the program. The folder of the harness
// gets a copy of each source.
func (f *testFlags) checkFiles(files []string) error {
	harness := outPath{flag: "--harness", path: f.harness, names: []string{"tandem_harness.c", "tandem_driver.c"}}
	if f.harness == "" && f.gcov == gcovOn {
		harness.flag, harness.path = "--gcov", filepath.Join(f.out, "harness")
	}
	var copies []string
	for _, file := range files {
		if name := filepath.Base(file); filepath.Ext(name) != ".h" {
			copies = append(copies, regexp.QuoteMeta(strings.TrimSuffix(name, filepath.Ext(name))))
		}
	}
	harness.also = regexp.MustCompile(`^(\d+_)?(` + strings.Join(copies, "|") + `)\.c$`)
	return checkOutputs(f.program.inputs(files),
		outPath{flag: "--output", path: f.out, names: []string{"metadata.xml"}, also: suiteName},
		outPath{flag: "--fuzz-target", path: f.fuzz}, harness)
}

// suiteName matches the names of a suite's files, which a new suite replaces.
var suiteName = regexp.MustCompile(`^testcase-.*\.xml$`)

// maxOpenGoals bounds the number of goals that are listed.
const maxOpenGoals = 20

// printSuite prints the report of a suite.
func (a *cli) printSuite(f *testFlags, r app.SuiteReport) {
	if f.json {
		_ = writeJSON(a.stdout, r)
		return
	}
	if !f.quiet {
		for i, g := range r.OpenGoals {
			if i == maxOpenGoals {
				fmt.Fprintf(a.stdout, "... %d more\n", len(r.OpenGoals)-i)
				break
			}
			fmt.Fprintf(a.stdout, "open   %s\n", g.Text)
		}
		if f.verbose {
			for _, g := range r.Dead {
				fmt.Fprintf(a.stdout, "dead   %s\n", g.Text)
			}
		}
		if r.Note != "" {
			fmt.Fprintf(a.stdout, "note: %s\n", r.Note)
		}
		if r.Paths > 0 {
			all := ""
			if r.AllPaths && r.Paths == 1 {
				all = ", the only one"
			} else if r.AllPaths {
				all = ", which are all"
			}
			fmt.Fprintf(a.stdout, "paths  %s found%s; one test for each\n", counted(r.Paths, "feasible path", "feasible paths"),
				all)
		}
		for i, c := range r.Crashes {
			if i == maxOpenGoals {
				fmt.Fprintf(a.stdout, "... %d more\n", len(r.Crashes)-i)
				break
			}
			fmt.Fprintf(a.stdout, "crash  %s: %s: %s (test %d)\n", c.Pos, c.Kind, c.Text, c.Test)
		}
		if r.Errors > 0 {
			fmt.Fprintf(a.stdout, "errors %s an error\n", counted(r.Errors, "test reaches", "tests reach"))
		}
		if r.Cut > 0 {
			fmt.Fprintf(a.stdout, "cut    %s at a call without model or body\n", counted(r.Cut, "test ends", "tests end"))
		}
		fmt.Fprintf(a.stdout, "suite  %s in %s\n", counted(r.Tests, "test", "tests"), f.out)
		if r.FilesCovered != nil {
			fmt.Fprintf(a.stdout, "files  the XML files cannot hold the contents of %s; the harness does\n", few(r.FilesWithout))
		}
	}
	if r.Native != "" {
		fmt.Fprintf(a.stdout, "not confirmed by gcov: %s\n", r.Native)
	}
	if g := r.Gcov; g != nil && !f.quiet {
		a.printNative(g)
	}
	if g := r.Gcov; g != nil && r.Property == "coverage-statements" {
		fmt.Fprintf(a.stdout, "GCOV: %s, %d executed: %.1f%%\n", counted(g.Lines, "line", "lines"), g.Executed,
			100*float64(g.Executed)/float64(max(g.Lines, 1)))
	} else if g != nil {
		fmt.Fprintf(a.stdout, "GCOV: %s, %d taken, %d unreachable: %.1f%%\n", counted(g.Branches, "branch", "branches"),
			g.Taken, g.Excluded, g.Percent())
	}
	note := ""
	if r.FilesCovered != nil {
		note = fmt.Sprintf(" (the XML files alone cover %d)", *r.FilesCovered)
	}
	if r.Native != "" {
		note += " (not confirmed by gcov)"
	}
	fmt.Fprintf(a.stdout, "COVERAGE: %s, %d covered, %d proved unreachable, %d open%s\n",
		counted(r.Goals, "goal", "goals"), r.Covered, r.Unreachable, r.Open, note)
}

// counted returns a number with its noun, or with noun and verb: "1 test", "3 tests".
func counted(n int, one, more string) string {
	return fmt.Sprintf("%d %s", n, report.Plural(n, one, more))
}

// few joins the first 8 elements of a list.
func few(list []string) string {
	if n := len(list) - 8; n > 0 {
		return fmt.Sprintf("%s, and %d more", strings.Join(list[:8], ", "), n)
	}
	return strings.Join(list, ", ")
}

// printNative prints which functions of the compiled program got no inputs, and which tests it did not run to the end.
func (a *cli) printNative(g *testgen.Gcov) {
	if len(g.Unfed) > 0 {
		fmt.Fprintf(a.stdout, "native the compiled source gets no values from %s\n", strings.Join(g.Unfed, ", "))
	}
	if len(g.Ended) > 0 {
		var tests []string
		for _, n := range g.Ended {
			tests = append(tests, fmt.Sprint(n))
		}
		fmt.Fprintf(a.stdout, "native the program reads more inputs than there are, in %s %s\n",
			report.Plural(len(tests), "test", "tests"), few(tests))
	}
	for _, list := range [][]string{g.Stopped, g.Left} {
		for i, l := range list {
			if i == maxOpenGoals {
				fmt.Fprintf(a.stdout, "... %d more\n", len(list)-i)
				break
			}
			fmt.Fprintf(a.stdout, "native %s\n", l)
		}
	}
}
