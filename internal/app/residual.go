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

// openPart is the part of a task that the condition in a file leaves open (docs/residual.md): the reference program is
// restricted, and prepared again as the passes say. An error is an *InputError.
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

// narrowed is a task on a part of its program, with the obligations of the reference program that are open; nil: all.
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

// readCondition reads a file for a task.
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

// said returns what an outcome says of the task. Of a part that a file leaves open no engine has looked whether the
// file is right, and outside of a range none has looked at all, so that a proof is one of that part.
func (s *Session) said(out *coop.Outcome) *coop.Outcome {
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

// Limits of the time for saying what is left after a run that used up its time.
const (
	wordsShare = 1.0 / 40 // of the time limit
	wordsMost  = 100 * time.Millisecond
	wordsEarly = 2 * time.Second // of a run that ended before
)

// moment is the time for saying what is left. It is one on the wall, as the limit of the run is.
func (s *Session) moment() (context.Context, context.CancelFunc) {
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

// left is what a run has left of the task and the words for it; nil after a violation. Taking a condition of the
// prepared program back to the reference program may take long: where the time is over before, all executions of the
// open obligations are left.
func (s *Session) left(out *coop.Outcome) (left *restrict.Condition, words string) {
	type said struct {
		left  *restrict.Condition
		words string
	}
	ctx, cancel := s.moment()
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
	s.task.Log.Debug("no time to say which executions are left: all are")
	coarse := *out
	if out.Left != nil {
		coarse.Left = &restrict.Condition{Obligations: out.Left.Obligations, Note: out.Left.Note}
	}
	left = s.residual(context.Background(), &coarse)
	return left, s.words(left)
}

// residual is what a run has left of the task, as a condition of the reference program, with what it rests on; nil
// after a violation.
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
			s.task.Log.Warn("what is left cannot be said: all is", "error", err)
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

// Condition is what is left of the task as the text of a file, and in words; "" after a violation.
// With automaton it is an AssumptionAutomaton of CPAchecker.
func (s *Session) Condition(automaton bool) (text, words string) {
	out := s.plain
	if out == nil { // it is still at work
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

// Words say what is left of an unknown; "" if nothing more is known than which obligations are.
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

// words say what is left; of a range what is left of it.
func (s *Session) words(left *restrict.Condition) string {
	words := condition.Words(s.task.Reference, s.asked, left)
	if s.opt.Range != nil && s.holds != "" {
		words = "of the paths " + clipped(s.opt.Range.Range) + ": " + words
	}
	return words
}

// askedOf lists the obligations of the reference program that a task is about.
func askedOf(t *Task) (out []*ir.Obligation) {
	for _, o := range t.Asked() {
		if o = t.Map.Obligation(o); o != nil && !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	return out
}

// LoadOpen is Load for what the condition in a file leaves open: the program is read as the file says that it was.
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
	if errors.As(err, &wrong) { // of the command line, or of the file?
		if _, err := Load(own, files...); !errors.As(err, &mine) {
			return nil, &InputError{File: file, Line: 1, Col: 1, Msg: "the options that the condition was made with: " +
				wrong.Msg}
		}
	}
	return t, err
}

// LoadOpenSuite is LoadSuite for what the condition in a file leaves open: the program is read as the file says that it
// was.
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

// asMade lets options that are not given be those of a file, and gives the text of its property.
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
