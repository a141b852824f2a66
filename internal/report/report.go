// Package report presents the result of a verification: as text for a terminal, and as a JSON document.
//
//	rep := report.New(ctx, task, outcome, meta)
//	report.Text(os.Stdout, rep, report.Options{})
//	json.NewEncoder(os.Stdout).Encode(rep)
//
// A counterexample is shown as a trace in terms of the source. The trace has a line for each visit of a source line
// that changes a variable of the user, reads an input, or decides a branch. It does not have temporaries, headers and
// library models.
package report

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/confirm"
	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Version is the version of the JSON form. It changes when a field changes its meaning or is removed.
const Version = 1

// Report is the result for a task. docs/json.md describes its JSON form.
type Report struct {
	Version  int            `json:"version"`
	Tool     string         `json:"tool"`
	Files    []string       `json:"files"`
	Model    string         `json:"data_model"`
	Property string         `json:"property"` // the text of the property file, or "assertions"
	Options  verify.Options `json:"options"`

	Verdict verify.Verdict `json:"verdict"`
	Kind    string         `json:"kind,omitempty"`   // kind of the violated obligation: unreach-call, ...
	Reason  string         `json:"reason,omitempty"` // why the verdict is unknown
	Left    string         `json:"left,omitempty"`   // with the verdict unknown: the remaining executions in words
	Range   string         `json:"range,omitempty"`  // the paths that were verified; "": all
	Engine  string         `json:"engine,omitempty"` // the engine that decided

	Obligations    []Obligation        `json:"obligations"`
	Counterexample *Counterexample     `json:"counterexample,omitempty"`
	Assuming       []verify.Assumption `json:"assuming,omitempty"`
	Engines        []Engine            `json:"engines,omitempty"`
	Exchange       []verify.Exchange   `json:"exchange,omitempty"`    // facts that engines have exchanged
	Ranges         []RangeLeft         `json:"ranges_left,omitempty"` // with the verdict unknown, by a ranged strategy
	// engines that were at work when a limit ended the run; not with --deterministic
	Running  []string         `json:"running,omitempty"`
	Warnings []Warning        `json:"warnings,omitempty"`
	Counters map[string]int64 `json:"counters,omitempty"` // counters of engines; not with --deterministic

	Seconds float64 `json:"seconds,omitempty"` // wall time; not with --deterministic
	CPU     float64 `json:"cpu,omitempty"`     // processor time in seconds, solvers included; not with --deterministic
	Memory  uint64  `json:"memory,omitempty"`  // peak, bytes
}

// Obligation is an obligation of the task with its status.
type Obligation struct {
	ID   int    `json:"id"`
	Kind string `json:"kind"`
	Text string `json:"text"`
	Pos  ir.Pos `json:"pos"`
	Func string `json:"function"`
	// if inlining made copies: the calls that lead to this copy, outermost first
	Via    []ir.Pos      `json:"via,omitempty"`
	Status verify.Status `json:"status"`
	Engine string        `json:"engine,omitempty"`
	Reason string        `json:"reason,omitempty"`
	// It is also proved that no execution reaches it.
	Vacuous bool `json:"vacuous,omitempty"`
	// The test that violates it, if Counterexample is about another obligation.
	Inputs []Input `json:"inputs,omitempty"`
}

// Counterexample is a test that violates an obligation.
type Counterexample struct {
	Obligation int     `json:"obligation"`
	Total      int     `json:"total_inputs"`
	Inputs     []Input `json:"inputs"` // the first MaxInputs
	// the inputs that are not 0, in the form of run --inputs; "" also if there are more than MaxInputs
	Text   string `json:"text,omitempty"`
	Access string `json:"access,omitempty"` // why a memory access is invalid
	Trace  *Trace `json:"trace,omitempty"`
	Note   string `json:"note,omitempty"` // how the test was found
	// the result of the replay on the compiled source: confirmed, or why there was none; "" with --confirm=off
	Source string `json:"source,omitempty"`
}

// Input is a value that the run reads.
type Input struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Means string `json:"means,omitempty"` // the value as a character, or the meaning of a choice
	Type  string `json:"type"`
	Key   string `json:"key"`
	Occ   int    `json:"occurrence"`
	Off   int64  `json:"offset,omitempty"`
	Pos   ir.Pos `json:"pos"`
}

// Engine is the report on a turn of an engine.
type Engine struct {
	Name    string  `json:"name"`
	Result  string  `json:"result"`
	Reason  string  `json:"reason,omitempty"`
	Seconds float64 `json:"seconds,omitempty"`
	Bug     bool    `json:"bug,omitempty"`    // its claim was wrong
	Range   string  `json:"range,omitempty"`  // the paths that the result is about, for a ranged strategy
	Stolen  string  `json:"stolen,omitempty"` // the engine from which it took the range over, or a half of it
	Began   float64 `json:"began,omitempty"`  // seconds after the beginning of the search
}

// RangeLeft is a range of paths with undecided obligations, and the engines that worked on it.
type RangeLeft struct {
	Range   string   `json:"range"`
	Engines []string `json:"engines"`
}

// Warning is a warning of the front end.
type Warning struct {
	Pos  ir.Pos `json:"pos"`
	Text string `json:"text"`
}

// Meta has the data of a report other than the outcome.
type Meta struct {
	Tool   string // name and version
	Time   time.Duration
	Source func(file string) []string // returns the lines of a source file; nil: no source is shown
	Trace  TraceMode                  // mode of the counterexample's trace; "": TraceSlice
}

// New makes a report. It computes the trace of a counterexample, as far as the context allows.
func New(ctx context.Context, t *verify.Task, out *coop.Outcome, meta Meta) *Report {
	p := t.Program
	r := &Report{
		Version: Version, Tool: meta.Tool, Files: t.Files, Model: p.Model.String(),
		Property: t.Property.Text, Options: t.Options,
		Verdict: out.Verdict, Reason: out.Reason, Assuming: out.Assuming,
		Obligations: []Obligation{},
	}
	if r.Property == "" {
		r.Property = "assertions"
	}
	for _, f := range out.Findings {
		o := f.Obligation
		in := o.Func
		// the checks at the end of the program are in no function of the user
		if p.Entry != nil && in == p.Entry.Name && strings.HasPrefix(in, "_start") {
			in = ""
		}
		r.Obligations = append(r.Obligations, Obligation{ID: o.ID, Kind: o.Kind, Text: o.Text, Pos: o.Pos, Func: in,
			Via:    o.Via,
			Status: f.Status, Engine: f.Engine, Reason: f.Reason, Vacuous: f.Vacuous})
		if f.Status == verify.Violated && f.Test != nil && out.Violated != nil && out.Violated.Obligation != o {
			r.Obligations[len(r.Obligations)-1].Inputs = Inputs(p, f.Test.Records)
		}
		if f.Status == verify.Proved && r.Verdict == verify.True {
			r.Engine = f.Engine
		}
	}
	for _, s := range out.Steps {
		e := Engine{Name: s.Engine, Result: s.Result, Reason: s.Reason, Bug: s.Bug, Range: s.Range, Stolen: s.Stolen}
		if !t.Options.Determ {
			e.Seconds, e.Began = s.Time.Seconds(), s.Began.Seconds()
		}
		r.Engines = append(r.Engines, e)
	}
	r.Exchange = out.Exchange
	for _, l := range out.Ranges {
		r.Ranges = append(r.Ranges, RangeLeft{l.Range, l.By})
	}
	if !t.Options.Determ {
		r.Running = out.Running
	}
	for _, w := range p.Warnings {
		r.Warnings = append(r.Warnings, Warning{w.Pos, w.Text})
	}
	if !t.Options.Determ {
		r.Seconds = meta.Time.Seconds()
		r.Counters = counters(t.Log)
	} else {
		r.Memory = 0
	}
	if f := out.Violated; f != nil {
		r.Kind, r.Engine = f.Obligation.Kind, f.Engine
		r.Counterexample = counterexample(ctx, p, f, meta)
	}
	return r
}

// counters returns the counters of the log, without timers.
func counters(log *obs.Log) map[string]int64 {
	var out map[string]int64
	for _, s := range log.Stats() {
		if s.Count == 0 {
			continue
		}
		if out == nil {
			out = map[string]int64{}
		}
		out[s.Name] = s.Count
	}
	return out
}

// maxTraceFuel bounds the runs that are traced: the interpreter is slow.
const maxTraceFuel = 1 << 23

// counterexample returns the counterexample of a violated finding, with its trace.
func counterexample(ctx context.Context, p *ir.Program, f *coop.Finding, meta Meta) *Counterexample {
	c := &Counterexample{Obligation: f.Obligation.ID, Note: f.Test.Note, Total: len(f.Test.Records),
		Inputs: Inputs(p, f.Test.Records)}
	switch f.Source.Verdict {
	case confirm.Confirmed:
		c.Source = "confirmed"
	case confirm.Open:
		c.Source = f.Source.Why
	}
	if c.Total <= MaxInputs {
		c.Text = exec.FormatInputs(given(f.Test.Records), p)
	}
	mode := meta.Trace
	if mode == "" {
		mode = TraceSlice
	}
	if mode == TraceOff {
		defer func() { c.Trace = nil }()
	}
	if f.Run == nil || f.Run.Fuel > maxTraceFuel {
		c.Trace = &Trace{Fault: "the run is too long for a trace"}
		return c
	}
	source := meta.Source
	if source == nil {
		source = func(string) []string { return nil }
	}
	tr, run, err := NewTrace(ctx, p, exec.Chain(exec.FromRecords(p, f.Test.Records), exec.Zeros()), exec.Config{}, mode,
		source)
	switch {
	case err != nil:
		c.Trace = &Trace{Fault: err.Error()}
	case tr.End.Kind != exec.Violated:
		tr.Fault = "no time to trace the run to its end"
		c.Trace = tr
	default:
		c.Trace = tr
		if k := f.Obligation.Kind; run.Fault != nil && (k == ir.ValidDeref || k == ir.ValidFree) {
			c.Access = Invalid(run.Fault)
		}
		if k := f.Obligation.Kind; k == ir.ValidMemcleanup || k == ir.ValidMemtrack {
			c.Access = unfreed(tr.left, k == ir.ValidMemtrack)
		}
	}
	return c
}

// given returns the records that are not 0: a user has to give only these.
func given(rs []ir.Record) (out []ir.Record) {
	for _, r := range rs {
		if r.Bits != 0 || r.At.Kind != ir.Number {
			out = append(out, r)
		}
	}
	return out
}

// MaxInputs bounds the inputs that a report lists.
const MaxInputs = 1000

// Inputs returns records in their form for people, at most MaxInputs.
func Inputs(p *ir.Program, rs []ir.Record) []Input {
	out := []Input{}
	for _, rec := range rs[:min(len(rs), MaxInputs)] {
		s := p.Sites[rec.Site]
		out = append(out, Input{Name: inputName(s, rec.Key), Value: inputValue(p, rec), Means: inputMeaning(s, rec),
			Type: rec.Type.String(),
			Key:  s.Key, Occ: rec.Occ, Off: rec.Off, Pos: s.Pos})
	}
	return out
}

// Null is the value of an Input that is a null pointer.
const Null = "NULL"

// inputValue returns the value of a record as text.
func inputValue(p *ir.Program, r ir.Record) string {
	if r.At.Kind != ir.Number {
		return ir.PlaceText(p, r.At)
	}
	if r.Type.Kind == ir.Ptr {
		if r.Bits == 0 {
			return Null
		}
		return "a fresh object"
	}
	return formatValue(r.Type, r.Bits)
}

// inputMeaning returns the value of a record as a character, or the meaning of a choice; "" if the value needs no
// explanation.
func inputMeaning(s *ir.Site, r ir.Record) string {
	if r.At.Kind != ir.Number || r.Type.Kind != ir.Int {
		return ""
	}
	if m := s.Meaning(r.Bits); m != "" {
		return "(" + m + ")"
	}
	text := s.IsText() || s.Kind == ir.ObjectBytes && s.Label != ""
	return charText(r.Type == ir.I8 || text && r.Type.Size() == 1, r.Bits)
}

// meant returns a value followed by its meaning.
func meant(value, means string) string {
	if means == "" {
		return value
	}
	return value + " " + means
}

// vacuous returns the number of obligations that hold vacuously.
func (r *Report) vacuous() (n int) {
	for _, o := range r.Obligations {
		if o.Vacuous {
			n++
		}
	}
	return n
}

// ResultLine returns the last line of the text form, for people and scripts: RESULT: true | true (nothing to prove) |
// true (vacuously: ...) | false(kind) | unknown (reason).
func (r *Report) ResultLine() string {
	switch r.Verdict {
	case verify.True:
		if len(r.Obligations) == 0 {
			return "RESULT: true (nothing to prove)"
		}
		if r.vacuous() == len(r.Obligations) {
			return "RESULT: true (vacuously: no execution reaches what was to be proved)"
		}
		return "RESULT: true"
	case verify.False:
		return "RESULT: false(" + r.Kind + ")"
	}
	return unknownLine((&printer{}).plain(r.Reason))
}

// unknownLine returns the result line for the verdict unknown.
func unknownLine(reason string) string {
	reason = strings.Join(strings.Fields(reason), " ")
	if reason == "" {
		reason = "no reason given"
	}
	return fmt.Sprintf("RESULT: unknown (%s)", reason)
}
