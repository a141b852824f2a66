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

// This file has the workers of verify --all-functions. Each worker is a process that reads the files once. Then it
// reads names of functions from its standard input, verifies them, and writes the results to its standard output. Each
// message is a JSON document.

// funcJob is the request to verify a function.
type funcJob struct {
	Entry  string   `json:"entry"` // FILE:FUNCTION
	Files  []string `json:"files"`
	Output string   `json:"output,omitempty"` // the folder of --output
}

// funcReply is the reply of a worker to a job.
type funcReply struct {
	Code   int    `json:"code"` // the exit code of tandem verify for the function
	Stdout string `json:"stdout"`
	Stderr string `json:"stderr"`
	Cut    bool   `json:"cut,omitempty"`  // the verification was interrupted
	Last   bool   `json:"last,omitempty"` // the worker ends after this reply
}

// funcFile has the functions of a file. A worker sends one for each file before the first job.
type funcFile struct {
	File      string         `json:"file"`
	Functions []app.Function `json:"functions"`
	Refused   string         `json:"refused,omitempty"` // why it cannot be read
}

// overtime is how long a search may continue after its time limit before the worker is ended. It is long, as the next
// worker would have to read and compile the files again; most compiler calls end within it.
const overtime = 10 * time.Second

// patience is how long a worker may take to end after an interrupt.
const patience = 2 * time.Second

// mostKept is the memory in bytes that a worker may use between jobs. A worker that uses more ends, and another one
// starts.
const mostKept = 3 << 30

// functionWorker runs a worker: it reads the files and then verifies functions until its input ends.
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
	f.jobs = 1 // each function is one job
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

// processors returns the number of processors for each of some workers.
func processors(workers int) int { return max(1, runtime.NumCPU()/workers) }

// readFiles reads the files and returns their functions. If no files are given, it reads the files of the compilation
// database.
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
	for _, file := range files { // find out which files can be read
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

// byFile groups functions by the files that define them.
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

// links reports whether the files are linked into one program, as with tandem verify. With a compilation database they
// are not, since the database determines which files are linked.
func (f *verifyFlags) links(files []string) bool {
	return len(files) > 1 && f.program.opt.Build == "" && !f.program.opt.Alone
}

// link replaces the functions of the readable files by the functions of the program that these files make. A function
// with several weak definitions is then listed once.
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

// job verifies a function. If a limit ends the process, job calls last with the reply first.
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

// small reports whether this process may verify a further function, under a limit of memory (0: none). The memory that
// it uses already should be a small part of the limit.
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

// funcWorker is the parent's side of a worker process.
type funcWorker struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	jobs   *json.Encoder // writes to in
	out    *json.Decoder // reads the standard output
	stderr bytes.Buffer
	read   []funcFile // the files, as the worker has read them
}

// startWorker starts a worker and waits until it has read the files. The first worker may use all processors for that.
// When the context ends, the worker is interrupted, and killed after patience. If startWorker returns an error, the
// worker is closed.
func (f *verifyFlags) startWorker(ctx context.Context, self string, first bool, pass, files []string) (*funcWorker,
	error) {
	args := []string{"verify", "--all-functions", "--worker", "--json", "--quiet", "--alike",
		"--timelimit=" + time.Duration(f.time).String(),
		fmt.Sprintf("--jobs=%d", f.jobs), "--objects=" + f.objects}
	if f.output == "" {
		args = append(args, "--first") // a row of the table shows one violation; reports of --output show all
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

// close ends a worker and waits for it. It returns an error if the worker failed.
func (w *funcWorker) close() error {
	w.in.Close()
	return w.cmd.Wait()
}

// do sends a job and returns the reply. ok is false if the worker ended without a reply.
func (w *funcWorker) do(j funcJob) (r funcReply, ok bool) {
	if err := w.jobs.Encode(j); err != nil {
		return r, false
	}
	return r, w.out.Decode(&r) == nil
}

// failure returns the error of a worker that failed, with the first line of its messages. The worker is closed.
func (w *funcWorker) failure(err error) string {
	return strings.Trim(fmt.Sprint(err)+": "+firstLine(w.stderr.String()), ": ")
}
