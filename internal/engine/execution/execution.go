// Package execution decides programs by running them: closed programs, which read no input, and programs whose inputs
// have so few values that all can be tried.
//
//	int main() { unsigned x = 0; while (x < 100000000) x++; assert(x == 100000000); }
//
// ends after a tenth of a second at native speed, and the complete run is the proof. The engine proceeds in steps:
//
//  1. Run without inputs. If the run ends without reading one, the program is decided.
//  2. If it runs for long, search for a repeated state at a loop head in the interpreter (Brent's algorithm): a closed
//     program in a repeated state never ends.
//  3. If it reads an input of few values, try all of them (exec.JIT.Enumerate). Further inputs are added to the box
//     when runs read them.
//
// The rules of docs/architecture.md, which package check implements, decide whether a run counts as covered. A run that
// violates an obligation that the task does not ask ends at the violation, and counts as covered.
//
// Sources: R. P. Brent, An improved Monte Carlo factorization algorithm, BIT 20 (1980), for the cycle search.
package execution

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Config holds the limits of the engine.
type Config struct {
	MaxRuns    uint64        // largest number of points of an enumerated box
	Patience   time.Duration // time of a run before repeated states are searched for
	CycleTime  time.Duration // time of that search
	CycleSteps uint64        // limit of that search with --deterministic: fuel of the interpreter
}

// Default returns the usual limits.
func Default() Config {
	return Config{MaxRuns: 1 << 24, Patience: 300 * time.Millisecond, CycleTime: 500 * time.Millisecond,
		CycleSteps: 1 << 22}
}

// New returns the engine with the given limits.
func New(cfg Config) verify.Engine {
	return verify.Engine{
		Name:  "execution",
		Doc:   "runs closed programs to their end, and programs with few inputs on all of them",
		Gives: []verify.FactKind{verify.KindTest},
		Open: func(t *verify.Task, b *verify.Board) verify.Worker {
			return &engine{cfg: cfg, task: t, board: b}
		},
	}
}

// engine is a worker. A turn continues the enumeration of the box at the point where the last turn stopped. A single
// run begins again, but the engine keeps its knowledge about the run (first, cycles, patient).
type engine struct {
	cfg    Config
	task   *verify.Task
	board  *verify.Board
	jit    *exec.JIT        // nil if the engine has not begun
	ignore []*ir.Obligation // the obligations that jit ignores
	left   []*ir.Obligation // to decide in this turn

	first    bool // the run without inputs was not tried, or read no input
	cycles   bool // findCycle found no repeated state
	patient  bool // the run did not end within Patience
	finished bool

	box   box      // inputs that are enumerated
	done  uint64   // number of points of box that were run
	fuel  uint64   // the largest fuel that a point took
	asked *ir.Key  // the first input of the last run that is not in the box
	site  *ir.Site // site of asked
	typ   ir.Type  // type of asked
}

func (e *engine) Work(ctx context.Context, b verify.Budget) verify.Result {
	defer e.task.Log.Timer("execution")()
	if g := e.task.Scope.Region; g != nil && slices.ContainsFunc(g.Box, func(r verify.Range) bool {
		return r.Size() == 0 || r.Size() > e.cfg.MaxRuns
	}) {
		e.finished = true
		return &verify.Unknown{Reason: tooMany, Idle: true}
	}
	if e.jit == nil && e.hopeless(ctx) {
		e.finished = true
		return &verify.Unknown{Reason: tooMany, Idle: true}
	}
	if err := e.begin(ctx, b); err != nil {
		e.finished = ctx.Err() == nil
		return &verify.Unknown{Reason: "the program cannot be run: " + verify.Said(err)}
	}
	r, err := e.decide(ctx, b)
	if err != nil {
		e.finished = ctx.Err() == nil
		return &verify.Unknown{Reason: "execution failed: " + verify.Said(err)}
	}
	return r
}

// probeFuel bounds the edges that hopeless interprets, which takes some milliseconds at most.
const probeFuel = 1 << 16

// hopeless interprets the program until it reads an input, and reports whether that input has too many values, so that
// there is no need to compile the program.
func (e *engine) hopeless(ctx context.Context) bool {
	m, err := exec.NewInterp(e.task.Program, exec.Config{Fuel: probeFuel, Context: ctx, Points: e.task.Points()})
	if err != nil {
		return false
	}
	defer m.Close()
	r, err := m.Run(ctx, exec.InputFunc(e.next))
	many := err == nil && r.Outcome.Kind == exec.NoInput && !e.extend()
	e.box = box{}
	return many
}

// begin compiles the program. If an obligation is not asked any more, executions now end at its violation. So the
// machine is compiled again, and earlier runs do not count for a proof.
func (e *engine) begin(ctx context.Context, b verify.Budget) error {
	e.left = e.board.Left(e.task)
	var ignore []*ir.Obligation
	for _, o := range e.task.Program.Obligations {
		if !slices.Contains(e.left, o) {
			ignore = append(ignore, o)
		}
	}
	fuel := b.Work * obs.FuelPer
	if e.jit != nil && slices.Equal(e.ignore, ignore) {
		e.jit.SetFuel(fuel)
		return nil
	}
	e.Close()
	jit, err := exec.CompileJIT(e.task.Program, exec.Config{Fuel: fuel, Context: ctx, Points: e.task.Points()},
		exec.JITOptions{Ignore: ignore})
	if err != nil {
		return err
	}
	e.jit, e.ignore, e.first, e.box, e.done, e.fuel = jit, ignore, true, box{}, 0, 0
	return nil
}

// Finished reports whether another turn would have the same result as the last one.
func (e *engine) Finished() bool { return e.finished }

func (e *engine) Close() {
	if e.jit != nil {
		e.jit.Close()
		e.jit = nil
	}
}

// decide runs all points of a growing box.
func (e *engine) decide(ctx context.Context, b verify.Budget) (verify.Result, error) {
	for {
		res, grow, err := e.enumerate(ctx, b)
		if res != nil || err != nil {
			return res, err
		}
		if !grow {
			e.finished = true
			return &verify.Unknown{Reason: tooMany, Idle: true}, nil
		}
	}
}

// tooMany is the reason if the box would be too large.
const tooMany = "there are too many inputs to try them all"

// enumerate runs the remaining points of the box. If it returns grow, it has added an input to the box instead.
func (e *engine) enumerate(ctx context.Context, b verify.Budget) (res verify.Result, grow bool, err error) {
	var r *exec.Run // the only run, or the one that ended the enumeration
	if e.first {
		if r, res, err = e.patiently(ctx); res != nil || err != nil {
			return res, false, err
		}
		e.task.Log.Count("execution.runs", 1)
		e.done, e.fuel = 1, r.Fuel
	} else if r, err = e.points(ctx, b); err != nil {
		return nil, false, err
	}
	if r != nil {
		switch {
		case e.shows(r):
			if why := testgen.NewLayouts(e.task).Shows(r, r.Outcome.Obligation); why != "" {
				e.finished = true
				return &verify.Unknown{Reason: why}, false, nil
			}
			return e.violated(r), false, nil
		case r.Outcome.Kind == exec.NoInput:
			if !e.extend() {
				return nil, false, nil
			}
			e.first, e.done, e.fuel = false, 0, 0
			e.task.Log.Progress("execution", "%d points", e.box.runs)
			return nil, true, nil
		}
		if why := e.covers(r); why != "" {
			e.finished = r.Outcome.Kind != exec.Cancelled && r.Outcome.Kind != exec.OutOfFuel
			return &verify.Unknown{Reason: why}, false, nil
		}
	}
	if !e.first && e.done < e.box.runs {
		return &verify.Unknown{Reason: fmt.Sprintf("%d of %d inputs were run", e.done, e.box.runs)}, false, nil
	}
	e.finished = true
	if fn := libm(e.task.Program); fn != "" {
		return &verify.Unknown{Reason: "the result of " + fn + " is not exact"}, false, nil
	}
	return &verify.Safe{Proof: &verify.Enumerated{Box: e.box.ranges, Runs: e.done, Fuel: e.fuel}}, false, nil
}

// maxChunk bounds the points that are run before the remaining work is checked again.
const maxChunk = 1 << 12

// points runs points of the box until all were run, the work is spent, or a run does not count. It returns the run that
// does not count, else nil.
func (e *engine) points(ctx context.Context, b verify.Budget) (*exec.Run, error) {
	var spent uint64
	for e.done < e.box.runs && (b.Work == 0 || spent < b.Work) {
		n := e.box.runs - e.done
		if b.Work > 0 {
			n = min(n, maxChunk)
		}
		all, err := e.jit.Enumerate(ctx, e.box.dims(), e.done, n, exec.EnumOptions{})
		if err != nil {
			return nil, err
		}
		e.task.Log.Count("execution.runs", int64(all.Done))
		e.done, e.fuel = e.done+all.Done, max(e.fuel, all.Fuel)
		spent += uint64(float64(n) * (float64(all.Fuel) + obs.RunFuel) / obs.FuelPer)
		r := all.Stop
		if r == nil {
			continue
		}
		if r.Outcome.Kind == exec.Cancelled {
			return r, nil
		}
		// Run the point again, to find the input that it reads.
		e.box.point = all.Point
		if r, err = e.jit.Run(ctx, exec.InputFunc(e.next)); err != nil {
			return nil, err
		}
		if e.covers(r) == "" {
			return nil, fmt.Errorf("a run that did not count did when repeated: %v", all.Point)
		}
		return r, nil
	}
	return nil, nil
}

// shows reports whether r violates an asked obligation.
func (e *engine) shows(r *exec.Run) bool {
	return r.Outcome.Kind == exec.Violated && slices.Contains(e.left, r.Outcome.Obligation)
}

// covers returns why r does not count as covered, "" if it does.
func (e *engine) covers(r *exec.Run) string {
	if r.Outcome.Kind != exec.Violated {
		return testgen.Covers(r)
	}
	if e.shows(r) {
		return "violated"
	}
	ended := *r
	ended.Outcome.Kind = exec.Finished
	return testgen.Covers(&ended)
}

// patiently runs a program that may be closed. If the run does not end soon, it searches for a repeated state before it
// runs the program to its end. It returns the run or a proof.
func (e *engine) patiently(ctx context.Context) (*exec.Run, verify.Result, error) {
	patience, look, steps := e.cfg.Patience, e.cfg.CycleTime, uint64(0)
	if e.task.Options.Determ { // fuel limits the run
		patience, look, steps = time.Hour, time.Hour, e.cfg.CycleSteps
	}
	var last *exec.Run
	if !e.patient {
		r, err := e.within(ctx, patience)
		if err != nil || r.Outcome.Kind != exec.Cancelled && (!e.task.Options.Determ || r.Outcome.Kind != exec.OutOfFuel) ||
			ctx.Err() != nil {
			return r, nil, err
		}
		e.patient, last = true, r
	}
	if !e.cycles {
		e.task.Log.Progress("execution", "looking for a repeated state")
		short, cancel := clock.WithTimeout(ctx, look)
		c, err := findCycle(short, e.task, steps)
		cancel()
		if err != nil {
			return nil, nil, err
		}
		if c != nil {
			e.finished = true
			return nil, &verify.Safe{Proof: c}, nil
		}
		e.cycles = ctx.Err() == nil
	}
	if last != nil && e.task.Options.Determ {
		return last, nil, nil // no fuel is left in this turn
	}
	e.task.Log.Progress("execution", "running to the end")
	r, err := e.within(ctx, time.Hour)
	return r, nil, err
}

// within makes the run without inputs, and cancels it after the duration d.
func (e *engine) within(ctx context.Context, d time.Duration) (*exec.Run, error) {
	short, cancel := clock.WithTimeout(ctx, d)
	defer cancel()
	return e.jit.Run(short, exec.InputFunc(e.next))
}

// next returns the value of an input at the present point. It records the first input outside of the box.
func (e *engine) next(k ir.Key, site *ir.Site, t ir.Type) (uint64, bool) {
	if v, ok := e.box.value(k); ok {
		return v, true
	}
	e.asked, e.site, e.typ = &k, site, t
	return 0, false
}

// extend adds the missing input to the box if it can be enumerated: it is read once and is an integer of few values. It
// reports whether it has added the input.
func (e *engine) extend() bool {
	k := e.asked
	return k != nil && k.Occ == 0 && k.Off == 0 && e.site.Kind != ir.Approx && e.typ == e.site.Type &&
		e.box.add(e.values(k.Site), e.cfg.MaxRuns)
}

// values returns the range of the values at a site of type e.typ with which executions go on: all, or those in the
// region of the task.
func (e *engine) values(site int) verify.Range {
	if g := e.task.Scope.Region; g != nil {
		for _, r := range g.Box {
			if r.Site == site && r.Type == e.typ {
				return r
			}
		}
	}
	return verify.Range{Site: site, Type: e.typ, Lo: num.MinOf(e.typ.Bits, e.typ.Signed),
		Hi: num.MaxOf(e.typ.Bits, e.typ.Signed)}
}

// libm returns a function of libm that the program calls, "" if there is none. Runs that call one can show violations,
// but prove nothing.
func libm(p *ir.Program) string {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if m, ok := e.Stmt.(*ir.Math); ok && !ir.AsksObject(m.Fn) {
				return m.Fn
			}
		}
	}
	return ""
}

// violated publishes the test of r and returns its violation.
func (e *engine) violated(r *exec.Run) verify.Result {
	test := testgen.FromRun(r, "execution")
	e.board.Claim(e.task, "execution", &verify.TestFact{Test: test, Ending: verify.EndViolated,
		Obligation: r.Outcome.Obligation})
	return &verify.Unsafe{Obligation: r.Outcome.Obligation, Test: test}
}

// box is the product of all values of some sites.
type box struct {
	ranges []verify.Range // sorted by site
	point  []uint64       // the point that next returns
	runs   uint64         // number of points
}

// add adds a site with a range of values. It returns false if these are no integers, or the box would have more than
// limit points.
func (b *box) add(r verify.Range, limit uint64) bool {
	n := r.Size()
	if r.Type.Kind != ir.Int && r.Type.Kind != ir.Bool || n == 0 || n > limit/max(b.runs, 1) {
		return false
	}
	b.runs = max(b.runs, 1) * n
	i := 0
	for i < len(b.ranges) && b.ranges[i].Site < r.Site {
		i++
	}
	b.ranges = append(b.ranges[:i:i], append([]verify.Range{r}, b.ranges[i:]...)...)
	return true
}

// dims returns the box for the machine.
func (b *box) dims() (out exec.Box) {
	for _, r := range b.ranges {
		out = append(out, exec.Dim{Site: r.Site, Lo: r.Lo, Hi: r.Hi})
	}
	return out
}

// value returns the value of input k at the point; ok is false if k is not in the box.
func (b *box) value(k ir.Key) (uint64, bool) {
	if k.Occ != 0 || k.Off != 0 {
		return 0, false
	}
	for i, r := range b.ranges {
		if r.Site == k.Site {
			return b.point[i], true
		}
	}
	return 0, false
}
