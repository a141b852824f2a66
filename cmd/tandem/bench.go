package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// benchFlags holds the options of bench.
type benchFlags struct {
	time     duration
	memory   size
	jobs     int
	out      string
	output   string
	property string
	pass     []string // further options for verify
	quiet    bool
}

// benchCmd returns the command tandem bench.
func (a *cli) benchCmd() *cobra.Command {
	f := &benchFlags{time: duration(10 * time.Second), memory: 4e9, jobs: max(1, runtime.NumCPU())}
	c := &cobra.Command{
		Use:   "bench PATH...",
		Short: "verify many tasks (folders, .yml, .set): a TSV row for each, a summary, wrong verdicts",
		Long: `Bench runs every task definition in its own process. Rows are tab-separated: task, expected,
verdict, status (correct, wrong, unknown, error), seconds, memory in MB, engine, reason, seconds
of the processors (those of solvers included).
With --out they go to a file and the summary to standard output, else the summary goes to
standard error. Exit code 10 if a verdict was wrong, else 3 if a task could not be read or run.`,
		RunE: func(_ *cobra.Command, args []string) error { return a.bench(f, args) },
	}
	fs := c.Flags()
	fs.VarP(&f.time, "timelimit", "t", "wall time per task")
	fs.VarP(&f.memory, "memlimit", "m", "memory per task")
	fs.IntVarP(&f.jobs, "jobs", "j", f.jobs, "tasks at the same time; the processors are shared out among them")
	fs.StringVarP(&f.out, "out", "o", "", "write the rows to `FILE`")
	fs.StringVar(&f.output, "output", "", "write report, witnesses and harness of each task to a folder below `DIR`")
	fs.StringVar(&f.property, "property", "", "property `FILE` for tasks without one")
	fs.StringArrayVar(&f.pass, "pass", nil, "a further `OPTION` for verify, as --pass=--engine=random")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "no progress line")
	c.AddCommand(a.benchDiffCmd())
	return c
}

// job is one task to run.
type job struct {
	file     string // .yml
	name     string // in the table: the path as given, without extension
	folder   string
	property string // property file if the task has several supported properties; "": verify chooses
	expected string // true, false, false(kind) or ""
}

// row is one line of the result.
type row struct {
	job
	verdict, status, engine, reason string
	seconds                         float64
	cpu                             float64 // processor time in seconds, solvers included
	memory                          uint64  // MB
}

func (r row) String() string {
	return strings.Join([]string{r.name, orDash(r.expected), r.verdict, r.status, fmt.Sprintf("%.3f", r.seconds),
		fmt.Sprint(r.memory), orDash(r.engine), strings.Join(strings.Fields(r.reason), " "), fmt.Sprintf("%.3f", r.cpu)},
		"\t")
}

const (
	tsvHead = oldHead + "\tcpu"
	// the header of older results, which have no processor times
	oldHead = "task\texpected\tverdict\tstatus\tseconds\tmemory_mb\tengine\treason"
)

// orDash returns s, or a dash if s is empty.
func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// bench runs tandem bench.
func (a *cli) bench(f *benchFlags, paths []string) error {
	if len(paths) == 0 {
		return usage("bench needs a folder, a .yml or a .set file")
	}
	if f.jobs < 1 {
		return usage("-j is at least 1")
	}
	jobs, err := collect(paths)
	if err != nil {
		return err
	}
	if len(jobs) == 0 {
		return &app.InputError{File: paths[0], Msg: "no task definition (.yml) there"}
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	rows, summary := a.stdout, a.stderr
	if f.out != "" {
		var in inputs
		in.add(append(paths, f.property)...)
		for _, j := range jobs {
			in.addProgram(j.file)
		}
		if err := checkOutputs(in, outPath{flag: "--out", path: f.out}); err != nil {
			return err
		}
		file, err := os.Create(f.out)
		if err != nil {
			return &app.InputError{File: f.out, Msg: "cannot be written: " + cause(err)}
		}
		defer file.Close()
		rows, summary = file, a.stdout
	}
	fmt.Fprintln(rows, tsvHead)

	sig := make(chan os.Signal, 1)
	signal.Notify(sig, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(sig)
	b := &bencher{flags: f, self: self, jobs: jobs, rows: rows, stderr: a.stderr, done: make([]*row, len(jobs)),
		progress: newProgress(a.stderr)}
	if f.quiet {
		b.progress.w = nil
	}
	go func() {
		if _, ok := <-sig; ok {
			b.stopped.Store(true)
		}
	}()
	b.run()
	b.progress.clear()
	all := b.finished()
	summarise(summary, all)
	for _, r := range all {
		if r.status == statusError {
			a.code = exitInput
		}
	}
	if b.stopped.Load() {
		fmt.Fprintf(summary, "interrupted: %d of %s run\n", len(all), counted(len(jobs), "task was", "tasks were"))
		a.code = exitUnknown
	}
	for _, r := range all {
		if r.status == statusWrong {
			a.code = exitViolated
		}
	}
	return nil
}

// Statuses of rows.
const (
	statusCorrect = "correct"
	statusWrong   = "wrong"
	statusUnknown = "unknown"
	statusError   = "error"
	statusNew     = "unrated" // the task has a verdict, but no expected one
)

// bencher runs jobs in parallel and writes rows in the order of the jobs.
type bencher struct {
	flags    *benchFlags
	self     string // path of the executable
	jobs     []job
	rows     io.Writer
	stderr   io.Writer
	progress *progress
	stopped  atomic.Bool // the user has interrupted the run

	mu      sync.Mutex
	done    []*row // by job; nil: not done yet; protected by mu
	written int    // rows written so far; protected by mu
}

// run runs the jobs until all are done or the user interrupts.
func (b *bencher) run() {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range b.flags.jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for !b.stopped.Load() {
				i := int(next.Add(1)) - 1
				if i >= len(b.jobs) {
					return
				}
				r := b.one(b.jobs[i])
				if b.stopped.Load() && r.status == statusError {
					return // the interrupt has killed the task's process, too
				}
				b.enter(i, r)
			}
		}()
	}
	wg.Wait()
}

// enter records a row and writes all rows whose predecessors are complete.
func (b *bencher) enter(i int, r row) {
	b.mu.Lock()
	b.done[i] = &r
	for b.written < len(b.done) && b.done[b.written] != nil {
		fmt.Fprintln(b.rows, b.done[b.written])
		b.written++
	}
	n, count := 0, map[string]int{}
	for _, d := range b.done {
		if d != nil {
			n++
			count[d.status]++
		}
	}
	b.mu.Unlock()
	if r.status == statusWrong {
		b.progress.clear()
		fmt.Fprintf(b.stderr, "WRONG: %s: expected %s, got %s\n", r.name, r.expected, r.verdict)
	}
	b.progress.line(fmt.Sprintf("%d/%d  correct %d  wrong %d  unknown %d  error %d  %s", n, len(b.jobs),
		count[statusCorrect], count[statusWrong], count[statusUnknown], count[statusError], r.name))
}

// finished returns all rows. After an interrupt it writes the rows that enter has not written.
func (b *bencher) finished() []row {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []row
	for _, r := range b.done {
		if r != nil {
			out = append(out, *r)
		}
	}
	for i := b.written; i < len(b.done); i++ { // after an interruption
		if b.done[i] != nil {
			fmt.Fprintln(b.rows, b.done[i])
		}
	}
	return out
}

// collect returns the jobs of all task definitions in the paths, each once, sorted by name.
func collect(paths []string) ([]job, error) {
	var files []string
	for _, p := range paths {
		st, err := os.Stat(p)
		switch {
		case err != nil:
			return nil, &app.InputError{File: p, Msg: "cannot be read: " + cause(err)}
		case st.IsDir():
			err = filepath.WalkDir(p, func(path string, d os.DirEntry, err error) error {
				if err == nil && !d.IsDir() && isYML(path) {
					files = append(files, path)
				}
				return err
			})
		case strings.HasSuffix(p, ".set"):
			var set []string
			set, err = readSet(p)
			files = append(files, set...)
		case isYML(p):
			files = append(files, p)
		default:
			return nil, usage("%s is neither a folder nor a .yml or .set file", p)
		}
		if err != nil {
			return nil, err
		}
	}
	var jobs []job
	seen := map[string]bool{}
	for _, f := range files {
		if seen[f] {
			continue
		}
		seen[f] = true
		j := job{file: f, name: strings.TrimSuffix(f, filepath.Ext(f)), folder: filepath.Dir(f)}
		def, err := verify.LoadTaskDef(f)
		switch {
		case err == nil:
			jobs = append(jobs, jobsOf(j, def)...)
		case !isWitness(f): // --output writes witnesses to such folders
			jobs = append(jobs, j)
		}
	}
	slices.SortStableFunc(jobs, func(a, b job) int { return strings.Compare(a.name, b.name) })
	return jobs, nil
}

// isWitness reports whether a file is a witness, a list of entries with a type.
func isWitness(file string) bool {
	text, err := verify.ReadFile(file)
	return err == nil && entryType.Match(text)
}

var entryType = regexp.MustCompile(`(?m)^(- | *)"?entry_type"? *:`)

// isYML reports whether the name of a file ends in .yml or .yaml.
func isYML(p string) bool { return strings.HasSuffix(p, ".yml") || strings.HasSuffix(p, ".yaml") }

// readSet returns the files that match the patterns of a .set file. It has one pattern per line, relative to its
// folder, and comments that begin with #.
func readSet(file string) ([]string, error) {
	text, err := verify.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var out []string
	for n, line := range strings.Split(string(text), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		m, err := filepath.Glob(filepath.Join(filepath.Dir(file), line))
		if err != nil || len(m) == 0 {
			return nil, &app.InputError{File: file, Line: n + 1, Msg: "no file matches " + line}
		}
		for _, f := range m {
			if isYML(f) {
				out = append(out, f)
			}
		}
	}
	return out, nil
}

// jobsOf returns the jobs of a task: one for each supported property. If there are several, the name of the property
// follows that of the task.
func jobsOf(j job, def *verify.TaskDef) (jobs []job) {
	var names []string
	for _, p := range def.Properties {
		file, err := def.PropertyPath(p)
		if err != nil || !app.Supports(file) {
			continue
		}
		j.property, j.expected = file, expected(p)
		jobs = append(jobs, j)
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".prp"))
	}
	switch len(jobs) {
	case 0:
		j.property, j.expected = "", ""
		if len(def.Properties) > 0 {
			j.expected = expected(def.Properties[0])
		}
		return []job{j}
	case 1:
		jobs[0].property = ""
		return jobs
	}
	for i := range jobs {
		jobs[i].name += ":" + names[i]
	}
	return jobs
}

// expected returns the expected verdict of a property in the task definition; "" if it has none.
func expected(p verify.TaskProperty) string {
	switch {
	case p.Expected == nil:
		return ""
	case !*p.Expected && p.Subproperty != "":
		return "false(" + p.Subproperty + ")"
	}
	return fmt.Sprint(*p.Expected)
}
