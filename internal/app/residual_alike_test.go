package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/condition"
	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/cprint"
	"github.com/tandem-verifier/tandem/internal/cprint/cprinttest"
	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/reduce"
	"github.com/tandem-verifier/tandem/internal/reduce/reducetest"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestResidualsAlike verifies tasks of the benchmarks with a random engine until a random stop, and compares the
// residual programs with the program:
//
//	the text       gcc -Wall -Werror=implicit compiles it, Tandem reads it
//	runs           on random inputs, and near the failing test of a false task: a violation of the program is a
//	               violation of the same obligation in the residual program; a product has no other violations, and a
//	               slice keeps its inputs (package reducetest). The text, compiled and read again, ends like the
//	               residual program
//	the test       that shows the violation of a false task shows it in the residual program
//	verdicts       of the text, with a time limit: a product has the verdict of the program; a slice of a false
//	               task is not proved
//
// The test takes three tasks and few inputs. TANDEM_LONG=1 takes as many as the environment says:
//
//	TANDEM_TASKS      number of tasks (300), drawn by TANDEM_SEED (1); TANDEM_BENCH selects by parts of paths, as a|b
//	TANDEM_SHARD      i/n: the i-th of n parts of the tasks, from 0
//	TANDEM_INPUTS     number of inputs of each task (1,000), for at most 10 s
//	TANDEM_LIMIT      time of the default strategy for the program and for each residual program (10s); 0: no verdicts,
//	                  and 5 s for the failing tests of false tasks
//	TANDEM_TABLE      a file with a row for each task and technique; tasks with rows in it are skipped. An interrupted
//	                  run reports how many tasks are done
func TestResidualsAlike(t *testing.T) {
	h := &alike{t: t, tasks: 3, seed: 4, inputs: 60, stop: time.Second, search: 2 * time.Second,
		techniques: []string{"product", "folded", "slice", "both"}}
	shard, shards := 0, 1
	if os.Getenv("TANDEM_LONG") != "" {
		h.tasks, h.seed, h.inputs = environment(t, "TANDEM_TASKS", 300), environment(t, "TANDEM_SEED", 1),
			environment(t, "TANDEM_INPUTS", 1000)
		h.stop, h.search, h.limit = 3*time.Second, 5*time.Second, 10*time.Second
		if text := os.Getenv("TANDEM_LIMIT"); text != "" {
			var err error
			if h.limit, err = time.ParseDuration(text); err != nil {
				t.Fatal("TANDEM_LIMIT:", err)
			}
		}
		if text := os.Getenv("TANDEM_SHARD"); text != "" {
			if _, err := fmt.Sscanf(text, "%d/%d", &shard, &shards); err != nil || shard < 0 || shard >= shards {
				t.Fatal("TANDEM_SHARD is i/n")
			}
		}
	}
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	tasks := benchtest.Tasks(t, os.Getenv("TANDEM_BENCH"))
	draw := rand.New(rand.NewPCG(uint64(h.seed), 14))
	draw.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
	tasks = tasks[:min(h.tasks, len(tasks))]
	table := openAlike(t, os.Getenv("TANDEM_TABLE"))
	for i, bt := range tasks {
		r := rand.New(rand.NewPCG(uint64(h.seed), uint64(i)))
		if i%shards != shard || table.done[bt.ID] {
			continue
		}
		if ctx.Err() != nil || !inTime(t, 2*time.Minute) {
			t.Logf("interrupted: %d tasks of %d are looked at", len(table.done), len(tasks))
			break
		}
		if rows := h.task(ctx, bt, r); ctx.Err() == nil {
			table.add(bt.ID, rows)
		}
	}
	table.summary()
}

// inTime reports whether at least d remains until the deadline of the test.
func inTime(t *testing.T, d time.Duration) bool {
	end, is := t.Deadline()
	return !is || time.Until(end) > d
}

// environment returns the number in an environment variable, or preset if the variable is not set.
func environment(t *testing.T, name string, preset int) int {
	text := os.Getenv(name)
	if text == "" {
		return preset
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// alike has the settings of TestResidualsAlike.
type alike struct {
	t                   *testing.T
	tasks, seed, inputs int
	stop, search, limit time.Duration // time of verification, of the search for a failing test, and of verdicts
	techniques          []string
}

var alikeEngines = []string{"cpa:value", "cpa:predicate", "cpa:value+predicate", "cpa:numeric", "iat", "cpa:symbolic"}

// task tests one task, and returns a row for each technique.
func (h *alike) task(ctx context.Context, bt benchtest.Task, r *rand.Rand) []*alikeRow {
	start := time.Now()
	row := alikeRow{task: bt.ID, engine: alikeEngines[r.IntN(len(alikeEngines))]}
	fail := func(err error) []*alikeRow {
		row.fault("", err.Error())
		return []*alikeRow{&row}
	}
	_, expected, err := bt.Definition()
	if err != nil {
		return fail(err)
	}
	row.expected = expected
	task, err := Load(Options{NoConfirm: true}, strings.TrimSuffix(bt.File, filepath.Ext(bt.File))+".yml")
	if err != nil {
		return fail(err)
	}
	test, err := h.program(ctx, task, &row)
	if err != nil {
		return fail(err)
	}
	left, err := h.left(ctx, task, &row, r)
	if err != nil {
		return fail(err)
	}
	if left == nil {
		return []*alikeRow{&row}
	}
	file := filepath.Join(h.t.TempDir(), "left.cond")
	if err := os.WriteFile(file, []byte(condition.Write(task, left, nil)), 0o666); err != nil {
		return fail(err)
	}
	var rows []*alikeRow
	for _, by := range h.techniques {
		x := row
		x.technique = by
		h.residual(ctx, task, file, &x)
		rows = append(rows, &x)
	}
	if err := h.run(ctx, task, rows, test, r); err != nil {
		rows[0].fault("runs", err.Error())
	}
	same := map[string]*alikeRow{} // by text
	for _, x := range rows {
		if x.text == "" {
			continue
		}
		if y := same[x.text]; y != nil {
			x.compiled, x.warnings, x.again, x.verdict = y.compiled, y.warnings, y.again, y.verdict
			x.native, x.reread = y.native, y.reread
			if x.slice() && x.verdict == "false" {
				if x.spurious = y.spurious; !y.slice() {
					x.spurious = "no" // a violation of a product is one of the program
				}
			}
			if y.broken {
				x.fault("text", "as "+y.technique)
			}
			continue
		}
		same[x.text] = x
		h.native(ctx, x)
		h.again(ctx, task, bt, x)
	}
	for _, x := range rows {
		x.seconds = time.Since(start).Seconds()
	}
	return rows
}

// program verifies the program, and returns the records of a failing test of the reference program; nil if there is
// none.
func (h *alike) program(ctx context.Context, task *Task, row *alikeRow) ([]ir.Record, error) {
	limit := h.limit
	if limit == 0 {
		if row.expected == "true" {
			return nil, nil
		}
		limit = h.search
	}
	s, err := NewSession(task, VerifyOptions{TimeLimit: limit})
	if err != nil {
		return nil, err
	}
	row.whole = string(s.Run(ctx).Verdict)
	for _, f := range s.plain.Findings {
		if f.Status == verify.Violated && f.Run != nil {
			test, err := testgen.Down(ctx, task.Map, f.Run.Reads, exec.Config{})
			return append([]ir.Record{}, test...), err // a test may have no inputs
		}
	}
	return nil, nil
}

// left verifies for a random time and returns the condition. If the task is decided before, it tries again with less
// time; if the condition excludes no executions, it tries others, and returns the best condition: one of an undecided
// task that excludes executions. It returns nil if a violation is found at once.
func (h *alike) left(ctx context.Context, task *Task, row *alikeRow, r *rand.Rand) (left *restrict.Condition,
	err error) {
	best := 0
	for try := 0; try < 3 && best < 3; try++ {
		steps := uint64(math.Exp2(4 + 13*r.Float64()))
		for {
			res := &Residual{}
			if err := res.verify(ctx, task, ResidualOptions{Time: h.stop, Steps: steps, Engine: row.engine}); err != nil {
				return nil, err
			}
			unknown, worth := res.Verdict == string(verify.UnknownVerd), 1
			if unknown {
				if worth++; len(res.Condition.States) > 0 {
					worth++
				}
			}
			if worth > best {
				row.steps, row.stopped, left, best = steps, res.Verdict, res.Condition, worth
			}
			if unknown || steps < 16 {
				break
			}
			steps /= 8
		}
	}
	return left, nil
}

// residual makes the residual program of a technique, and its text.
func (h *alike) residual(ctx context.Context, task *Task, file string, x *alikeRow) {
	res, err := MakeResidual(ctx, task, ResidualOptions{Condition: file, By: x.technique})
	if errors.Is(err, reduce.ErrLarge) {
		x.note = "too large"
		return
	}
	if err != nil {
		x.fault("residual", err.Error())
		return
	}
	x.open, x.asked, x.part, x.edges, x.size = res.Left, res.Obligations, res.Part, res.ResidualSize.Edges, res.Size.Edges
	x.condition, x.program = res.Condition, res.Program
	var b bytes.Buffer
	if err := res.Write(&b, "verifier"); err != nil {
		x.fault("text", err.Error())
		return
	}
	x.text = b.String()
	if i := strings.Index(x.text, " */\n"); i >= 0 { // cut the head, which says how it was made
		x.text = x.text[i:]
	}
	x.text = "/*" + x.text
}

// run runs the program and its residual programs on inputs, and compares the runs.
func (h *alike) run(ctx context.Context, task *Task, rows []*alikeRow, test []ir.Record, r *rand.Rand) error {
	cfg := exec.Config{Fuel: 400, MaxDepth: 500}
	x, err := reducetest.NewRunner(task.Reference, cfg)
	if err != nil {
		return err
	}
	var made []*alikeRow
	for _, row := range rows {
		if row.program == nil {
			continue
		}
		m, err := derive.Between(row.program, task.Reference)
		if err != nil {
			return err
		}
		if err := x.Add(m, row.condition.Obligations, cfg); err != nil {
			return err
		}
		made = append(made, row)
	}
	constants := exec.Constants(task.Reference)
	near := cfg.Fuel // fuel of runs near the failing test
	until := time.Now().Add(10 * time.Second)
	for k := range uint64(h.inputs) {
		if time.Now().After(until) || ctx.Err() != nil {
			break
		}
		in, which := exec.RandomOf(constants, k, exec.Style(k%3)), fmt.Sprintf("inputs %d", k)
		switch {
		case test != nil && k == 0:
			in, which = exec.Chain(exec.FromRecords(task.Reference, test), exec.Zeros()), "the failing test"
		case test != nil && k%2 == 0:
			in, which = reducetest.Near(task.Reference, test, r, in), fmt.Sprintf("inputs %d, near the failing test", k)
		}
		switch {
		case test == nil:
		case k == 0:
			x.SetFuel(1 << 22)
		case k%2 == 0:
			x.SetFuel(near)
		default:
			x.SetFuel(cfg.Fuel)
		}
		a, seen, err := x.Run(ctx, in)
		if err != nil {
			return err
		}
		if k == 0 {
			near = min(max(near, 2*a.Fuel), 20_000)
		}
		for i, row := range made {
			row.ran(which, a, seen[i])
			if test != nil && k == 0 {
				row.test = "lost"
				if a.Outcome.Kind != exec.Violated || seen[i].Run == nil {
					row.test = "not replayed" // by the reference program alone, or it looks at addresses
				} else if seen[i].Violated == a.Outcome.Obligation {
					row.test = "shown"
				} else {
					row.fault("test", "the failing test shows nothing")
				}
			}
		}
	}
	return nil
}

// native compiles the text, and runs it on the inputs of the residual program.
func (h *alike) native(ctx context.Context, x *alikeRow) {
	n, err := cprinttest.Compile(ctx, h.t.TempDir(), x.program.Model, x.text)
	if err != nil {
		x.compiled = "no"
		x.fault("gcc", err.Error())
		return
	}
	x.compiled, x.warnings = "yes", len(n.Warnings)
	if n.Runs() && len(x.runs) > 0 {
		n, err = cprinttest.Compile(ctx, h.t.TempDir(), x.program.Model, cprinttest.Given(x.text))
	}
	if err != nil {
		x.fault("gcc", err.Error())
		return
	}
	if !n.Runs() {
		x.compiled = "not run"
		return
	}
	var values [][]uint64
	for _, s := range x.runs {
		var vs []uint64
		for _, rec := range s.reads {
			vs = append(vs, rec.Bits)
		}
		values = append(values, vs)
	}
	status, err := n.Run(ctx, values)
	if err != nil {
		x.fault("gcc", err.Error())
		return
	}
	for i, s := range x.runs {
		finished := s.status == cprint.ExitFinished && status[i] != cprint.ExitViolated && status[i] != cprint.ExitBlocked &&
			status[i] < cprinttest.Late
		switch {
		case status[i] == cprinttest.Late:
		case status[i] != s.status && !finished:
			x.fault("gcc", fmt.Sprintf("%s: status %d, want %d: %v", s.which, status[i], s.status, values[i]))
		default:
			x.native++
		}
	}
}

// again reads the text, runs it on the inputs of the residual program, and verifies it.
func (h *alike) again(ctx context.Context, task *Task, bt benchtest.Task, x *alikeRow) {
	load := func(text string) (*Task, error) {
		file := filepath.Join(h.t.TempDir(), "r.c")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return nil, err
		}
		return Load(Options{NoConfirm: true, Model: int(x.program.Model), Property: filepath.Join(benchtest.Dir(h.t),
			"properties", "unreach-call.prp")}, file)
	}
	again, err := load(x.text)
	if err != nil {
		x.again = "no"
		x.fault("again", err.Error())
		return
	}
	x.again = "yes"
	given, err := load(cprinttest.Given(x.text))
	if err != nil {
		x.fault("again", err.Error())
		return
	}
	m, err := exec.NewInterp(given.Reference, exec.Config{Fuel: 200_000, MaxDepth: 5000})
	if err != nil {
		x.fault("again", err.Error())
		return
	}
	for _, s := range x.runs[:min(len(x.runs), 200)] {
		run, err := m.Run(ctx, cprinttest.InOrder(s.reads))
		if err != nil {
			x.fault("again", err.Error())
			return
		}
		got, ok := cprint.Status(run.Outcome)
		switch {
		case run.Outcome.Kind == exec.NoInput || run.Outcome.Kind == exec.OutOfFuel:
		case !ok || got != s.status:
			x.fault("again", fmt.Sprintf("%s: %+v, want status %d: %v", s.which, run.Outcome, s.status, s.reads))
		default:
			x.reread++
		}
	}
	if h.limit == 0 {
		return
	}
	s, err := NewSession(again, VerifyOptions{TimeLimit: h.limit})
	if err != nil {
		x.fault("verdict", err.Error())
		return
	}
	x.verdict = string(s.Run(ctx).Verdict)
	switch {
	case x.verdict == "true" && x.expected == "false":
		x.fault("verdict", "a residual of a false task is proved")
	case x.verdict == "false" && x.expected == "true":
		if x.slice() {
			x.spurious = "yes"
		} else {
			x.fault("verdict", "a residual of a true task is violated")
		}
	case x.verdict == "false" && x.slice():
		x.spurious = h.spurious(ctx, task, again, s, x)
	}
}

// spurious reports whether a violation of a slice is spurious: "no" if its failing test violates the program, too, with
// some values for the inputs that the slice does not have; otherwise "yes" or "unknown".
func (h *alike) spurious(ctx context.Context, task, again *Task, s *Session, x *alikeRow) string {
	i := slices.IndexFunc(s.plain.Findings, func(f coop.Finding) bool {
		return f.Status == verify.Violated &&
			f.Run != nil
	})
	if i < 0 {
		return "unknown"
	}
	reads, err := testgen.Down(ctx, again.Map, s.plain.Findings[i].Run.Reads, exec.Config{})
	if err != nil {
		return "unknown"
	}
	slice, err := exec.NewInterp(x.program, exec.Config{Fuel: 1 << 22})
	if err != nil {
		return "unknown"
	}
	b, err := slice.Run(ctx, exec.Chain(cprinttest.InOrder(slices.DeleteFunc(reads, func(r ir.Record) bool {
		k := again.Reference.Sites[r.Site].Kind
		return k == ir.Uninit || k == ir.ObjectBytes
	})), exec.Zeros()))
	m, errm := derive.Between(x.program, task.Reference)
	p, errp := exec.NewInterp(task.Reference, exec.Config{Fuel: 1 << 22})
	if err != nil || errm != nil || errp != nil || b.Outcome.Kind != exec.Violated {
		return "unknown"
	}
	var records []ir.Record
	for _, r := range b.Reads {
		if to := m.Site(m.From.Sites[r.Site]); to != nil {
			r.Site = to.ID
			records = append(records, r)
		}
	}
	constants := exec.Constants(task.Reference)
	for k := range uint64(100) {
		others := exec.RandomOf(constants, k, exec.Style(k%3))
		if k == 0 {
			others = exec.Zeros()
		}
		if a, err := p.Run(ctx, exec.Chain(exec.FromRecords(task.Reference, records), others)); err == nil &&
			a.Outcome.Kind == exec.Violated {
			return "no"
		}
	}
	return "not replayed"
}

// alikeRun is a run of a residual program that its text can repeat.
type alikeRun struct {
	which  string
	reads  []ir.Record
	status int
}

// ran records the result of a run of the program and of the residual program.
func (x *alikeRow) ran(which string, a *exec.Run, s reducetest.Seen) {
	if s.Run == nil {
		return
	}
	x.compared++
	if a.Outcome.Kind == exec.Violated {
		x.violating++
	}
	if s.Spurious {
		x.alone++
	}
	if s.Wrong != "" {
		x.fault("run", which+": "+s.Wrong)
	}
	want, ok := cprint.Status(s.Outcome)
	switch want { // sound: the C program has the other ends, too
	case cprint.ExitFuel, cprint.ExitNoInput, cprint.ExitUnsupported:
		ok = false
	}
	if ok && !s.Approx && cprinttest.Fed(x.program, s.Reads, true) {
		x.runs = append(x.runs, alikeRun{which, s.Reads, want})
	}
}
