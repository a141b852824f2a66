package difftest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"time"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/cprint"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Task is a C program with its error function.
type Task struct {
	Name      string // for messages, and to continue an interrupted run
	File      string
	Model     ir.DataModel
	Overflow  string // wrap or undefined, for the prepared program
	ErrorFunc string // "" means reach_error
}

// errorFunc returns the name of the error function.
func (t *Task) errorFunc() string {
	if t.ErrorFunc == "" {
		return "reach_error"
	}
	return t.ErrorFunc
}

// load reads the program again.
func (t *Task) load() (*ir.Program, error) {
	return cfront.Load(cfront.Config{
		Model:        t.Model,
		Files:        []string{t.File},
		IncludeDirs:  []string{filepath.Dir(t.File)},
		PropertyKind: "unreach-call",
		ErrorFunc:    t.errorFunc(),
	})
}

// bench is the state of the comparison of a task.
type bench struct {
	ctx    context.Context
	task   *Task
	lim    Limits
	dir    string
	res    *Result
	prep   *ir.Program // the prepared program
	full   *ir.Program // the program with all inputs of the source
	consts []int64

	jit, interp, fullJIT exec.Machine
	source               error // why the source cannot be run; nil if it can
}

// RunTask compares runs of a task on n random inputs, from a seed on. Result.Note is the reason if they cannot be
// compared.
func RunTask(ctx context.Context, task *Task, n int, seed uint64, lim Limits) *Result {
	start := time.Now()
	res := &Result{Name: task.Name}
	defer func() { res.Seconds = time.Since(start).Seconds() }()
	dir, err := os.MkdirTemp("", "difftest")
	if err != nil {
		res.Note = err.Error()
		return res
	}
	defer os.RemoveAll(dir)
	b := &bench{ctx: ctx, task: task, lim: lim, dir: dir, res: res}
	if err := b.prepare(); err != nil {
		res.Note = err.Error()
		return res
	}
	defer b.close()
	for i := 0; i < n && ctx.Err() == nil; i++ {
		if err := b.one(seed+uint64(i), exec.Style(i%3)); err != nil {
			res.Note = err.Error()
			return res
		}
	}
	return res
}

// prepare makes the programs, the machines and the compiled programs.
func (b *bench) prepare() error {
	var err error
	if b.prep, err = b.task.load(); err != nil {
		return fmt.Errorf("load: %w", err)
	}
	opts := instrument.Default()
	opts.Overflow = b.task.Overflow
	if b.prep, err = instrument.Prepare(b.prep, opts); err != nil {
		return err
	}
	if b.full, err = b.task.load(); err != nil {
		return err
	}
	instrument.RemoveUnreachable(b.full, nil)
	instrument.Guards(b.full, instrument.Checks{})
	keepCalls(b.full)
	instrument.RemoveUnreachable(b.full, nil)
	b.consts = exec.Constants(b.prep)
	cfg := exec.Config{Fuel: b.lim.Fuel, Trace: true}
	if b.jit, err = exec.NewJIT(b.prep, cfg); err != nil {
		return fmt.Errorf("jit: %w", err)
	}
	if b.interp, err = exec.NewInterp(b.prep, cfg); err != nil {
		return err
	}
	if b.fullJIT, err = exec.NewJIT(b.full, exec.Config{Fuel: b.lim.Fuel}); err != nil {
		return fmt.Errorf("jit: %w", err)
	}
	var c bytes.Buffer
	if err := cprint.Program(&c, b.prep, cprint.Options{Stdin: true, Trace: true, Fuel: b.lim.Fuel}); err != nil {
		return err
	}
	if err := build(b.ctx, b.task.Model, b.dir, "printed", c.Bytes(), b.lim.Compile, strict); err != nil {
		return fmt.Errorf("printed C: %w", err)
	}
	if b.source = b.buildSource(); b.source != nil {
		b.res.Info = b.source.Error()
	}
	return nil
}

// keepCalls removes unused inputs, but keeps the calls of functions without a body, since the source makes these calls.
func keepCalls(p *ir.Program) {
	var calls []*ir.Site
	for _, s := range p.Sites {
		if s.Kind == ir.NoBody {
			s.Kind = ir.Nondet // these inputs are never pruned
			calls = append(calls, s)
		}
	}
	instrument.PruneInputs(p, false)
	for _, s := range calls {
		s.Kind = ir.NoBody
	}
}

// buildSource compiles the source with its inputs from standard input.
func (b *bench) buildSource() error {
	src, err := os.ReadFile(b.task.File)
	if err != nil {
		return err
	}
	errFn := b.task.errorFunc()
	if errFn == "reach_error" && !bytes.Contains(src, []byte("reach_error")) {
		errFn = "__VERIFIER_error"
	}
	opts := cprint.SourceOptions{Name: b.task.File, ErrorFunc: errFn, Stdin: true}
	for range 2 {
		var c bytes.Buffer
		if err := cprint.SourceHarness(&c, b.full, src, nil, opts); err != nil {
			return err
		}
		err = build(b.ctx, b.task.Model, b.dir, "source", c.Bytes(), b.lim.Compile, quiet, "-I", filepath.Dir(b.task.File),
			"-fno-builtin") // a program's own isascii is not gcc's
		var missing *buildError
		if !errors.As(err, &missing) || missing.undefined == nil {
			break
		}
		opts.Undefined = missing.undefined // unreachable code calls them
	}
	return err
}

// close closes the machines.
func (b *bench) close() {
	for _, m := range []exec.Machine{b.jit, b.interp, b.fullJIT} {
		if m != nil {
			m.Close()
		}
	}
}

// limited returns inputs that end after n values.
func limited(in exec.Inputs, n int) exec.Inputs {
	return exec.InputFunc(func(k ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
		if n--; n < 0 {
			return 0, false
		}
		return in.Next(k, s, t)
	})
}

// execute runs a machine on inputs, within the limits.
func (b *bench) execute(m exec.Machine, in exec.Inputs) (*exec.Run, error) {
	ctx, cancel := context.WithTimeout(b.ctx, b.lim.Time)
	defer cancel()
	return m.Run(ctx, limited(in, b.lim.Inputs))
}

// one compares runs on one random input.
func (b *bench) one(seed uint64, style exec.Style) error {
	c := &b.res.Count
	c.Runs++
	in := exec.RandomOf(b.consts, seed, style)
	r, err := b.execute(b.jit, in)
	if err != nil {
		return fmt.Errorf("jit: %w", err)
	}
	if isResource(r) {
		c.Resource++
		return nil
	}
	q, err := b.execute(b.interp, in)
	if err != nil {
		return err
	}
	if isResource(q) {
		c.Resource++
		return nil
	}
	// only the interpreter tracks the object of a pointer that is outside of it
	if d := machinesDiffer(r, q); d != "" && !r.Wild {
		b.mismatch(r, "jit and interpreter: "+d)
		return nil
	}
	want, ok := cprint.Status(r.Outcome)
	if !ok {
		c.Open++
		return nil
	}
	n, err := runNative(b.ctx, b.dir, "printed", table(r), b.lim.Time)
	if err != nil {
		return err
	}
	trace := fmt.Sprintf("tandem: trace %d %016x\n", r.NumTrace, cprint.TraceHash(r.Branches, r.NumTrace))
	full := r.NumTrace < 8<<20 // the trace is not cut
	violated := ""
	if r.Outcome.Kind == exec.Violated {
		violated = fmt.Sprintf("tandem: obligation %d violated", r.Outcome.Obligation.ID)
	}
	switch {
	case n.late, n.status == cprint.ExitMemory:
		c.Resource++
		return nil
	case n.status == want && (!full || strings.HasSuffix(n.out, trace)) && strings.HasPrefix(n.out, violated):
	case r.Addr || r.Wild:
		c.Open++
		return nil
	default:
		b.mismatch(r, fmt.Sprintf("machines: %s, %s; printed C: %s, want status %d", Describe(r), strings.TrimSpace(trace), n,
			want))
		return nil
	}
	if b.source == nil {
		agreed, err := b.compareSource(in)
		if err != nil || !agreed {
			return err
		}
	}
	c.Agreed++
	if r.Outcome.Kind == exec.OutOfFuel || r.Outcome.Kind == exec.NoInput {
		c.Cut++
	}
	return nil
}

// isResource reports whether a run used up a resource.
func isResource(r *exec.Run) bool {
	switch r.Outcome.Kind {
	case exec.OutOfStack, exec.OutOfMemory, exec.Cancelled:
		return true
	}
	return false
}

// machinesDiffer returns how two runs of a program differ; "" if they agree.
func machinesDiffer(a, b *exec.Run) string {
	switch {
	case a.Outcome != b.Outcome:
		return fmt.Sprintf("%s and %s", Describe(a), Describe(b))
	case !reflect.DeepEqual(a.Reads, b.Reads):
		return fmt.Sprintf("inputs %v and %v", a.Reads, b.Reads)
	case a.NumTrace != b.NumTrace || !bytes.Equal(a.Branches, b.Branches):
		return "branches differ"
	case a.Fuel != b.Fuel:
		return fmt.Sprintf("fuel %d and %d", a.Fuel, b.Fuel)
	case a.Approx != b.Approx || a.Wild != b.Wild || a.Addr != b.Addr:
		return fmt.Sprintf("flags %v %v %v and %v %v %v", a.Approx, a.Wild, a.Addr, b.Approx, b.Wild, b.Addr)
	}
	return ""
}

// table returns the inputs of a run in the form that printed C reads.
func table(r *exec.Run) string {
	var b strings.Builder
	_ = cprint.WriteRecords(&b, r.Reads)
	return b.String()
}

// compareSource runs the whole program in the JIT on inputs of the same kind, and the compiled source on the values
// that it read. The result is false if the runs differ or use up a resource, which is counted.
func (b *bench) compareSource(in exec.Inputs) (agreed bool, err error) {
	c := &b.res.Count
	r, err := b.execute(b.fullJIT, in)
	if err != nil {
		return false, err
	}
	switch {
	case !cprint.CallsOnly(b.full, r.Reads):
		b.res.Info = "inputs that are not calls"
		return true, nil // the printed C was compared
	case isResource(r), r.Outcome.Kind == exec.Undefined, r.Outcome.Kind == exec.OutOfFuel, r.Addr || r.Wild || r.Approx:
		b.res.Info = Describe(r)
		return true, nil
	}
	var calls strings.Builder
	if err := cprint.WriteCalls(&calls, b.full, r.Reads); err != nil {
		return false, err
	}
	n, err := runNative(b.ctx, b.dir, "source", calls.String(), b.lim.Time)
	if err != nil {
		return false, err
	}
	if n.late && r.Outcome.Edge != nil && r.Outcome.Edge.To.Kind == ir.Halt {
		return true, nil // an endless empty loop
	}
	if n.late {
		c.Resource++
		return false, nil
	}
	if !sourceAgrees(r, n) {
		b.mismatch(r, fmt.Sprintf("whole program: %s; source: %s", Describe(r), n))
		return false, nil
	}
	c.Source++
	return true, nil
}

// sourceAgrees reports whether a run agrees with one of the compiled source. There, abort and failed assertions end in
// signals, and main has its own exit status.
func sourceAgrees(r *exec.Run, n native) bool {
	said := lastTandem(n.err)
	switch r.Outcome.Kind {
	case exec.Violated:
		return n.status == cprint.ExitViolated && said == "tandem: error reached"
	case exec.NoInput:
		return n.status == cprint.ExitNoInput && strings.HasPrefix(said, "tandem: no value")
	case exec.Blocked:
		if r.Outcome.Guard == ir.DivGuard {
			return n.status < 0 && n.signal == syscall.SIGFPE
		}
		return n.status < 0 && n.signal == syscall.SIGABRT || n.status == cprint.ExitBlocked && said != ""
	case exec.Finished:
		return said == "" && (n.status >= 0 || n.signal == syscall.SIGABRT)
	}
	return false
}

// lastTandem returns the last line that the harness has written to a stream.
func lastTandem(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if strings.HasPrefix(lines[i], "tandem: ") {
			return lines[i]
		}
	}
	return ""
}

// Describe returns the outcome of a run in a few words.
func Describe(r *exec.Run) string {
	kinds := []string{"", "finished", "blocked", "violated", "undefined", "out of fuel", "out of stack", "out of memory",
		"unsupported", "cancelled", "no input"}
	s := fmt.Sprintf("run %d", r.Outcome.Kind)
	if int(r.Outcome.Kind) < len(kinds) {
		s = kinds[r.Outcome.Kind]
	}
	if r.Outcome.Kind == exec.Blocked {
		s += " " + r.Outcome.Guard.String()
	}
	if r.Outcome.What != "" {
		s += " (" + r.Outcome.What + ")"
	}
	if r.Outcome.Pos.IsValid() {
		s += fmt.Sprintf(" at line %d", r.Outcome.Pos.Line)
	}
	return s
}

// mismatch counts and describes a mismatch.
func (b *bench) mismatch(r *exec.Run, what string) {
	b.res.Count.Mismatch++
	p := b.prep
	if strings.HasPrefix(what, "whole program") {
		p = b.full
	}
	in := exec.FormatInputs(r.Reads, p)
	if len(in) > 2000 {
		in = in[:2000] + "..."
	}
	b.res.Details = append(b.res.Details, fmt.Sprintf("%s\n    inputs %s", what, in))
}

// ErrNoTasks means that a folder has no list of tasks.
var ErrNoTasks = errors.New("no tasks.tsv")

// BenchTasks returns the tasks of a folder with tasks.tsv.
func BenchTasks(dir string) ([]*Task, error) {
	list, err := os.ReadFile(filepath.Join(dir, "tasks.tsv"))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, ErrNoTasks)
	}
	var ts []*Task
	for _, line := range strings.Split(string(list), "\n") {
		cols := strings.Split(line, "\t")
		if !strings.HasSuffix(cols[0], ".c") && !strings.HasSuffix(cols[0], ".i") {
			continue
		}
		t := &Task{Name: cols[0], File: filepath.Join(dir, filepath.FromSlash(cols[0])), Model: ir.ILP32, Overflow: "wrap"}
		if len(cols) > 3 && cols[3] == "LP64" {
			t.Model = ir.LP64
		}
		yml, err := os.ReadFile(strings.TrimSuffix(t.File, filepath.Ext(t.File)) + ".yml")
		if err == nil && bytes.Contains(yml, []byte("signed_overflow: undefined")) {
			t.Overflow = "undefined"
		}
		ts = append(ts, t)
	}
	return ts, nil
}
