package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/report"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// VerifyOptions say how a task is verified.
type VerifyOptions struct {
	TimeLimit time.Duration // 0: none
	// limit in bytes, solvers included. The caller has to enforce it; the session only limits each solver to a share.
	Memory    uint64
	Strategy  string           // name or text of a strategy (docs/strategies.md); "": the default
	Engine    string           // run only this engine, instead of a strategy; its options follow after a colon
	Trace     report.TraceMode // mode of the counterexample's trace; "": steps that the violation depends on
	Condition string           // a condition file: verify only the executions that it leaves open (docs/residual.md)
	Range     *RangeProgram    // verify only the paths of this range (docs/ranged.md); not with Condition
	Residual  bool             // compute the remaining executions, for Session.Condition
	Glance    bool             // likewise for Session.Words, as far as it takes no time from the search
	First     bool             // end at the first violation
	// called when a violation is known, while the search continues with the other checks; see Session.Known
	OnViolation func()
	// after a violation, continue with the other checks until the time limit; otherwise for as long as the search has
	// taken so far, but at least 2 s
	Rest bool
	// kinds of facts that engines do not exchange, separated by commas, or "all"
	NoExchange string
	Jobs       int // how many jobs of the strategy may be at work at the same time; 0 is 1
}

// strategy returns the strategy of the options.
func (o *VerifyOptions) strategy() (s coop.Strategy, err error) {
	if o.Engine != "" {
		s, err = coop.Single(o.Engine, Engines())
	} else {
		s, err = ReadStrategy(o.Strategy)
	}
	if err != nil {
		return s, &UsageError{err.Error()}
	}
	kept, err := factKinds(o.NoExchange)
	s.Kept = append(s.Kept, kept...)
	return s, err
}

// factKinds parses VerifyOptions.NoExchange. Its error is a *UsageError.
func factKinds(text string) (out []verify.FactKind, err error) {
	switch text {
	case "":
		return nil, nil
	case "all":
		return verify.FactKinds(), nil
	}
	for _, name := range strings.Split(text, ",") {
		if !slices.Contains(verify.FactKinds(), verify.FactKind(name)) {
			return nil, &UsageError{fmt.Sprintf("--no-exchange: no kind of facts %q (there are: %s, all)", name, FactKinds())}
		}
		out = append(out, verify.FactKind(name))
	}
	return out, nil
}

// FactKinds returns the kinds of facts that engines exchange, separated by commas.
func FactKinds() string {
	var names []string
	for _, k := range verify.FactKinds() {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}

// Valid checks the names of the engine and the strategy. Its error is a *UsageError.
func (o VerifyOptions) Valid() error {
	_, err := o.strategy()
	return err
}

// Report is the result for a task; its fields are its JSON form.
type Report = report.Report

// Session is a verification. Partial may be called from another goroutine while Run works.
type Session struct {
	task   *Task
	opt    VerifyOptions
	runner *coop.Runner
	start  time.Time
	limit  atomic.Pointer[time.Time] // the deadline of Run; nil: none, or Run has not begun
	out    *coop.Outcome             // the outcome for the task, after Run
	plain  *coop.Outcome             // the outcome for the part that the session works on, after Run
	asked  []*ir.Obligation          // the asked obligations, of the reference program
	claim  *restrict.Condition       // the executions to verify, of Condition or Range; nil: all, or no condition has them
	// what a proof of the part means for the task, in words; "": the part is the whole task
	holds string
	ends  ends       // for executions that end at invalid accesses
	mu    sync.Mutex // protects task and runner, which Run replaces while other goroutines read them
}

// NewSession prepares a verification. The error is a *UsageError, or an *InputError for a condition file.
func NewSession(t *Task, opt VerifyOptions) (*Session, error) {
	engines := Engines()
	if err := verify.Validate(engines); err != nil {
		return nil, err
	}
	strategy, err := opt.strategy()
	if err != nil {
		return nil, err
	}
	s := &Session{opt: opt, start: time.Now()}
	if t.Map != nil {
		s.asked = askedOf(t)
	}
	if opt.Condition != "" {
		if t, s.claim, err = openPart(t, opt.Condition, passes(t)); err != nil {
			return nil, err
		}
		if whole(t.Reference, s.claim) {
			s.claim = nil
		} else {
			s.holds = "holds where " + opt.Condition + " leaves it open"
		}
	}
	if opt.Range != nil {
		if t, err = s.within(t, opt.Range); err != nil {
			return nil, err
		}
	}
	if opt.Memory > 0 {
		t = t.With(verify.Budget{Time: t.Budget.Time, Work: t.Budget.Work, Memory: opt.Memory / solversPart})
	}
	c := *t
	c.Faults = &verify.Faults{}
	s.ends = ends{may: s.mayEnd(t), places: map[ir.Pos]bool{}, strategy: strategy}
	s.task, s.runner = &c, s.runnerOf(&c)
	return s, nil
}

// solversPart is the divisor of the memory limit: one solver may use 1/solversPart. A solver that needs more is killed
// and only its query is lost, before the whole run exceeds the limit.
const solversPart = 2

// Reasons for the end of a run, as causes of its context.
var (
	ErrTime      = errors.New("time limit")
	ErrMemory    = errors.New("memory limit")
	ErrCPU       = errors.New("CPU time limit")
	ErrInterrupt = errors.New("interrupted")
)

// Run verifies until the task is decided or the context ends. If time is up, the verdict is unknown with a reason, and
// the report has the partial result.
func (s *Session) Run(ctx context.Context) *Report {
	if s.opt.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, s.start.Add(s.opt.TimeLimit), ErrTime)
		defer cancel()
	}
	if end, limited := ctx.Deadline(); limited {
		s.limit.Store(&end)
	}
	if _, limited := ctx.Deadline(); limited && clock.Of(ctx) == nil && !s.task.Options.Determ {
		ctx = clock.With(ctx, clock.New())
	}
	s.plain = s.search(ctx)
	s.vacuous(ctx, s.plain)
	s.out = s.forTask(s.plain)
	// The trace of a violation that was found just in time may take longer than the limit.
	traceCtx := context.WithoutCancel(ctx)
	if !s.task.Options.Determ {
		var cancel context.CancelFunc
		traceCtx, cancel = context.WithTimeout(traceCtx, time.Second)
		defer cancel()
	}
	return s.report(traceCtx, s.out, context.Cause(ctx))
}

// State returns how many checks are decided, as text for a progress line; "" if there is only one check.
func (s *Session) State() string {
	decided, all := s.Decided()
	if all < 2 {
		return ""
	}
	return fmt.Sprintf("%d of %d checks decided; ", decided, all)
}

// Decided returns the number of checks that are decided so far, and the number of all checks.
func (s *Session) Decided() (decided, all int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.runner.Snapshot().Findings {
		all++
		if f.Status != verify.Open {
			decided++
		}
	}
	return decided, all
}

// partialTrace bounds the time of Partial for the trace of a violation.
const partialTrace = 200 * time.Millisecond

// Partial returns the report as of now; why is the reason for the end of the run. The trace of a violation is as long
// as time allows.
func (s *Session) Partial(why error) *Report {
	ctx, cancel := context.WithTimeout(context.Background(), partialTrace)
	defer cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.report(ctx, s.forTask(s.runner.Snapshot()), why)
}

// Known returns a copy of the session as if it ended now, to write the files of a violation, and its report; nil as
// long as no violation is known.
func (s *Session) Known() (*Session, *Report) {
	s.mu.Lock()
	known := &Session{task: s.task, opt: s.opt, start: s.start, out: s.forTask(s.runner.Snapshot())}
	s.mu.Unlock()
	if known.out.Violated == nil {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return known, known.report(ctx, known.out, nil)
}

// report makes the report of an outcome; why is the reason for an early end, or nil.
func (s *Session) report(ctx context.Context, out *coop.Outcome, why error) *Report {
	// More time would not give a function its body or its model.
	cut := out.Verdict == verify.UnknownVerd && why != nil && !errors.Is(why, context.Canceled)
	switch {
	case cut && s.task.Options.Determ:
		out = hideProgress(out, why)
	case cut && !strings.HasPrefix(out.Reason, "no body for ") && !strings.HasPrefix(out.Reason, "no model of "):
		out.Reason = why.Error() + leftPaths(out.Ranges)
		if met := s.task.Faults.Reason(); met != "" {
			out.Reason += "; a run that reaches the error has " + met
		}
	}
	rep := report.New(ctx, s.task, out, report.Meta{Tool: "tandem " + Version(), Time: time.Since(s.start),
		Source: report.SourceLines(), Trace: s.opt.Trace})
	if s.opt.Range != nil {
		rep.Range = s.opt.Range.Range
	}
	return rep
}

// leftPaths returns the end of a reason with the ranges of paths that a ranged strategy has not verified.
func leftPaths(left []coop.RangeLeft) string {
	const most, length = 3, 60
	var out []string
	for i, l := range left {
		if i == most {
			out = append(out, fmt.Sprintf("%d more %s", len(left)-i, report.Plural(len(left)-i, "range", "ranges")))
			break
		}
		text, _, _ := strings.Cut(l.Range, "@")
		if len(text) > length {
			text = text[:length] + "..."
		}
		out = append(out, text)
	}
	if len(out) == 0 {
		return ""
	}
	return "; remaining paths: " + strings.Join(out, ", ")
}

// hideProgress returns an outcome with the verdict unknown, without partial results. A run that a limit of time or
// memory ends has other partial results each time, and --deterministic promises equal output.
func hideProgress(out *coop.Outcome, why error) *coop.Outcome {
	n := *out
	n.Reason = why.Error() + " (--deterministic: results may differ)"
	n.Steps, n.Assuming, n.Exchange = nil, nil, nil
	n.Findings = slices.Clone(out.Findings)
	for i, f := range n.Findings {
		if f.Status != verify.NotReached {
			n.Findings[i] = coop.Finding{Obligation: f.Obligation, Status: verify.Open}
		}
	}
	return &n
}
