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
	// bytes, solvers included; the caller watches that, here each of the solvers gets its share; 0: no limit
	Memory    uint64
	Strategy  string           // a name, or a text (docs/strategies.md); "": the default
	Engine    string           // only this engine, with options after a colon; wins over Strategy
	Trace     report.TraceMode // of a counterexample; "": what the violation depends on
	Condition string           // a file with a condition: only what it leaves open is worked on (docs/residual.md)
	Range     *RangeProgram    // of MakeRange: only its paths are worked on (docs/ranged.md); not with Condition
	Residual  bool             // what is left is asked for: Session.Condition
	Glance    bool             // likewise, as far as it takes no time from the search, for words: Session.Words
	First     bool             // the first violation ends it
	// called when a violation is known and the search goes on with the other checks; Session.Known has it
	OnViolation func()
	// after a violation of a check the others have all of the time; else as long again as it took so far, at least 2 s
	Rest bool
}

// strategy is the one that is asked for.
func (o *VerifyOptions) strategy() (s coop.Strategy, err error) {
	if o.Engine != "" {
		s, err = coop.Single(o.Engine, Engines())
	} else {
		s, err = ReadStrategy(o.Strategy)
	}
	if err != nil {
		return s, &UsageError{err.Error()}
	}
	return s, nil
}

// Valid says whether there are the engine and the strategy that options name. Its error is a *UsageError.
func (o VerifyOptions) Valid() error {
	_, err := o.strategy()
	return err
}

// Report is the answer to a task; its fields are its JSON form.
type Report = report.Report

// Session is one verification under way: Partial may be called from another
// goroutine while Run works.
type Session struct {
	task   *Task
	opt    VerifyOptions
	runner *coop.Runner
	start  time.Time
	limit  atomic.Pointer[time.Time] // the deadline of Run; nil: there is none, or Run has not begun
	out    *coop.Outcome             // after Run
	plain  *coop.Outcome             // the same, of the part that a file leaves open
	asked  []*ir.Obligation          // of the reference program
	claim  *restrict.Condition       // what is open, of the file or as the range says; nil: all, or more than can be said
	holds  string                    // what a proof says of the task; "": that it is proved
	ends   ends                      // of executions that end at invalid accesses
	mu     sync.Mutex                // protects task and runner while others than Run look at them
}

// NewSession prepares a verification. The error is a *UsageError, or of the file with a condition an *InputError.
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

// solversPart is the part of the memory that one solver may have, which is killed with its query lost rather than the
// run.
const solversPart = 2

// Reasons for the end of a run, as causes of its context.
var (
	ErrTime      = errors.New("time limit")
	ErrMemory    = errors.New("memory limit")
	ErrCPU       = errors.New("CPU time limit")
	ErrInterrupt = errors.New("interrupted")
)

// Run verifies until the task is decided or the context ends. At the time limit it returns the partial result: the
// verdict is then unknown with a reason.
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
	s.out = s.said(s.plain)
	// A trace of a violation found just in time may take a moment more.
	traceCtx := context.WithoutCancel(ctx)
	if !s.task.Options.Determ {
		var cancel context.CancelFunc
		traceCtx, cancel = context.WithTimeout(traceCtx, time.Second)
		defer cancel()
	}
	return s.report(traceCtx, s.out, context.Cause(ctx))
}

// State returns how much is decided, for people who wait; "" where there is only one check.
func (s *Session) State() string {
	decided, all := s.Decided()
	if all < 2 {
		return ""
	}
	return fmt.Sprintf("%d of %d checks decided; ", decided, all)
}

// Decided returns the number of checks that are decided as of now, and of all.
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

// partialTrace is how long Partial takes for the trace of a violation.
const partialTrace = 200 * time.Millisecond

// Partial is the report as of now; a violation has as much of a trace as takes no time.
func (s *Session) Partial(why error) *Report {
	ctx, cancel := context.WithTimeout(context.Background(), partialTrace)
	defer cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.report(ctx, s.said(s.runner.Snapshot()), why)
}

// Known is the session as it would be if it ended now, for its artefacts, with its report; nil as long as no violation
// is known.
func (s *Session) Known() (*Session, *Report) {
	s.mu.Lock()
	known := &Session{task: s.task, opt: s.opt, start: s.start, out: s.said(s.runner.Snapshot())}
	s.mu.Unlock()
	if known.out.Violated == nil {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return known, known.report(ctx, known.out, nil)
}

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

// leftPaths says which ranges of paths a ranged strategy has left.
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
	return "; left of the paths: " + strings.Join(out, ", ")
}

// hideProgress is an unknown that does not say how far it came: where the clock or the memory
// cuts a run short differs from run to run, and --deterministic promises the same output.
func hideProgress(out *coop.Outcome, why error) *coop.Outcome {
	n := *out
	n.Reason = why.Error() + " (--deterministic: results may differ)"
	n.Steps, n.Assuming = nil, nil
	n.Findings = slices.Clone(out.Findings)
	for i, f := range n.Findings {
		if f.Status != verify.NotReached {
			n.Findings[i] = coop.Finding{Obligation: f.Obligation, Status: verify.Open}
		}
	}
	return &n
}
