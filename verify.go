package tandem

import (
	"context"
	"encoding/json"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/report"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// VerifyOptions say how a program is verified.
type VerifyOptions struct {
	TimeLimit time.Duration // 0: the limit of the context only
	Memory    uint64        // bytes, solvers included; 0: no limit
	Strategy  string        // name or text of a strategy (docs/strategies.md); "": the default
	Engine    string        // run only this engine, instead of a strategy; its options follow after a colon
	First     bool          // end the search at the first violation
	Events    func(Event)   // called during the search, from one goroutine; nil: no events
}

// Event reports the progress of a search.
type Event struct {
	Elapsed time.Duration
	Decided int  // checks that are proved or violated so far
	Checks  int  // all checks
	Found   bool // a violation is known, while the search continues with the other checks
}

// eventEvery is the period of events. The first violation causes an event at once.
const eventEvery = time.Second

// Verdict is the answer for a program.
type Verdict string

// The verdicts.
const (
	True    Verdict = Verdict(verify.True)        // all checks are proved
	False   Verdict = Verdict(verify.False)       // a check is violated
	Unknown Verdict = Verdict(verify.UnknownVerd) // neither is known
)

// Status is the result for one check.
type Status string

// The statuses of a check.
const (
	Proved     Status = Status(verify.Proved)
	Violated   Status = Status(verify.Violated)
	Open       Status = Status(verify.Open)
	NotReached Status = Status(verify.NotReached) // the automaton has no path to the check's error
)

// Check is one property to be proved: an assertion, or a rule of C (docs/checks.md).
type Check struct {
	Kind     string // unreach-call, assertion, no-overflow, valid-deref, ...
	Text     string // the condition or the operation, as C
	At       Position
	Function string
	Status   Status
	Engine   string // the engine that decided the check
	Reason   string // why an open check is not decided
}

// Input is a value that a run reads from outside of the program.
type Input struct {
	Name  string // the function or variable that the value is read from
	Type  string
	Value string
	At    Position
}

// Step is a line of a trace.
type Step struct {
	At       Position
	Function string
	Source   string // the text of the line
	Values   []Assignment
}

// Assignment is a change of a variable, with the new value.
type Assignment struct{ Name, Value string }

// Violation is a run that violates a check.
type Violation struct {
	Check  int     // index in Result.Checks of the violated check
	Inputs []Input // in the order of reading
	Text   string  // the inputs that are not 0, in the form of RunOptions.Inputs; "" if there are too many
	Trace  []Step
	Source string // "confirmed" if the compiled source shows the violation, else why that was not tried
}

// Result is the answer of Verify.
type Result struct {
	Verdict   Verdict
	Reason    string // why the verdict is Unknown
	Checks    []Check
	Violation *Violation // nil unless the verdict is False
	Assuming  []string   // unproved assumptions that the verdict depends on
	Wall, CPU time.Duration

	session *app.Session
	report  *report.Report
}

// Verify decides the checks of the program. If the time is used up or the context ends first, the verdict is Unknown
// with a reason, and the result has the checks that are decided. The error is an *InputError about the options.
func (p *Program) Verify(ctx context.Context, opt VerifyOptions) (*Result, error) {
	news := make(chan struct{}, 1)
	s, err := app.NewSession(p.task, app.VerifyOptions{TimeLimit: opt.TimeLimit, Memory: opt.Memory,
		Strategy: opt.Strategy, Engine: opt.Engine, First: opt.First, OnViolation: func() {
			select {
			case news <- struct{}{}:
			default:
			}
		}})
	if err != nil {
		return nil, public(err)
	}
	if opt.Events != nil {
		ended := make(chan struct{})
		done := make(chan struct{})
		go func() {
			defer close(done)
			tell(s, opt.Events, news, ended)
		}()
		defer func() { close(ended); <-done }()
	}
	return newResult(s, s.Run(ctx)), nil
}

// tell calls events until ended is closed: once per eventEvery, and when news receives the first violation.
func tell(s *app.Session, events func(Event), news, ended <-chan struct{}) {
	start := time.Now()
	tick := time.NewTicker(eventEvery)
	defer tick.Stop()
	found := false
	for {
		select {
		case <-ended:
			return
		case <-news:
			found = true
		case <-tick.C:
		}
		decided, all := s.Decided()
		events(Event{Elapsed: time.Since(start), Decided: decided, Checks: all, Found: found})
	}
}

// newResult returns the result that the report of a session describes.
func newResult(s *app.Session, rep *report.Report) *Result {
	r := &Result{Verdict: Verdict(rep.Verdict), Reason: rep.Reason, Wall: seconds(rep.Seconds), CPU: seconds(rep.CPU),
		session: s, report: rep}
	index := map[int]int{}
	for i, o := range rep.Obligations {
		index[o.ID] = i
		r.Checks = append(r.Checks, Check{Kind: o.Kind, Text: o.Text, At: position(o.Pos), Function: o.Func,
			Status: Status(o.Status), Engine: o.Engine, Reason: o.Reason})
	}
	for _, a := range rep.Assuming {
		r.Assuming = append(r.Assuming, a.String())
	}
	if c := rep.Counterexample; c != nil {
		r.Violation = &Violation{Check: index[c.Obligation], Inputs: inputs(c.Inputs), Text: c.Text,
			Trace: steps(c.Trace), Source: c.Source}
	}
	return r
}

// JSON returns the result in the form that docs/json.md describes.
func (r *Result) JSON() ([]byte, error) { return json.MarshalIndent(r.report, "", "  ") }

// Witness returns the result as a witness of SV-COMP, in YAML. ok is false if there is no witness: for Unknown, and for
// a violation that has no corresponding line in the program.
func (r *Result) Witness() (text []byte, ok bool, err error) { return r.session.Witness(false, "") }

// seconds returns a number of seconds as a duration.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// position returns a position of the IR in its public form.
func position(p ir.Pos) Position { return Position{File: p.File, Line: p.Line, Column: p.Col} }

// inputs returns inputs of a report in their public form.
func inputs(in []report.Input) (out []Input) {
	for _, i := range in {
		out = append(out, Input{Name: i.Name, Type: i.Type, Value: i.Value, At: position(i.Pos)})
	}
	return out
}

// steps returns the lines of a trace; t may be nil.
func steps(t *report.Trace) (out []Step) {
	if t == nil {
		return nil
	}
	for _, part := range [][]report.Step{t.First, t.Last} {
		for _, s := range part {
			step := Step{At: Position{File: s.File, Line: s.Line}, Function: s.Func, Source: s.Source}
			for _, v := range s.Values {
				step.Values = append(step.Values, Assignment{v.Name, v.Value})
			}
			out = append(out, step)
		}
	}
	return out
}
