package coop

import (
	"context"
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

// This file is the only place where a status is given (docs/architecture.md). An engine's
// result is a claim; what becomes of it:
//
//	Safe     confirmed by check       -> proved
//	         refuted                  -> unknown, loud: a bug of the engine
//	         undecided                -> unknown (proof not confirmed)
//	Unsafe   replayed by two machines -> violated
//	         not by the compiled source -> unknown, loud: a bug of the front end; not loud where that crashes
//	         undefined behaviour      -> unknown (undefined behaviour at file:line before it)
//	         a call without model or  -> unknown (no model of f), and no proof can be found:
//	         body is reached             what is left of the time goes to tests
//	         anything else            -> unknown

// ruling is what became of a claim.
type ruling struct {
	ok       bool
	reason   string // why not
	bug      bool   // the claim was wrong
	stop     bool   // the run reaches a call without model or body
	run      *exec.Run
	test     *verify.Test
	assuming []verify.Assumption
	source   confirm.Answer   // of a violation
	proof    verify.Evidence  // of a proof: what was confirmed
	part     bool             // it is only a part of the claim's
	left     []*ir.Obligation // what that part does not prove, for the reason
}

// proofWork bounds the check of a proof under --deterministic.
const proofWork = 20 * obs.PerSecond

// judgeProof decides a Safe result.
func judgeProof(ctx context.Context, t *verify.Task, s *verify.Safe) ruling {
	if s.Proof == nil {
		return ruling{reason: "a proof without evidence", bug: true}
	}
	switch out := check.ProofOrPart(ctx, t.With(verify.Budget{Work: proofWork}), s); out.Verdict {
	case check.Confirmed:
		ru := ruling{ok: true, assuming: append(append([]verify.Assumption(nil), s.Assuming...), out.Assuming...),
			proof: s.Proof}
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

// covers asks check whether the parts of a task are all of it.
func covers(ctx context.Context, t *verify.Task, o *ir.Obligation, scopes []verify.Scope) bool {
	return check.Cover(ctx, t, []*ir.Obligation{o}, scopes).Verdict == check.Confirmed
}

// interpFuel is how long a run may be to be replayed in the interpreter, in
// units of fuel; longer runs are replayed by other generated code instead.
const interpFuel = 1 << 24

// replayer keeps the machines that replay tests; they replay one at a time.
type replayer struct {
	mu            sync.Mutex
	jit           *exec.JIT
	interp, other exec.Machine
	layouts       *testgen.Layouts
	plain         bool // tests are not made smaller: whoever asked will do that
}

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

func (r *replayer) first(p *ir.Program) (m *exec.JIT, err error) {
	if r.jit == nil {
		r.jit, err = exec.CompileJIT(p, exec.Config{}, exec.JITOptions{})
	}
	return r.jit, err
}

// second returns the machine that must agree with the JIT.
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

// judgeTest decides an Unsafe result: the test is replayed in the JIT and in
// the interpreter, and both must reach the obligation in the same way. The
// test that is kept is a smaller one where that is cheap to find.
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

// judgeStrays decides on a test whose run stores a pointer outside of its object: the interpreter alone has to show the
// violation.
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

// judgeAddresses decides on a test whose run looks at addresses: the interpreter has to show the violation under
// every layout. The test that is kept reads what is read under any of them.
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
	// its layout, or what it does with addresses, is another
	if source.Verdict == confirm.Differs || source.Verdict == confirm.Crashes {
		return ruling{reason: "the test depends on the addresses of objects; " + source.Why}
	}
	return ruling{ok: true, run: again, test: test, source: source}
}

// refuted returns the ruling on a violation that the compiled source does not show. Where that crashes neither machine
// is wrong for sure.
func refuted(a confirm.Answer) (ru ruling, is bool) {
	switch a.Verdict { // sound: nothing speaks against the violation
	case confirm.Differs:
		return ruling{reason: "the violation is not one of the source: " + a.Why + "; please report this", bug: true}, true
	case confirm.Crashes:
		return ruling{reason: "the violation is not shown by the source: " + a.Why}, true
	}
	return ruling{}, false
}

// confirmTime is what the replay on the source may take, beyond the time of the task too.
const confirmTime = 10 * time.Second

// confirmed replays a violation on the source.
func confirmed(ctx context.Context, t *verify.Task, o *ir.Obligation, run *exec.Run) confirm.Answer {
	if t.Original == nil {
		return confirm.Answer{}
	}
	defer t.Log.Timer("confirm")()
	ctx, cancel := clock.WithTimeout(context.WithoutCancel(ctx), confirmTime)
	defer cancel()
	return confirm.Source(ctx, t, o, run)
}

// readersTime is what a replay with what functions of the library read may take, beyond the time of the task too.
const readersTime = 5 * time.Second

// showsRead is testgen.ShowsRead, which goes on when the time of the task is over.
func showsRead(ctx context.Context, t *verify.Task, run *exec.Run, o *ir.Obligation) string {
	if t.Readers == nil {
		return ""
	}
	ctx, cancel := clock.WithTimeout(context.WithoutCancel(ctx), readersTime)
	defer cancel()
	return testgen.ShowsRead(ctx, t, run, o)
}

// Limits of a minimisation: fuel of the run, what it reads, and the time of all steps, in addition to a share of the
// time that the task has left.
const (
	smallerFuel  = 1 << 22
	smallerReads = 1 << 14
	smallerWork  = 1 << 25
	smallerTime  = time.Second
	smallerLate  = 100 * time.Millisecond // of a violation found just in time
)

// smaller minimises a test whose run is not too long.
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
	if t.Readers != nil { // which the minimiser does not run
		if again, err := testgen.Run(ctx, t.Program, m, small); err != nil || showsRead(ctx, t, again, o) != "" {
			return nil
		}
	}
	return small
}
