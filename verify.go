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
	TimeLimit time.Duration // 0: that of the context
	Memory    uint64        // bytes, solvers included; 0: no limit
	Strategy  string        // a name or a text (docs/strategies.md); "": the default
	Engine    string        // this engine alone, with its options after a colon; wins over Strategy
	First     bool          // the first violation ends the search
	Events    func(Event)   // called while the search goes on, from one goroutine; nil: no events
}

// Event is something that happened during a search.
type Event struct {
	Elapsed time.Duration
	Decided int  // checks that are proved or violated so far
	Checks  int  // all checks
	Found   bool // a violation is known; the search goes on with the other checks
}

// eventEvery is the time between two events without news.
const eventEvery = time.Second

// Verdict answers the question that a program asks.
type Verdict string

// The verdicts: each check is proved; one is violated; neither.
const (
	True    Verdict = Verdict(verify.True)
	False   Verdict = Verdict(verify.False)
	Unknown Verdict = Verdict(verify.UnknownVerd)
)

// Status is what is known of one check.
type Status string

// The states of a check.
const (
	Proved     Status = Status(verify.Proved)
	Violated   Status = Status(verify.Violated)
	Open       Status = Status(verify.Open)
	NotReached Status = Status(verify.NotReached) // the search ended before the check was looked at
)

// Check is one thing to be proved: an assertion, or a rule of C (docs/checks.md).
type Check struct {
	Kind     string // unreach-call, assertion, no-overflow, valid-deref, ...
	Text     string // the condition or the operation, as C
	At       Position
	Function string
	Status   Status
	Engine   string // that decided it
	Reason   string // of an open one
}

// Input is a value that a run reads.
type Input struct {
	Name  string // the function or variable that it is read from
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

// Assignment is a variable of the program that was set, with its new value.
type Assignment struct{ Name, Value string }

// Violation is a run that violates a check.
type Violation struct {
	Check  int     // index in Result.Checks
	Inputs []Input // in the order of reading
	Text   string  // the inputs that are not 0, as Program.Run takes them; "" if there are too many
	Trace  []Step
	Source string // "confirmed" if the compiled source shows it, else why that was not tried
}

// Result is the answer to a program.
type Result struct {
	Verdict   Verdict
	Reason    string // of Unknown
	Checks    []Check
	Violation *Violation // of False
	Assuming  []string   // what the verdict rests on that was not proved
	Wall, CPU time.Duration

	session *app.Session
	report  *report.Report
}

// Verify decides the checks of the program. When the time is used up or the context ends, it returns what it has; the
// verdict is then Unknown with a reason. Its error is an *InputError about the options.
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

// tell calls events until ended is closed.
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

// JSON returns the result as docs/json.md describes it.
func (r *Result) JSON() ([]byte, error) { return json.MarshalIndent(r.report, "", "  ") }

// Witness returns the result as a witness of SV-COMP, in YAML; ok is false where there is none: for Unknown, and for
// violations that no line of the program stands for.
func (r *Result) Witness() (text []byte, ok bool, err error) { return r.session.Witness(false, "") }

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func position(p ir.Pos) Position { return Position{File: p.File, Line: p.Line, Column: p.Col} }

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
