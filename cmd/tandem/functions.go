package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/report"
	"github.com/tandem-verifier/tandem/internal/scratch"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file has verify --all-functions. It verifies each function as an entry of its own, in worker processes that read
// the files once (functions_worker.go).

// funcRow is the result for a function, a row of the table.
type funcRow struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Verdict  string `json:"verdict"` // true, false, unknown, refused (it cannot be read), error
	Kind     string `json:"kind,omitempty"`
	At       string `json:"at,omitempty"` // the position of a violation
	// the pointers among the inputs of the violation that are null, at most mostNull; none if it is no memory access
	Null    []string `json:"null,omitempty"`
	Reason  string   `json:"reason,omitempty"`
	Seconds float64  `json:"seconds"`
}

// funcSummary is the JSON form of all results.
type funcSummary struct {
	Version   int         `json:"version"`
	Functions []funcRow   `json:"functions"`
	Reasons   []funcCount `json:"reasons,omitempty"`
	Refused   []string    `json:"refused_files,omitempty"` // files that cannot be read
}

// notPassed has the flags of verify that are not passed to workers: they are set for each worker, or make no sense
// for a single function.
var notPassed = map[string]bool{"all-functions": true, "jobs": true, "json": true, "quiet": true, "verbose": true,
	"output":    true,
	"timelimit": true, "entry": true, "help": true}

// functionsWindow is the default of --window for each function, in lines, which can be read in a few tenths of a
// second. Without a window, functions of interpreters would reach the whole program.
const functionsWindow = 1000

// excludedByAll returns an error if an option is given that --all-functions excludes.
func excludedByAll(fs *pflag.FlagSet) error {
	excluded := []string{"entry", "dump", "assume", "condition", "range", "from", "to", "before"}
	for _, o := range outFiles() { // all functions would write the same file
		excluded = append(excluded, o.flag)
	}
	for _, name := range excluded {
		if fs.Changed(name) {
			return usage("--all-functions and --%s exclude each other", name)
		}
	}
	return nil
}

// allFunctions runs verify --all-functions.
func (a *cli) allFunctions(f *verifyFlags, fs *pflag.FlagSet, files []string) error {
	if err := excludedByAll(fs); err != nil {
		return err
	}
	if _, err := f.program.options(); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var pass []string
	fs.Visit(func(g *pflag.Flag) {
		if notPassed[g.Name] {
			return
		}
		values := []string{g.Value.String()}
		if list, many := g.Value.(pflag.SliceValue); many {
			values = list.GetSlice()
		}
		for _, v := range values {
			pass = append(pass, "--"+g.Name+"="+v)
		}
	})
	if f.strategy == "" && f.engine == "" {
		pass = append(pass, "--strategy=functions")
	}
	if !fs.Changed("window") {
		pass = append(pass, fmt.Sprintf("--window=%d", functionsWindow))
	}
	// SIGPIPE: the reader of the rows has ended (| head); the workers and their folder must go, too.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE)
	defer stop()
	shared, err := scratch.New(ctx, "tandem-functions-")
	if err != nil {
		return err
	}
	defer shared.Close()
	g := *f
	g.objects = shared.Path
	s := &funcSearch{app: a, f: f, ctx: ctx, link: f.links(files), read: make(chan struct{}),
		start: func(first bool) (*funcWorker, error) { return g.startWorker(ctx, self, first, pass, files) }}
	var wg sync.WaitGroup
	for i := range f.jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.work(i == 0)
		}()
	}
	wg.Wait()
	if s.table == nil && ctx.Err() == nil {
		a.code = s.code
		_, _ = a.stderr.Write(s.stderr)
		return nil
	}
	sum := funcSummary{Version: 1, Refused: s.refused}
	for _, r := range s.todo {
		if r.Verdict != "" {
			sum.Functions = append(sum.Functions, r)
		}
	}
	if s.table != nil {
		s.table.progress.clear()
	}
	sum.Reasons = countFunctions(sum.Functions)
	a.printFunctions(f, &sum)
	if ctx.Err() != nil {
		fmt.Fprintf(a.stderr, "tandem: interrupted: %d of %s looked at\n", len(sum.Functions),
			counted(len(s.todo), "function was", "functions were"))
		if a.code == exitProved && (s.table == nil || len(sum.Functions) < len(s.todo)) { // a violation remains the result
			a.code = exitUnknown
		}
	}
	return nil
}

// funcSearch is the verification of all functions by several workers.
type funcSearch struct {
	app   *cli
	f     *verifyFlags
	ctx   context.Context
	start func(first bool) (*funcWorker, error) // starts a worker
	link  bool                                  // the files make one program
	read  chan struct{}                         // closed when the first worker has read the files or has failed to

	mu         sync.Mutex // protects the fields below
	todo       []funcRow  // all functions, with the results so far
	table      *funcTable // nil: no worker has read the files yet
	next, done int        // index of the next function to verify; number of results
	refused    []string   // messages about files that cannot be read
	linked     []string   // the readable files, if link is set
	code       int        // exit code of a worker that could not read the files
	stderr     []byte     // messages of this worker
}

// list sets the functions to verify: all that the first worker has found. It does nothing for further workers.
func (s *funcSearch) list(read []funcFile) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.table != nil {
		return
	}
	for _, file := range read {
		if file.Refused != "" {
			s.refused = append(s.refused, file.Refused)
			continue
		}
		if s.link {
			s.linked = append(s.linked, file.File)
		}
		if len(file.Functions) == 0 {
			fmt.Fprintf(s.app.stderr, "tandem: warning: %s itself defines no function: those of a header that it includes "+
				"are verified where the header is named (tandem verify --all-functions HEADER.h)\n", file.File)
		}
		for _, fn := range file.Functions {
			s.todo = append(s.todo, funcRow{Function: fn.Name, File: fn.Pos.File, Line: fn.Pos.Line})
		}
	}
	out := s.app.stdout
	if s.f.json { // the document is printed at the end
		out = nil
	}
	s.table = newFuncTable(out, s.f.quiet, s.todo, newProgress(s.app.stderr))
}

// take returns the index of the next function. The result is false if there is none, or if the search is interrupted.
func (s *funcSearch) take() (int, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	return s.next - 1, s.next <= len(s.todo) && s.ctx.Err() == nil
}

// work verifies functions, one after the other, and starts a new worker when one has ended. All calls but the first
// wait until the first worker has read the files: its results come sooner, and if it fails, no other worker has to try.
func (s *funcSearch) work(first bool) {
	if !first {
		<-s.read
		if s.table == nil {
			return
		}
	}
	var w *funcWorker
	end := func() error {
		if w == nil {
			return nil
		}
		err := w.close()
		w = nil
		return err
	}
	defer end()
	ready := func() bool {
		if w != nil {
			return true
		}
		var err error
		if w, err = s.start(first); err != nil {
			s.failed(w, err)
			w = nil
			return false
		}
		s.list(w.read)
		return true
	}
	is := ready()
	if first {
		first = false
		close(s.read)
	}
	if !is {
		return
	}
	for {
		i, ok := s.take()
		if !ok || !ready() {
			return
		}
		r := s.todo[i]
		j := funcJob{Entry: r.File + ":" + r.Function, Files: []string{r.File}}
		if s.link {
			j.Files = s.linked
		}
		if s.f.output != "" {
			j.Output = filepath.Join(s.f.output, filepath.FromSlash(safeName(r.File)), r.Function)
		}
		start := time.Now()
		reply, ok := w.do(j)
		r.Seconds = time.Since(start).Seconds()
		if ok {
			r.take(reply)
		} else {
			was := w
			r.Verdict, r.Reason = "error", was.failure(end())
		}
		if reply.Last {
			end()
		}
		if !ok || reply.Cut { // the process group may have got an interrupt that this process has not seen yet
			select {
			case <-s.ctx.Done():
			case <-time.After(sameSignal):
			}
		}
		if s.ctx.Err() != nil && r.Verdict != "true" && r.Verdict != "false" {
			return // the verification was interrupted
		}
		s.mu.Lock()
		s.todo[i] = r
		s.done++
		s.table.print(&r, s.done, len(s.todo))
		s.mu.Unlock()
	}
}

// sameSignal bounds the time between the arrivals of a signal at the processes of a group.
const sameSignal = 500 * time.Millisecond

// failed records that a worker could not read the files.
func (s *funcSearch) failed(w *funcWorker, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.code, s.stderr = exitInternal, []byte("tandem: "+fmt.Sprint(err)+"\n")
	if w != nil && w.cmd.ProcessState != nil && w.cmd.ProcessState.ExitCode() > 0 {
		s.code, s.stderr = w.cmd.ProcessState.ExitCode(), w.stderr.Bytes()
	}
}

// take sets the result of the function from a worker's reply.
func (r *funcRow) take(reply funcReply) {
	var rep report.Report
	switch err := json.Unmarshal([]byte(reply.Stdout), &rep); {
	case reply.Code == exitInput || reply.Code == exitUsage:
		r.Verdict, r.Reason = "refused", strings.TrimPrefix(firstLine(reply.Stderr), "tandem: ")
	case err != nil || rep.Version != report.Version:
		r.Verdict, r.Reason = "error", strings.TrimPrefix(firstLine(reply.Stderr), "tandem: ")
	default:
		r.Verdict, r.Reason = string(rep.Verdict), rep.Reason
		for _, o := range rep.Obligations {
			if o.Status == verify.Violated {
				at := o.Place()
				if c := rep.Counterexample; c != nil && c.Trace != nil && strings.HasPrefix(at.File, "<") && c.Trace.At.IsValid() {
					at = c.Trace.At // the violation is in the library: show the call
				}
				r.Kind, r.At = o.Kind, at.String()
				if c := rep.Counterexample; c != nil && slices.Contains(ofMemory, o.Kind) {
					r.Null = nullInputs(c.Inputs)
				}
				break
			}
		}
	}
}

// mostNull bounds the number of null pointers that a row names.
const mostNull = 3

// ofMemory has the kinds of violations that a null pointer causes.
var ofMemory = []string{ir.ValidDeref, ir.ValidFree}

// nullInputs returns the names of the pointers among the inputs that are null, at most mostNull.
func nullInputs(inputs []report.Input) (names []string) {
	for _, in := range inputs {
		if in.Value == report.Null && len(names) < mostNull && !slices.Contains(names, in.Name) {
			names = append(names, in.Name)
		}
	}
	return names
}

// printFunctions prints the summary, and sets the exit code.
func (a *cli) printFunctions(f *verifyFlags, sum *funcSummary) {
	count := map[string]int{}
	for _, r := range sum.Functions {
		count[r.Verdict]++
	}
	switch {
	case count["false"] > 0:
		a.code = exitViolated
	case count["refused"]+count["error"]+len(sum.Refused) > 0:
		a.code = exitInput
	case count["unknown"] > 0:
		a.code = exitUnknown
	}
	if f.json {
		_ = writeJSON(a.stdout, sum)
		return
	}
	for _, s := range sum.Refused {
		fmt.Fprintf(a.stdout, "cannot be read: %s\n", s)
	}
	printReasons(a.stdout, sum.Reasons)
	fmt.Fprintf(a.stdout, "FUNCTIONS: %d: %d true, %d false, %d unknown", len(sum.Functions), count["true"],
		count["false"], count["unknown"])
	if n := count["refused"]; n > 0 {
		fmt.Fprintf(a.stdout, ", %d refused", n)
	}
	if n := count["error"]; n > 0 {
		fmt.Fprintf(a.stdout, ", %s", counted(n, "error", "errors"))
	}
	if n := len(sum.Refused); n > 0 {
		fmt.Fprintf(a.stdout, "; %s cannot be read", counted(n, "file", "files"))
	}
	fmt.Fprintln(a.stdout)
}

// short returns a text without line breaks, cut to most bytes.
func short(s string, most int) string {
	if s = strings.Join(strings.Fields(s), " "); len(s) > most {
		return s[:most-3] + "..."
	}
	return s
}
