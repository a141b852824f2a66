package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"github.com/tandem-verifier/tandem"
	"github.com/tandem-verifier/tandem/internal/report"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// verify --all-functions: each function as an entry of its own, in a process of its own.

// funcRow is one function with what was found.
type funcRow struct {
	Function string  `json:"function"`
	File     string  `json:"file"`
	Line     int     `json:"line"`
	Verdict  string  `json:"verdict"` // true, false, unknown, refused (it cannot be read), error
	Kind     string  `json:"kind,omitempty"`
	At       string  `json:"at,omitempty"` // the place of a violation
	Reason   string  `json:"reason,omitempty"`
	Seconds  float64 `json:"seconds"`
	code     int
}

// funcSummary is the JSON form of the whole.
type funcSummary struct {
	Version   int         `json:"version"`
	Functions []funcRow   `json:"functions"`
	Reasons   []funcCount `json:"reasons,omitempty"`
	Refused   []string    `json:"refused_files,omitempty"` // files that cannot be read
}

// notHandedOn are the flags of verify that are not those of a single function.
var notHandedOn = map[string]bool{"all-functions": true, "jobs": true, "json": true, "quiet": true, "verbose": true, "output": true,
	"timelimit": true, "entry": true, "help": true}

func (a *app) allFunctions(f *verifyFlags, fs *pflag.FlagSet, files []string) error {
	for _, name := range []string{"entry", "witness", "harness", "dump", "assume", "condition", "condition-out", "range", "from", "to", "before"} {
		if fs.Changed(name) {
			return usage("--all-functions and --%s exclude each other", name)
		}
	}
	if f.jobs < 1 {
		return usage("-j is at least 1")
	}
	opt, err := f.program.options()
	if err != nil {
		return err
	}
	if len(files) == 0 {
		if files, err = tandem.BuildFiles(opt); err != nil {
			return err
		}
	}
	var todo []funcRow
	sum := funcSummary{Version: 1}
	for _, file := range files {
		list, err := tandem.Functions(opt, file)
		if err != nil && (len(files) == 1 || !tandem.IsInputError(err)) {
			return err
		}
		if err != nil {
			sum.Refused = append(sum.Refused, firstLine(err.Error()))
			continue
		}
		if len(list) == 0 {
			fmt.Fprintf(a.stderr, "tandem: warning: %s itself defines no function: those of a header that it includes are verified where the header is named (tandem verify --all-functions HEADER.h)\n", file)
		}
		for _, fn := range list {
			todo = append(todo, funcRow{Function: fn.Name, File: fn.Pos.File, Line: fn.Pos.Line})
		}
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var pass []string
	fs.Visit(func(g *pflag.Flag) {
		if notHandedOn[g.Name] {
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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	progress := newProgress(a.stderr)
	table := newFuncTable(a.stdout, f.quiet, todo, progress)
	if f.json {
		table.w = nil // the document is printed at the end
	}
	var next, done atomic.Int64
	var wg sync.WaitGroup
	for range f.jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(todo) {
					return
				}
				r := todo[i]
				f.function(ctx, self, pass, &r)
				if ctx.Err() != nil && r.Verdict != "true" && r.Verdict != "false" {
					return // it was cut short
				}
				todo[i] = r
				table.print(&todo[i], int(done.Add(1)), len(todo))
			}
		}()
	}
	wg.Wait()
	progress.clear()
	for _, r := range todo {
		if r.Verdict != "" {
			sum.Functions = append(sum.Functions, r)
		}
	}
	sum.Reasons = countFunctions(sum.Functions)
	a.printFunctions(f, &sum)
	if ctx.Err() != nil {
		fmt.Fprintf(a.stderr, "tandem: interrupted: %d of %d functions were looked at\n", len(sum.Functions), len(todo))
		a.code = exitUnknown
	}
	return nil
}

// function looks at one function.
func (f *verifyFlags) function(ctx context.Context, self string, pass []string, r *funcRow) {
	rest := "--first" // a row has one violation
	if f.output != "" {
		rest = "--alike" // the report in the folder has all
	}
	args := append([]string{"verify", "--json", "--quiet", rest, "--timelimit=" + time.Duration(f.time).String(), "--entry=" + r.File + ":" + r.Function}, pass...)
	if f.output != "" {
		args = append(args, "--output="+filepath.Join(f.output, filepath.FromSlash(safeName(r.File)), r.Function))
	}
	cmd := exec.CommandContext(ctx, self, append(args, "--", r.File)...)
	cmd.Cancel, cmd.WaitDelay = func() error { return cmd.Process.Signal(os.Interrupt) }, 2*time.Second
	cmd.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", max(1, runtime.NumCPU()/f.jobs)))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	err := cmd.Run()
	r.Seconds = time.Since(start).Seconds()
	r.code = cmd.ProcessState.ExitCode()
	var rep report.Report
	switch jsonErr := json.Unmarshal(stdout.Bytes(), &rep); {
	case r.code == exitInput || r.code == exitUsage:
		r.Verdict, r.Reason = "refused", strings.TrimPrefix(firstLine(stderr.String()), "tandem: ")
	case jsonErr != nil || rep.Version != report.Version:
		r.Verdict, r.Reason = "error", firstLine(stderr.String())
		if err != nil {
			r.Reason = strings.TrimSpace(err.Error() + ": " + r.Reason)
		}
	default:
		r.Verdict, r.Reason = string(rep.Verdict), rep.Reason
		for _, o := range rep.Obligations {
			if o.Status == verify.Violated {
				at := o.Place()
				if c := rep.Counterexample; c != nil && c.Trace != nil && strings.HasPrefix(at.File, "<") && c.Trace.At.IsValid() {
					at = c.Trace.At // a call in the library
				}
				r.Kind, r.At = o.Kind, at.String()
				break
			}
		}
	}
}

func (a *app) printFunctions(f *verifyFlags, sum *funcSummary) {
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
	fmt.Fprintf(a.stdout, "FUNCTIONS: %d: %d true, %d false, %d unknown", len(sum.Functions), count["true"], count["false"], count["unknown"])
	if n := count["refused"]; n > 0 {
		fmt.Fprintf(a.stdout, ", %d refused", n)
	}
	if n := count["error"]; n > 0 {
		fmt.Fprintf(a.stdout, ", %d errors", n)
	}
	if n := len(sum.Refused); n > 0 {
		fmt.Fprintf(a.stdout, "; %d files cannot be read", n)
	}
	fmt.Fprintln(a.stdout)
}

// short cuts a text at a length.
func short(s string, most int) string {
	if s = strings.Join(strings.Fields(s), " "); len(s) > most {
		return s[:most-3] + "..."
	}
	return s
}
