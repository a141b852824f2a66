package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/tandem-verifier/tandem/internal/condition"
	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// openPart returns the part of a task that the condition in a file leaves open (docs/residual.md), and the condition.
// It restricts the reference program, and prepares it again with the given passes. An error is an *InputError.
func openPart(t *Task, file string, passes instrument.Options) (*Task, *restrict.Condition, error) {
	c, err := readCondition(t, file)
	if err != nil {
		return nil, nil, err
	}
	ref, _, err := restrict.Apply(t.Reference, restrict.Scope{Condition: c})
	if err != nil {
		return nil, nil, &InputError{File: file, Msg: err.Error()}
	}
	p, err := instrument.Derive(ref, passes)
	if err != nil {
		return nil, nil, fmt.Errorf("internal error: passes: %w", err)
	}
	part, err := narrowed(t, p, c.Obligations)
	return part, c, err
}

// narrowed returns the task on program p, a part of the task's program. It asks for the obligations whose originals in
// the reference program are in open; nil: all.
func narrowed(t *Task, p *ir.Program, open []*ir.Obligation) (*Task, error) {
	m, err := derive.Between(p, t.Reference)
	if err != nil {
		return nil, err
	}
	part := *t
	part.Program, part.Map, part.Parts, part.Obligations = p, m, nil, []*ir.Obligation{}
	for _, o := range p.Obligations {
		if open == nil || slices.Contains(open, m.Obligation(o)) {
			part.Obligations = append(part.Obligations, o)
		}
	}
	return &part, nil
}

// readCondition reads a condition file for a task.
func readCondition(t *Task, file string) (*restrict.Condition, error) {
	text, err := verify.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return condition.Read(t, file, string(text))
}

// whole reports whether a condition leaves all of a program open.
func whole(p *ir.Program, c *restrict.Condition) bool {
	return len(c.States) == 0 &&
		(c.Obligations == nil ||
			!slices.ContainsFunc(p.Obligations, func(o *ir.Obligation) bool { return !slices.Contains(c.Obligations, o) }))
}

// forTask returns the outcome for the task, given the outcome for the part that the session works on. If the part is
// the whole task, they are the same. Otherwise a proof is only a proof of the part: no engine has checked that the rest
// is verified, as a condition file claims, or has worked on the paths outside of a range.
func (s *Session) forTask(out *coop.Outcome) *coop.Outcome {
	if s.holds == "" {
		return out
	}
	n, holds := *out, s.holds
	if n.Verdict == verify.True {
		n.Verdict, n.Reason, n.Assuming = verify.UnknownVerd, holds, nil
	}
	n.Findings = slices.Clone(out.Findings)
	for i, f := range n.Findings {
		if f.Status == verify.Proved || f.Status == verify.NotReached {
			n.Findings[i] = coop.Finding{Obligation: f.Obligation, Status: verify.Open, Reason: holds}
		}
	}
	return &n
}

// Limits of the time to compute the remaining executions and their description.
const (
	wordsShare = 1.0 / 40 // after a run that used up its time: share of the time limit, but not more than wordsMost
	wordsMost  = 100 * time.Millisecond
	wordsEarly = 2 * time.Second // after a run that ended before
)

// remainingContext returns the context for computing the remaining executions. Its limit is one of wall time, like that
// of the run.
func (s *Session) remainingContext() (context.Context, context.CancelFunc) {
	if s.task.Options.Determ {
		return context.WithCancel(context.Background())
	}
	most := wordsEarly
	if end := s.limit.Load(); end != nil {
		late := min(time.Duration(wordsShare*float64(end.Sub(s.start))), wordsMost)
		most = min(most, max(time.Until(*end), late))
	}
	return context.WithTimeout(context.Background(), most)
}

// left returns the executions that a run has not verified, as a condition of the reference program, and their
// description; nil after a violation. Translating a condition of the prepared program may take long: if the time is
// over before it is done, the condition has all executions of the open obligations.
func (s *Session) left(out *coop.Outcome) (left *restrict.Condition, words string) {
	type said struct {
		left  *restrict.Condition
		words string
	}
	ctx, cancel := s.remainingContext()
	defer cancel()
	exact := make(chan said, 1)
	go func() {
		c := s.residual(ctx, out)
		if c == nil {
			exact <- said{}
			return
		}
		exact <- said{c, s.words(c)}
	}()
	select {
	case x := <-exact:
		return x.left, x.words
	case <-ctx.Done():
	}
	s.task.Log.Debug("no time to find the remaining executions: all are taken to remain")
	coarse := *out
	if out.Left != nil {
		coarse.Left = &restrict.Condition{Obligations: out.Left.Obligations, Note: out.Left.Note}
	}
	left = s.residual(context.Background(), &coarse)
	return left, s.words(left)
}

// residual returns the executions that an outcome leaves open, as a condition of the reference program; nil after a
// violation.
func (s *Session) residual(ctx context.Context, out *coop.Outcome) *restrict.Condition {
	defer s.task.Log.Timer("condition")()
	ref := s.task.Reference
	left := &restrict.Condition{}
	switch {
	case ref == nil || out.Verdict == verify.False:
		return nil
	case out.Verdict == verify.True:
		left.Obligations, left.States = []*ir.Obligation{}, []restrict.ConditionState{{Verified: true}}
	default:
		var err error
		if left, err = restrict.Down(ctx, s.task.Program, ref, out.Left); err != nil {
			s.task.Log.Warn("the remaining executions are not known: all are taken to remain", "error", err)
			left = &restrict.Condition{}
		}
	}
	if s.claim != nil {
		left = left.And(s.claim)
	}
	left = left.Contract(ref).Minimise()
	if left.Obligations = left.Unproved(ref); len(left.Obligations) == 0 {
		left.States = []restrict.ConditionState{{Verified: true}}
	}
	return left
}

// Condition returns the remaining executions as the text of a condition file, and their description; "" after a
// violation. With automaton set, the text is an AssumptionAutomaton of CPAchecker.
func (s *Session) Condition(automaton bool) (text, words string) {
	out := s.plain
	if out == nil { // Run has not ended
		out = s.runner.Snapshot()
	}
	left, words := s.left(out)
	if left == nil {
		return "", ""
	}
	if automaton {
		return condition.WriteAutomaton(s.task.Reference, left), words
	}
	return condition.Write(s.task, left, out.Assumed), words
}

// Words describes the executions that a verdict unknown leaves open; "" if nothing is known but the open obligations.
func (s *Session) Words() string {
	switch {
	case s.out != nil && s.opt.Range != nil && s.holds != "" && s.plain.Verdict == verify.True:
		return "the paths out of " + clipped(s.opt.Range.Range)
	case s.out == nil || s.out.Verdict != verify.UnknownVerd || s.task.Reference == nil || s.plain.Left == nil ||
		len(s.plain.Left.States) == 0:
		return ""
	}
	_, words := s.left(s.plain)
	return words
}

// words describes the executions of a condition. If the session works on a range, it describes them as a part of the
// range.
func (s *Session) words(left *restrict.Condition) string {
	words := condition.Words(s.task.Reference, s.asked, left)
	if s.opt.Range != nil && s.holds != "" {
		words = "of the paths " + clipped(s.opt.Range.Range) + ": " + words
	}
	return words
}

// askedOf returns the obligations of the reference program that a task asks for, each once.
func askedOf(t *Task) (out []*ir.Obligation) {
	for _, o := range t.Asked() {
		if o = t.Map.Obligation(o); o != nil && !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	return out
}

// LoadOpen is Load for the part of a program that a condition file leaves open. Options that are not given have the
// values with which the file was made.
func LoadOpen(opt Options, file string, files ...string) (*Task, error) {
	text, err := verify.ReadFile(file)
	if err != nil {
		return nil, err
	}
	own := opt
	if opt.spec, err = asMade(&opt, file, string(text)); err != nil {
		return nil, err
	}
	t, err := Load(opt, files...)
	var wrong, mine *UsageError
	if errors.As(err, &wrong) { // are the options at fault, or those from the file?
		if _, err := Load(own, files...); !errors.As(err, &mine) {
			return nil, &InputError{File: file, Line: 1, Col: 1, Msg: "the options that the condition was made with: " +
				wrong.Msg}
		}
	}
	return t, err
}

// LoadOpenSuite is LoadSuite for the part of a program that a condition file leaves open. Options that are not given
// have the values with which the file was made.
func LoadOpenSuite(opt Options, file string, files ...string) (*Task, error) {
	t, err := LoadOpen(opt, file, files...)
	if err != nil {
		return nil, err
	}
	o := passes(t)
	o.Inline, o.Simplify, o.Results = false, false, true
	part, _, err := openPart(t, file, o)
	if err != nil {
		return nil, err
	}
	part.Original = nil
	return part, nil
}

// asMade sets the options that are not given to the values in a condition file. It returns the text of the file's
// property; "" if the property is that assertions hold.
func asMade(o *Options, file, text string) (property string, err error) {
	said, err := condition.Options(file, text)
	if err != nil {
		return "", err
	}
	set := func(to *string, name string) {
		if v := said["option "+name]; *to == "" && v != "" {
			*to = v
		}
	}
	set(&o.Overflow, "overflow")
	set(&o.After, "after-undefined")
	set(&o.Missing, "missing-bodies")
	set(&o.Entry, "entry")
	set(&o.Alias, "alias")
	set(&o.Null, "null")
	if property = said["property"]; property == "assertions" {
		property = ""
		if set(&o.Check, "check"); o.Check == "" {
			o.Check = "none"
		}
	}
	list := func(to *[]string, name string) {
		if len(*to) == 0 {
			*to = condition.Several(said["option "+name])
		}
	}
	list(&o.ArraySizes, "array-size")
	list(&o.ErrorFuncs, "error-function")
	list(&o.RemoveBodies, "remove-body")
	list(&o.Allocators, "allocator")
	list(&o.Assume, "assume")
	if n, err := strconv.Atoi(said["option window"]); err == nil && o.Window == 0 {
		o.Window = n
	}
	if said["model"] == "ILP32" && o.Model == 0 {
		o.Model = 32
	}
	o.MallocFails = o.MallocFails || said["option malloc-may-fail"] != ""
	o.HavocGlobals = o.HavocGlobals || said["option havoc-globals"] != ""
	return property, nil
}
