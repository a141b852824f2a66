package coop

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/confirm"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Only this file gives a status to obligations (docs/architecture.md). The result of an engine is a claim, and its
// check has these results:
//
//	Safe     confirmed by check         -> proved
//	         refuted                    -> unknown, with a warning: an error of the engine
//	         undecided                  -> unknown (proof not confirmed)
//	Unsafe   replayed by two machines   -> violated
//	         but not in the compiled    -> unknown; with a warning, unless the compiled program crashes: an error of
//	         program                       the front end
//	         undefined behaviour        -> unknown (undefined behaviour at file:line before it)
//	         a call without model or    -> unknown (no model of f); no proof is possible, and tests get the
//	         body is reached               remaining time
//	         otherwise                  -> unknown

// ruling is the result of checking a claim.
type ruling struct {
	ok       bool   // the claim is confirmed
	reason   string // why ok is false, or why left is not empty
	bug      bool   // the claim was wrong
	stop     bool   // the run reaches a call without model or body
	run      *exec.Run
	test     *verify.Test
	assuming []verify.Assumption
	source   confirm.Answer   // the replay on the compiled source, if the claim is a violation
	proof    verify.Evidence  // the confirmed evidence, if the claim is a proof
	part     bool             // proof is only a part of the claimed evidence
	left     []*ir.Obligation // obligations that this part does not prove
}

// proofWork bounds the check of a proof under --deterministic.
const proofWork = 20 * obs.PerSecond

// judgeProof checks a Safe result.
func judgeProof(ctx context.Context, t *verify.Task, s *verify.Safe) ruling {
	if s.Proof == nil {
		return ruling{reason: "a proof without evidence", bug: true}
	}
	switch out := check.ProofOrPart(ctx, t.With(verify.Budget{Work: proofWork}), s); out.Verdict {
	case check.Confirmed:
		ru := ruling{ok: true, assuming: slices.Clone(s.Assuming), proof: s.Proof}
		if out.Proof != nil {
			ru.proof, ru.part, ru.left = out.Proof, true, out.Left
			if len(ru.left) > 0 {
				ru.reason = "proof not confirmed: " + out.Reason
			}
		}
		return ru
	case check.Refuted:
		return ruling{reason: "proof refuted: " + out.Reason, bug: true}
	default:
		why := out.Reason
		if ctx.Err() != nil {
			why = verify.Said(context.Cause(ctx))
		}
		return ruling{reason: "proof not confirmed: " + why}
	}
}

// coverings are the answers about scopes that are only boxes of inputs. They do not depend on the obligation, and are
// asked for each obligation that was proved in a part.
type coverings struct {
	mu    sync.Mutex
	known map[string]bool // by the boxes
}

// covers reports whether a check confirms that the scopes cover all executions of the task that may violate o.
func (c *coverings) covers(ctx context.Context, t *verify.Task, o *ir.Obligation, scopes []verify.Scope) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	boxes, same := "", true
	for _, s := range scopes {
		if s.Region == nil || s.Region.Cond != nil || s.Range != nil || s.Condition != nil || s.Edges != nil || s.Depth != 0 {
			same = false
			break
		}
		boxes += fmt.Sprint(s.Region.Box)
	}
	if r, known := c.known[boxes]; same && known {
		return r
	}
	r := check.Cover(ctx, t, []*ir.Obligation{o}, scopes).Verdict == check.Confirmed
	if same && ctx.Err() == nil {
		if c.known == nil {
			c.known = map[string]bool{}
		}
		c.known[boxes] = r
	}
	return r
}

// interpFuel is the maximal length of a run, in units of fuel, that is replayed in the interpreter. Longer runs are
// replayed in code that is generated in another way.
const interpFuel = 1 << 24

// replayer has the machines that replay tests. It replays one test at a time.
type replayer struct {
	mu            sync.Mutex
	jit           *exec.JIT
	interp, other exec.Machine     // second machines: for short and for long runs
	layouts       *testgen.Layouts // runs tests under other layouts of objects
	plain         bool             // do not minimise tests: the runner of the whole task will
}

// close closes the machines.
func (r *replayer) close() {
	if r.jit != nil {
		r.jit.Close()
	}
	for _, m := range []exec.Machine{r.interp, r.other} {
		if m != nil {
			m.Close()
		}
	}
}

// first returns the JIT, the first machine.
func (r *replayer) first(p *ir.Program) (m *exec.JIT, err error) {
	if r.jit == nil {
		r.jit, err = exec.CompileJIT(p, exec.Config{}, exec.JITOptions{})
	}
	return r.jit, err
}

// second returns the machine that has to agree with the JIT, for a run that uses the given fuel.
func (r *replayer) second(p *ir.Program, fuel uint64) (m exec.Machine, err error) {
	if fuel > interpFuel {
		if r.other == nil {
			var j *exec.JIT
			if j, err = exec.CompileJIT(p, exec.Config{}, exec.JITOptions{Dispatch: true}); err == nil {
				r.other = j
			}
		}
		return r.other, err
	}
	if r.interp == nil {
		var i *exec.Interp
		if i, err = exec.NewInterp(p, exec.Config{}); err == nil {
			r.interp = i
		}
	}
	return r.interp, err
}

// judgeTest checks an Unsafe result. It replays the test in the JIT and in a second machine, and both have to reach the
// obligation. It minimises the test if this is cheap.
func (r *replayer) judgeTest(ctx context.Context, t *verify.Task, u *verify.Unsafe) ruling {
	if u.Test == nil || u.Obligation == nil {
		return ruling{reason: "a violation without a test", bug: true}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	jit, err := r.first(t.Program)
	if err != nil {
		return ruling{reason: "the test cannot be replayed: " + verify.Said(err)}
	}
	run, err := testgen.Run(ctx, t.Program, jit, u.Test)
	if err != nil {
		return ruling{reason: "the test cannot be replayed: " + verify.Said(err)}
	}
	if r.layouts == nil {
		r.layouts = testgen.NewLayouts(t)
	}
	if run.Wild && run.Fuel <= interpFuel { // only the interpreter knows the objects of pointers outside of them
		return r.judgeStrays(ctx, t, u)
	}
	if run.Addr && !u.Obligation.Unmodelled() {
		return r.judgeAddresses(ctx, t, u, run)
	}
	if why := testgen.Shows(t, run, u.Obligation); why != "" {
		return ruling{reason: why}
	}
	if u.Obligation.Unmodelled() {
		return ruling{reason: testgen.Unmodelled(t.Program, u.Obligation), stop: true}
	}
	if why := showsRead(ctx, t, run, u.Obligation); why != "" {
		return ruling{reason: why}
	}
	test := testgen.FromRun(run, u.Test.Note)
	if small := r.smaller(ctx, t, jit, run, test, u.Obligation); small != nil {
		test = small
	}
	other, err := r.second(t.Program, run.Fuel)
	if err != nil {
		return ruling{reason: "the test cannot be replayed: " + verify.Said(err)}
	}
	again, err := testgen.Run(ctx, t.Program, other, test)
	if err != nil {
		return ruling{reason: "the test cannot be replayed: " + verify.Said(err)}
	}
	if why := testgen.Shows(t, again, u.Obligation); why != "" {
		if again.Outcome.Kind == exec.Cancelled {
			return ruling{reason: why}
		}
		return ruling{reason: "the machines disagree on the test: " + why, bug: true}
	}
	source := confirmed(ctx, t, u.Obligation, again)
	if ru, not := refuted(source); not {
		return ru
	}
	return ruling{ok: true, run: again, test: testgen.FromRun(again, u.Test.Note), source: source}
}

// judgeStrays checks a test whose run stores a pointer outside of its object. Only the interpreter tracks such
// pointers, so it alone has to show the violation.
func (r *replayer) judgeStrays(ctx context.Context, t *verify.Task, u *verify.Unsafe) ruling {
	m, err := r.second(t.Program, 0)
	if err != nil {
		return ruling{reason: "the test cannot be replayed: " + verify.Said(err)}
	}
	run, err := testgen.Run(ctx, t.Program, m, u.Test)
	if err != nil {
		return ruling{reason: "the test cannot be replayed: " + verify.Said(err)}
	}
	if run.Addr && !u.Obligation.Unmodelled() {
		return r.judgeAddresses(ctx, t, u, run)
	}
	if why := testgen.Shows(t, run, u.Obligation); why != "" {
		return ruling{reason: why}
	}
	if u.Obligation.Unmodelled() {
		return ruling{reason: testgen.Unmodelled(t.Program, u.Obligation), stop: true}
	}
	if why := showsRead(ctx, t, run, u.Obligation); why != "" {
		return ruling{reason: why}
	}
	source := confirmed(ctx, t, u.Obligation, run)
	if ru, not := refuted(source); not {
		return ru
	}
	return ruling{ok: true, run: run, test: testgen.FromRun(run, u.Test.Note), source: source}
}

// judgeAddresses checks a test whose run depends on addresses: the interpreter has to show the violation under every
// layout. The returned test has the reads of the runs under all layouts.
func (r *replayer) judgeAddresses(ctx context.Context, t *verify.Task, u *verify.Unsafe, run *exec.Run) ruling {
	test, why := r.layouts.Everywhere(run, u.Obligation)
	if why != "" {
		return ruling{reason: why}
	}
	m, err := r.second(t.Program, run.Fuel)
	if err != nil {
		return ruling{reason: "the test cannot be replayed: " + verify.Said(err)}
	}
	again, err := testgen.Run(ctx, t.Program, m, test)
	if err != nil {
		return ruling{reason: "the test cannot be replayed: " + verify.Said(err)}
	}
	if o := again.Outcome; o.Kind != exec.Violated || o.Obligation != u.Obligation {
		return ruling{reason: "the machines disagree on the test", bug: o.Kind != exec.Cancelled}
	}
	if why := showsRead(ctx, t, again, u.Obligation); why != "" {
		return ruling{reason: why}
	}
	test.Note = u.Test.Note
	source := confirmed(ctx, t, u.Obligation, again)
	// the compiled program has another layout, or treats addresses in another way
	if source.Verdict == confirm.Differs || source.Verdict == confirm.Crashes {
		return ruling{reason: "the test depends on the addresses of objects; " + source.Why}
	}
	return ruling{ok: true, run: again, test: test, source: source}
}

// refuted returns the ruling on a violation that the compiled source does not show. The second result is false if the
// source does not contradict the violation. A crash of the compiled program does not prove that the machines are wrong.
func refuted(a confirm.Answer) (ru ruling, is bool) {
	switch a.Verdict { // sound: other verdicts do not contradict the violation
	case confirm.Differs:
		return ruling{reason: "the violation is not one of the source: " + a.Why + "; please report this", bug: true}, true
	case confirm.Crashes:
		return ruling{reason: "the violation is not shown by the source: " + a.Why}, true
	}
	return ruling{}, false
}

// confirmTime bounds the replay on the source, which may exceed the time of the task.
const confirmTime = 10 * time.Second

// confirmed replays a violation on the source, if the task has one.
func confirmed(ctx context.Context, t *verify.Task, o *ir.Obligation, run *exec.Run) confirm.Answer {
	if t.Original == nil {
		return confirm.Answer{}
	}
	defer t.Log.Timer("confirm")()
	ctx, cancel := clock.WithTimeout(context.WithoutCancel(ctx), confirmTime)
	defer cancel()
	return confirm.Source(ctx, t, o, run)
}

// readersTime bounds the replay with the readers of library functions (verify.Task.Readers), which may exceed the time
// of the task.
const readersTime = 5 * time.Second

// showsRead is testgen.ShowsRead with a limit of its own, which may exceed the time of the task.
func showsRead(ctx context.Context, t *verify.Task, run *exec.Run, o *ir.Obligation) string {
	if t.Readers == nil {
		return ""
	}
	ctx, cancel := clock.WithTimeout(context.WithoutCancel(ctx), readersTime)
	defer cancel()
	return testgen.ShowsRead(ctx, t, run, o)
}

// Limits of a minimisation: fuel and number of reads of the run, work, and time of all steps.
const (
	smallerFuel  = 1 << 22
	smallerReads = 1 << 14
	smallerWork  = 1 << 25
	smallerTime  = time.Second
	smallerLate  = 100 * time.Millisecond // time for a violation that is found at the end of the time limit
)

// smaller returns a minimised test; nil if the run is too long, or no smaller test is found.
func (r *replayer) smaller(ctx context.Context, t *verify.Task, m *exec.JIT, run *exec.Run, test *verify.Test,
	o *ir.Obligation) *verify.Test {
	if r.plain || run.Fuel > smallerFuel || len(run.Reads) == 0 || len(run.Reads) > smallerReads {
		return nil
	}
	defer t.Log.Timer("minimise")()
	if !t.Options.Determ {
		limit := smallerTime
		if end, ok := ctx.Deadline(); ok {
			limit = min(limit, max(time.Until(end)/2, smallerLate))
		}
		var cancel context.CancelFunc
		ctx, cancel = clock.WithTimeout(context.WithoutCancel(ctx), limit)
		defer cancel()
	}
	small, err := testgen.Minimise(ctx, t.Program, m, test, func(r *exec.Run) bool { return testgen.Shows(t, r, o) == "" },
		smallerWork)
	if err != nil {
		return nil
	}
	if t.Readers != nil { // the minimiser does not run the program with readers
		if again, err := testgen.Run(ctx, t.Program, m, small); err != nil || showsRead(ctx, t, again, o) != "" {
			return nil
		}
	}
	return small
}
