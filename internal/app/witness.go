package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/report"
	"github.com/tandem-verifier/tandem/internal/verify"
	"github.com/tandem-verifier/tandem/internal/witness"
)

// WitnessVerdict is the answer of a validation.
type WitnessVerdict string

// The verdicts. A correctness witness is confirmed if all invariants and the property are proved. A violation witness
// is confirmed if a replayed run follows it into the violation. A witness is rejected if a replayed run violates an
// invariant or the property, if no execution that follows it violates the property, or if it is malformed or about
// another task.
const (
	WitnessConfirmed WitnessVerdict = "confirmed"
	WitnessRejected  WitnessVerdict = "rejected"
	WitnessUnknown   WitnessVerdict = "unknown"
)

// WitnessOptions say how a witness is checked.
type WitnessOptions struct {
	TimeLimit  time.Duration // 0: none
	IgnoreHash bool          // if the hash in the witness is of another file, only warn
}

// WitnessReport is the result of a validation; its fields are its JSON form.
type WitnessReport struct {
	Version    int               `json:"version"`
	Tool       string            `json:"tool"`
	Witness    string            `json:"witness"`
	Files      []string          `json:"files"`
	Format     string            `json:"format"` // YAML 2.0, GraphML 1.0
	Kind       string            `json:"kind"`   // correctness, violation
	Producer   string            `json:"producer,omitempty"`
	Verdict    WitnessVerdict    `json:"verdict"`
	Reason     string            `json:"reason,omitempty"`  // reason of a verdict other than confirmed
	Excerpt    string            `json:"excerpt,omitempty"` // the lines at fault of a malformed witness
	Warnings   []string          `json:"warnings,omitempty"`
	Invariants []WitnessClaim    `json:"invariants,omitempty"`
	Violation  *WitnessViolation `json:"violation,omitempty"`
	Assuming   []string          `json:"assuming,omitempty"` // unproved assumptions that the verdict depends on
	Seconds    float64           `json:"seconds"`
}

// WitnessClaim is an invariant of the witness with its status.
type WitnessClaim struct {
	Pos      ir.Pos        `json:"pos"`
	Function string        `json:"function,omitempty"`
	Value    string        `json:"value"`
	Status   verify.Status `json:"status"`
	Engine   string        `json:"engine,omitempty"`
}

// WitnessViolation describes the run that decided the verdict: it violates the property, or an invariant.
type WitnessViolation struct {
	Kind   string         `json:"kind"`
	Text   string         `json:"text"`
	Pos    ir.Pos         `json:"pos"`
	Engine string         `json:"engine"`
	Inputs []report.Input `json:"inputs"` // the first MaxInputs
	Total  int            `json:"total_inputs"`
}

// ResultLine returns the last line of the report's text form.
func (r *WitnessReport) ResultLine() string {
	if r.Reason == "" {
		return "RESULT: " + string(r.Verdict)
	}
	return fmt.Sprintf("RESULT: %s (%s)", r.Verdict, r.Reason)
}

// set sets the verdict with its reason. Lines of the reason after the first one become the excerpt.
func (r *WitnessReport) set(v WitnessVerdict, format string, args ...any) {
	first, rest, _ := strings.Cut(strings.TrimSpace(fmt.Sprintf(format, args...)), "\n")
	r.Verdict, r.Reason, r.Excerpt = v, strings.TrimSpace(first), strings.TrimRight(rest, "\n ")
}

// rejection is the error that ends a validation early since the witness itself is at fault.
type rejection struct{ reason string }

func (e *rejection) Error() string { return e.reason }

// reject returns a *rejection.
func reject(format string, args ...any) error { return &rejection{fmt.Sprintf(format, args...)} }

// CheckWitness validates a witness for a program. If the options have no property or data model, it takes them from the
// witness. Errors are like those of Load, and *InputError for the file of the witness.
func CheckWitness(ctx context.Context, opt Options, wopt WitnessOptions, file string, files ...string) (*WitnessReport,
	error) {
	start := time.Now()
	if wopt.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, start.Add(wopt.TimeLimit), ErrTime)
		defer cancel()
	}
	if IsSPL(files...) {
		return nil, noWitness
	}
	data, err := verify.ReadFile(file)
	if err != nil {
		return nil, err
	}
	v := &validation{opt: opt, wopt: wopt, files: files, data: data,
		rep: &WitnessReport{Version: 1, Tool: "tandem " + Version(), Witness: file, Files: files, Verdict: WitnessUnknown}}
	err = v.run(ctx)
	var re *rejection
	var un *UnsupportedError
	switch {
	case errors.As(err, &re):
		v.rep.set(WitnessRejected, "%s", re.reason)
	case errors.As(err, &un):
		v.rep.set(WitnessUnknown, "%s", un.Reason)
	case err != nil:
		return nil, err
	}
	v.rep.Seconds = time.Since(start).Seconds()
	return v.rep, nil
}

// validation is the state of the validation of a witness.
type validation struct {
	opt   Options
	wopt  WitnessOptions
	files []string
	data  []byte
	doc   *witness.Document
	rep   *WitnessReport
	woven *witness.Woven
}

// run reads the witness and validates it according to its kind.
func (v *validation) run(ctx context.Context) error {
	doc, err := witness.Open(v.data)
	if err != nil {
		return reject("malformed: %s", strings.Replace(strings.TrimPrefix(err.Error(), "witness: "), "yaml: yaml: ", "yaml: ",
			1))
	}
	v.doc = doc
	v.rep.Format, v.rep.Producer, v.rep.Kind = doc.Format, doc.Producer, "violation"
	if doc.Correctness {
		v.rep.Kind = "correctness"
	}
	if err := v.opt.ofWitness(doc, v.files); err != nil {
		return err
	}
	if doc.Correctness {
		return v.correctness(ctx)
	}
	return v.violation(ctx)
}

// ofWitness takes property and data model from a witness if the options have none.
func (o *Options) ofWitness(doc *witness.Document, files []string) error {
	inC := len(files) > 0 && !isTaskDef(files[0])
	if o.Property == "" {
		o.spec = doc.Specification
		if strings.TrimSpace(doc.Specification) == "" {
			return reject("malformed: no specification")
		}
		props, err := verify.ParseProperties("the witness", []byte(doc.Specification))
		if err != nil {
			return reject("malformed: %v", err)
		}
		if err := o.checks(props); err != nil {
			return err
		}
		// A witness of plain assertions follows no competition's conventions.
		if props[0].Kind == "assertion" && o.Missing == "" && inC {
			o.Missing = string(verify.MissingUnknown)
		}
	}
	if o.Model == 0 && inC {
		o.Model = int(doc.Model)
	}
	return nil
}

// checks compares --check with the properties of a witness that was written without a property file. It returns an
// error if they differ.
func (o *Options) checks(props []verify.Property) error {
	if o.Check == "" {
		return nil
	}
	kinds, err := verify.ReadChecks(o.Check)
	if err != nil {
		return &UsageError{err.Error()}
	}
	p, err := supported(props)
	if err != nil {
		return err
	}
	if !slices.Equal(kinds, p.Undef) {
		return reject("the witness is of another property than --check %s: %s", o.Check, o.spec)
	}
	o.Check = ""
	return nil
}

// noWitness is the error for programs in SPL.
var noWitness = &UsageError{"witnesses exist for C only, not for programs in SPL"}

// load checks the witness against the task, and returns the task whose program has the witness woven in. strict selects
// a reading of violation witnesses that allows fewer executions.
func (v *validation) load(strict bool) (*Task, error) {
	opt := v.opt
	opt.Raw, opt.reads = true, true
	t, err := Load(opt, v.files...)
	if err != nil {
		return nil, err
	}
	if IsSPL(t.Files...) {
		return nil, noWitness
	}
	src, err := sourcesOf(t)
	if err != nil {
		return nil, err
	}
	warnings, err := admit(v.doc, t, src, v.wopt.IgnoreHash)
	v.warn(warnings...)
	if err != nil {
		return nil, err
	}
	wo := witness.WeaveOptions{Files: t.Files, Sources: src, Strict: strict,
		Exact: t.Options.Overflow == verify.Undefined || slices.Contains(t.Options.Checks, ir.NoOverflow)}
	if v.woven, err = v.doc.Weave(t.Program, wo); err != nil {
		return nil, reject("%v", err)
	}
	v.warn(v.woven.Warnings...)
	if err := refer(t, passes(t)); err != nil {
		return nil, err
	}
	if !v.doc.Correctness && len(v.woven.Open) == 0 && !v.woven.Accept(t.Reference) {
		return nil, reject("the property cannot be violated at the target")
	}
	t.Faults = &verify.Faults{}
	return t, prepare(t, passes(t))
}

// sourcesOf returns the texts of the program's files.
func sourcesOf(t *Task) (witness.Sources, error) {
	src := witness.Sources{}
	for _, f := range t.Files {
		text, err := verify.ReadFile(f)
		if err != nil {
			return nil, err
		}
		src[f] = text
	}
	return src, nil
}

// warn adds warnings to the report, each once.
func (v *validation) warn(texts ...string) {
	for _, t := range texts {
		known := false
		for _, w := range v.rep.Warnings {
			known = known || w == t
		}
		if !known {
			v.rep.Warnings = append(v.rep.Warnings, t)
		}
	}
}

// mild has the rules of the lint whose breach does not affect the claim of a witness.
var mild = map[string]bool{"uuid": true, "creation_time": true, "creationtime": true, "producer": true, "column": true,
	"language":      true,
	"specification": true, "data_model": true, "key": true, "data": true, "graph": true, "syntax": true,
	"architecture": true, "stack": true, "thread": true}

// admit returns a rejection for a witness that is malformed, or about another task. A breach of a rule that does not
// affect the claim gives a warning.
func admit(doc *witness.Document, t *Task, src witness.Sources, ignoreHash bool) (warnings []string, err error) {
	for _, p := range doc.Lint(src) {
		otherName := p.Rule == "location" && strings.HasSuffix(p.Text, "is no input file")
		if mild[p.Rule] || otherName || p.Rule == "hash" && ignoreHash {
			warnings = append(warnings, p.String())
			continue
		}
		if p.Rule == "hash" {
			return warnings, reject("the witness is of another program: %s", p.Text)
		}
		return warnings, reject("malformed: %s", p)
	}
	if m := doc.Model; m != 0 && m != t.Program.Model {
		return warnings, reject("the witness is of data model %s, the task of %s", m, t.Program.Model)
	}
	props, err := verify.ParseProperties("the witness", []byte(doc.Specification))
	if err != nil {
		return warnings, reject("malformed: %v", err)
	}
	if t.Property.Undef != nil && t.Property.Given() {
		asserts := func(p verify.Property) bool { return p.Kind == "assertion" }
		if p, err := supported(props); err != nil || !slices.Equal(p.Undef, t.Property.Undef) ||
			p.Entry != t.Property.Entry || asserts(p) != asserts(t.Property) {
			return warnings, reject("the witness is of another property: %s", doc.Specification)
		}
		return warnings, nil
	}
	if p := props[0]; t.Property.Given() && (len(props) > 1 || p.Kind != t.Property.Kind || p.Error != t.Property.Error ||
		p.Entry != t.Property.Entry || p.Label != t.Property.Label) {
		return warnings, reject("the witness is of another property: %s", doc.Specification)
	}
	return warnings, nil
}

// solve runs the default strategy on a program with a witness woven in, after a turn of the engine first, which knows
// the witness. It publishes facts, if any, as a candidate.
func (v *validation) solve(ctx context.Context, t *Task, first verify.Engine, facts verify.Payload) (*coop.Outcome,
	error) {
	engines := append([]verify.Engine{first}, Engines()...)
	if err := verify.Validate(engines); err != nil {
		return nil, err
	}
	s, err := coop.Parse(fmt.Sprintf("seq(%s 30%%, %s)", first.Name, Strategies()[0].Job), engines)
	if err != nil {
		return nil, err
	}
	r := coop.NewRunner(t, s, engines)
	r.First()
	if facts != nil {
		if _, err := r.Board().Publish(verify.Fact{Payload: facts, Status: verify.Candidate,
			Producer: first.Name}); err != nil {
			return nil, err
		}
	}
	if t.Options.After == verify.Stop && !t.Options.Determ {
		defer endSoon(ctx, t, r, nil)()
	}
	return r.Run(ctx), nil
}

// guardAll puts guards before all accesses of a task whose runs have met invalid accesses (again.go), and prepares it
// again. The obligations of the reference program do not change. It reports whether it added guards.
func guardAll(ctx context.Context, t *Task) (bool, error) {
	everywhere := func(ir.Pos) bool { return true }
	if t.Options.After != verify.Stop || len(t.Faults.Places()) == 0 || alwaysUndefined(ctx, t) ||
		instrument.EndAtInvalid(t.Reference, everywhere) == 0 {
		return false, nil
	}
	t.Parts, t.Faults = &verify.PartSet{}, &verify.Faults{}
	return true, prepare(t, passes(t))
}

// correctness validates a correctness witness: it tries to prove the obligations of the property and of the invariants.
func (v *validation) correctness(ctx context.Context) error {
	t, err := v.load(false)
	if err != nil {
		return err
	}
	out, err := v.prove(ctx, t)
	if err == nil && out.Verdict == verify.UnknownVerd && ctx.Err() == nil {
		var more bool
		if more, err = guardAll(ctx, t); more && err == nil {
			out, err = v.prove(ctx, t)
		}
	}
	if err != nil {
		return err
	}
	v.assuming(out)
	open, held := v.claims(t, out)
	switch {
	case out.Verdict == verify.False:
		v.describe(t, out)
		o := out.Violated.Obligation
		found := slices.ContainsFunc(v.woven.Claims, func(c witness.Claim) bool {
			of := t.Map.Obligation(o)
			return c.Found && of != nil && (of == c.Holds || of == c.Defined)
		})
		switch {
		case found:
			v.rep.set(WitnessUnknown, "the invariant %s does not hold at %s, but the automaton may mean another "+
				"location", short(o.Text), o.Pos)
		case o.Kind == witness.KindInvariant:
			v.rep.set(WitnessRejected, "the invariant %s does not hold at %s", short(o.Text), o.Pos)
		case o.Kind == witness.KindUndefined:
			v.rep.set(WitnessRejected, "the invariant %s has no value at %s", short(o.Text), o.Pos)
		default:
			v.rep.set(WitnessRejected, "the property is violated at %s", o.Pos)
		}
	case len(v.woven.Open) > 0:
		v.rep.set(WitnessUnknown, "not understood: %s", v.woven.Open[0])
	case out.Verdict == verify.True:
		v.rep.Verdict = WitnessConfirmed
	case open != "":
		v.rep.set(WitnessUnknown, "not proved: %s; %s", open, out.Reason)
	case held:
		v.rep.set(WitnessUnknown, "the invariants hold, but the property is not proved: %s", out.Reason)
	default:
		v.rep.set(WitnessUnknown, "%s", out.Reason)
	}
	return nil
}

// prove runs the strategy, with the witness's invariants as candidates.
func (v *validation) prove(ctx context.Context, t *Task) (*coop.Outcome, error) {
	var invs []verify.Invariant
	for _, c := range witness.Candidates(t.Program) {
		invs = append(invs, verify.Invariant{Loc: c.Loc, Expr: c.Expr})
	}
	var facts verify.Payload
	if len(invs) > 0 {
		facts = &verify.Candidates{Invariants: invs}
	}
	return v.solve(ctx, t, inductiveEngine(invs), facts)
}

// claims adds the status of each invariant to the report. open describes the first invariant that is not proved; held
// reports whether all are.
func (v *validation) claims(t *Task, out *coop.Outcome) (open string, held bool) {
	rank := map[verify.Status]int{verify.NotReached: 0, verify.Proved: 1, verify.Open: 2, verify.Violated: 3}
	held = len(v.woven.Open) == 0
	for _, c := range v.woven.Claims {
		f := coop.Finding{Status: verify.NotReached}
		for _, x := range out.Findings {
			if o := t.Map.Obligation(x.Obligation); o != nil && (o == c.Holds || o == c.Defined) &&
				(f.Obligation == nil || rank[x.Status] > rank[f.Status]) {
				f = x
			}
		}
		v.rep.Invariants = append(v.rep.Invariants, WitnessClaim{c.Pos, c.Func, c.Value, f.Status, f.Engine})
		if f.Status == verify.Open {
			held = false
			if open == "" {
				open = fmt.Sprintf("%s at %s", short(c.Value), c.Pos)
			}
		}
	}
	return open, held
}

// short returns an expression, cut to 80 characters.
func short(s string) string {
	if r := []rune(s); len(r) > 80 {
		return string(r[:77]) + "..."
	}
	return s
}

// assuming sets the assumptions of the report.
func (v *validation) assuming(out *coop.Outcome) {
	v.rep.Assuming = nil
	for _, a := range out.Assuming {
		v.rep.Assuming = append(v.rep.Assuming, a.String())
	}
}

// describe adds the run that decided to the report.
func (v *validation) describe(t *Task, out *coop.Outcome) {
	f := out.Violated
	v.rep.Violation = &WitnessViolation{Kind: f.Obligation.Kind, Text: f.Obligation.Text, Pos: f.Obligation.Pos,
		Engine: f.Engine,
		Inputs: report.Inputs(t.Program, f.Run.Reads), Total: len(f.Run.Reads)}
}

// strictShare is the share of the time for the strict reading of a violation witness. The strict reading comes first,
// since it has fewer executions to search; the other reading allows all executions that it allows.
const strictShare = 0.6

// violation validates a violation witness: it searches for a run that follows the witness into the violation, first
// with the strict reading.
func (v *validation) violation(ctx context.Context) error {
	reason := ""
	for _, strict := range []bool{true, false} {
		t, err := v.load(strict)
		if err != nil {
			return err
		}
		if len(v.woven.Open) > 0 {
			v.rep.set(WitnessUnknown, "not understood: %s", v.woven.Open[0])
			return nil
		}
		part, cancel := ctx, context.CancelFunc(func() {})
		if deadline, ok := ctx.Deadline(); ok && strict {
			part, cancel = context.WithTimeout(ctx, time.Duration(float64(time.Until(deadline))*strictShare))
		} else if strict && !v.opt.Deterministic {
			part, cancel = context.WithTimeout(ctx, time.Minute)
		}
		out, err := v.solve(part, t, replayEngine(v.woven.Hints), nil)
		cancel()
		if err != nil {
			return err
		}
		v.assuming(out)
		switch out.Verdict {
		case verify.False:
			v.describe(t, out)
			v.rep.Verdict = WitnessConfirmed
			return nil
		case verify.True:
			if !strict && v.woven.Loose {
				v.rep.set(WitnessUnknown, "no execution follows the witness as far as it is understood")
				return nil
			}
			if !strict {
				v.rep.set(WitnessRejected, "no execution that follows the witness violates the property")
				return nil
			}
		}
		reason = out.Reason
	}
	v.rep.set(WitnessUnknown, "no run was found that follows the witness into the violation: %s", reason)
	return nil
}
