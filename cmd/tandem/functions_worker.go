package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
)

// Workers of verify --all-functions: each is a process that reads the files once and then verifies functions that are
// named on its standard input, one JSON document each; it answers on its standard output.

// funcJob asks for the verification of a function.
type funcJob struct {
	Entry  string   `json:"entry"` // FILE:FUNCTION
	Files  []string `json:"files"`
	Output string   `json:"output,omitempty"` // the folder of --output
}

// funcReply is what a worker says of a job.
type funcReply struct {
	Code   int    `json:"code"` // the exit code of tandem verify for the function
	Stdout string `json:"stdout"`
	Stderr string `json:"stderr"`
	Cut    bool   `json:"cut,omitempty"`  // the verification was interrupted
	Last   bool   `json:"last,omitempty"` // the worker ends: the next job is another one's
}

// funcFile is what a worker says of a file before the first job.
type funcFile struct {
	File      string         `json:"file"`
	Functions []app.Function `json:"functions"`
	Refused   string         `json:"refused,omitempty"` // why it cannot be read
}

// overtime is how long the search of a worker may go on after its time limit until the process is ended with all that
// it has read and compiled, which the next process would have to do again: a compiler at work ends before.
const overtime = 10 * time.Second

// patience is how long a worker may take to end.
const patience = 2 * time.Second

// mostKept is the memory in bytes that a worker may have between jobs; with more it ends, and another one begins.
const mostKept = 3 << 30

// functionWorker is the life of a worker.
func (a *cli) functionWorker(f *verifyFlags, files []string) error {
	opt, err := f.program.options()
	if err != nil {
		return err
	}
	opt.Reading = app.NewReading()
	opt.Reading.ShareObjects(f.objects)
	read, err := f.readFiles(opt, files)
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(processors(f.jobs))
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(a.stdout)
	if err := out.Encode(read); err != nil {
		return err
	}
	for {
		var job funcJob
		switch err := in.Decode(&job); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("internal error: job: %w", err)
		}
		r := f.job(&job, opt.Reading, func(r funcReply) { _ = out.Encode(r) })
		r.Last = !small(uint64(f.memory))
		if err := out.Encode(r); err != nil || r.Last {
			return err
		}
	}
}

// processors is how many of them each of some workers has.
func processors(workers int) int { return max(1, runtime.NumCPU()/workers) }

// readFiles reads the files, those of the database if none is named, and lists their functions.
func (f *verifyFlags) readFiles(opt app.Options, files []string) (read []funcFile, err error) {
	if len(files) == 0 {
		if files, err = app.BuildFiles(opt); err != nil {
			return nil, err
		}
	}
	linked := f.links(files)
	if linked {
		if all, err := app.LinkedFunctions(opt, files); err == nil {
			return byFile(all, files), nil
		}
	}
	for _, file := range files { // which of them can be read?
		list, err := app.Functions(opt, file)
		if err != nil && (len(files) == 1 || !app.IsInputError(err)) {
			return nil, err
		}
		r := funcFile{File: file, Functions: list}
		if err != nil {
			r.Refused = firstLine(err.Error())
		}
		read = append(read, r)
	}
	if linked {
		return read, link(opt, read)
	}
	return read, nil
}

// byFile sorts functions by the files in which they lie.
func byFile(all []app.Function, files []string) (read []funcFile) {
	of := map[string][]app.Function{}
	for _, fn := range all {
		of[fn.Pos.File] = append(of[fn.Pos.File], fn)
	}
	for _, file := range files {
		read = append(read, funcFile{File: file, Functions: of[file]})
	}
	return read
}

// links reports whether the files make one program, as those of tandem verify do: a database says itself what is
// linked.
func (f *verifyFlags) links(files []string) bool {
	return len(files) > 1 && f.program.opt.Build == "" && !f.program.opt.Alone
}

// link replaces the functions of the files that could be read by those of the program that these files make: of a
// function with several definitions, which are weak, it has one.
func link(opt app.Options, read []funcFile) error {
	var files []string
	for _, r := range read {
		if r.Refused == "" {
			files = append(files, r.File)
		}
	}
	if len(files) == 0 {
		return nil
	}
	all, err := app.LinkedFunctions(opt, files)
	if err != nil {
		return fmt.Errorf("%w (the files are linked into one program; --alone verifies the functions of each file without "+
			"the other files)", err)
	}
	for i, r := range read {
		read[i].Functions = byFile(all, []string{r.File})[0].Functions
	}
	return nil
}

// job verifies a function. If that has to be ended by force, last gets the reply, and the process ends.
func (f *verifyFlags) job(j *funcJob, reading *app.Reading, last func(funcReply)) (r funcReply) {
	g := *f
	g.all, g.worker = false, false
	g.output = j.Output
	g.program.opt.Entry, g.program.opt.Reading = j.Entry, reading
	var stdout, stderr bytes.Buffer
	b := &cli{stdout: &stdout, stderr: &stderr, grace: overtime, before: (&guard{}).cpuTime()}
	if g.cpu > 0 {
		g.cpu += duration(b.before)
	}
	reply := func(code int) funcReply {
		return funcReply{Code: code, Stdout: stdout.String(), Stderr: stderr.String(), Cut: b.cut}
	}
	b.forced = func(code int) {
		r := reply(code)
		r.Last = true
		last(r)
	}
	defer func() {
		if x := recover(); x != nil {
			r = reply(internalError(&stderr, x))
		}
	}()
	if err := b.verify(&g, j.Files); err != nil {
		b.code = b.fail(err)
	}
	return reply(b.code)
}

// small reports whether this process may take a further job, under a limit of memory (0: none): what it has read and
// what earlier jobs left is not to count much against that limit.
func small(limit uint64) bool {
	most := uint64(mostKept)
	if limit > 0 {
		most = min(most, limit/2)
	}
	if rss() <= most/2 {
		return true
	}
	debug.FreeOSMemory()
	return rss() <= most
}

// funcWorker is a worker as the process sees it that started it.
type funcWorker struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	jobs   *json.Encoder
	out    *json.Decoder
	stderr bytes.Buffer
	read   []funcFile
}

// startWorker starts a worker and waits until it has read the files, for which the first one has all processors. Once
// the context ends, the worker is interrupted, and killed if that does not help. After an error the worker is closed.
func (f *verifyFlags) startWorker(ctx context.Context, self string, first bool, pass, files []string) (*funcWorker,
	error) {
	args := []string{"verify", "--all-functions", "--worker", "--json", "--quiet", "--alike",
		"--timelimit=" + time.Duration(f.time).String(),
		fmt.Sprintf("--jobs=%d", f.jobs), "--objects=" + f.objects}
	if f.output == "" {
		args = append(args, "--first") // a row has one violation, a report all
	}
	args = append(append(append(args, pass...), "--"), files...)
	w := &funcWorker{cmd: exec.CommandContext(ctx, self, args...)}
	w.cmd.Cancel, w.cmd.WaitDelay = func() error { return w.cmd.Process.Signal(os.Interrupt) }, patience
	if w.cmd.Env = os.Environ(); !first {
		w.cmd.Env = append(w.cmd.Env, fmt.Sprintf("GOMAXPROCS=%d", processors(f.jobs)))
	}
	w.cmd.Stderr = &w.stderr
	in, err := w.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := w.cmd.Start(); err != nil {
		return nil, err
	}
	w.in, w.jobs, w.out = in, json.NewEncoder(in), json.NewDecoder(out)
	if err := w.out.Decode(&w.read); err != nil {
		return w, w.close()
	}
	return w, nil
}

// close ends a worker and waits for it; the error says how a worker ended that failed.
func (w *funcWorker) close() error {
	w.in.Close()
	return w.cmd.Wait()
}

// do has a job done. ok is false if the worker ended without a reply.
func (w *funcWorker) do(j funcJob) (r funcReply, ok bool) {
	if err := w.jobs.Encode(j); err != nil {
		return r, false
	}
	return r, w.out.Decode(&r) == nil
}

// said is the first line of what the worker wrote before it failed, which close has waited for.
func (w *funcWorker) said(err error) string {
	return strings.Trim(fmt.Sprint(err)+": "+firstLine(w.stderr.String()), ": ")
}
