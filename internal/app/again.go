package app

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// With --after-undefined=stop, no execution continues after an invalid memory access. A guard before every access would
// model this, but guards are expensive, and often no verdict depends on them. The first search therefore has no guards:
// an invalid read gives any value. A proof then covers more executions than necessary, and a run that reaches the error
// after an invalid access is not a violation. If the first search finds only such runs, it is repeated in a program
// with guards at the positions of their invalid accesses; after a few repetitions, with guards at all accesses. The
// search is not repeated if all tried runs of the program end at an invalid access: a proof about such a program would
// be worthless.

// Limits of searches with guards.
const (
	againPlaces = 3 // number of searches with guards at single accesses
	againPart   = 3 // a search that met invalid accesses ends after 1/againPart of the time limit
	// minimal time of a search after a run that met an invalid access before the error
	againLeast = 500 * time.Millisecond
)

// ends is the state of the repeated searches for executions that end at invalid accesses.
type ends struct {
	may      bool              // executions end at invalid accesses, and the search may be repeated
	places   map[ir.Pos]bool   // positions of accesses with guards
	all      bool              // all accesses have guards
	rounds   int               // number of searches with guards
	strategy coop.Strategy     // the strategy of every search
	steps    []coop.StepReport // the steps of the previous searches
}

// mayEnd reports whether executions of the task end at invalid accesses, and the search may be repeated with guards. It
// may not if the session works on a part of a program, or has to return one: with other guards, the parts are
// different.
func (s *Session) mayEnd(t *Task) bool {
	part := s.opt.Condition != "" || s.opt.Range != nil || s.opt.Residual
	return t.Options.After == verify.Stop && t.Reference != nil && !part
}

// runnerOf returns a runner of a task with the options of the session.
func (s *Session) runnerOf(t *Task) *coop.Runner {
	r := coop.NewRunner(t, s.ends.strategy, Engines())
	r.Jobs(s.opt.Jobs)
	switch {
	case s.opt.First:
		r.First()
	case s.opt.Rest:
		r.Rest()
	}
	r.OnViolation(func() {
		if s.opt.OnViolation != nil {
			s.opt.OnViolation()
		}
	})
	switch {
	case s.opt.Residual:
		r.Residual()
	case s.opt.Glance:
		r.Glance()
	}
	return r
}

// search runs the strategy, and repeats it with more guards until the task is decided, time is up, or no guards can be
// added.
func (s *Session) search(ctx context.Context) *coop.Outcome {
	for {
		stop := func() {}
		if s.ends.may && !s.task.Options.Determ && !s.ends.all {
			stop = endSoon(ctx, s.task, s.runner, s.ends.places)
		}
		out := s.runner.Run(ctx)
		stop()
		if out.Verdict != verify.UnknownVerd || ctx.Err() != nil || !s.guardMore(ctx) {
			return s.withSteps(out)
		}
		s.ends.steps = append(s.ends.steps, out.Steps...)
	}
}

// withSteps adds the steps of the previous searches to an outcome, and returns it.
func (s *Session) withSteps(out *coop.Outcome) *coop.Outcome {
	out.Steps = append(slices.Clone(s.ends.steps), out.Steps...)
	return out
}

// endSoon limits a search that needs guards. When a run first meets undefined behaviour before the error, at a position
// without guard, the search ends after as much time as it has taken so far. When other runs meet undefined behaviour,
// it ends after a part of the time limit. The caller calls stop after the search. Not for --deterministic, which reads
// no clock.
func endSoon(ctx context.Context, t *Task, r *coop.Runner, guarded map[ir.Pos]bool) (stop func()) {
	f, from := t.Faults, clock.Now(ctx)
	places := maps.Clone(guarded)
	ctx, cancel := context.WithCancel(ctx)
	if end, limited := ctx.Deadline(); limited {
		clock.AfterFunc(ctx, time.Until(end)/againPart, func() {
			if len(fresh(f, places)) > 0 {
				r.End()
			}
		})
	}
	f.OnBefore(func(at ir.Pos) bool {
		if places[at] {
			return false
		}
		clock.AfterFunc(ctx, max(clock.Now(ctx)-from, againLeast), r.End)
		return true
	})
	return func() {
		f.OnBefore(nil)
		cancel()
	}
}

// guardMore replaces the session's task by one with guards at the invalid accesses that runs have met. It returns false
// if there are none, or the search may not be repeated.
func (s *Session) guardMore(ctx context.Context) bool {
	e := &s.ends
	if !e.may || e.all {
		return false
	}
	met := fresh(s.task.Faults, e.places)
	if len(met) == 0 || alwaysUndefined(ctx, s.task) {
		return false
	}
	select {
	case <-waited(s.runner):
	case <-ctx.Done():
		return false
	}
	e.all = e.rounds >= againPlaces
	e.rounds++
	for _, p := range met {
		e.places[p] = true
	}
	from := s.task.Readers
	if from == nil {
		from = s.task.Reference
	}
	ref := ir.Copy(from)
	if instrument.EndAtInvalid(ref, func(p ir.Pos) bool { return e.all || e.places[p] }) == 0 {
		return false
	}
	t := *s.task
	t.Reference, t.Readers = ref, nil
	dropReaders(&t)
	p, err := instrument.Derive(ref, passes(s.task))
	if err != nil {
		s.task.Log.Warn("no guards at invalid accesses", "error", err)
		return false
	}
	t.Program, t.Map, t.Parts, t.Faults = p, derive.Of(p), &verify.PartSet{}, &verify.Faults{}
	s.task.Log.Info("the search begins again: executions end at accesses that are not valid", "at", e.text(met))
	r := s.runnerOf(&t)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.task, s.runner, s.asked = &t, r, askedOf(&t)
	return true
}

// Limits of alwaysUndefined.
const (
	triedRuns = 32
	triedFuel = 1 << 20 // fuel of a run
)

// alwaysUndefined reports whether all of several runs, with zeros and with random inputs, make an invalid access. For
// such a program, a proof that no execution reaches an error after an invalid access would be useless.
func alwaysUndefined(ctx context.Context, t *Task) bool {
	p := t.Readers
	if p == nil {
		p = t.Reference
	}
	m, err := exec.NewInterp(p, exec.Config{Fuel: triedFuel})
	if err != nil {
		return false
	}
	defer m.Close()
	in := exec.Zeros()
	for seed := range uint64(triedRuns) {
		run, err := m.Run(ctx, in)
		if err != nil || run.Outcome.Kind != exec.Undefined {
			return false
		}
		in = exec.Random(p, seed, exec.Mixed)
	}
	return true
}

// fresh returns the positions without guard at which runs ended.
func fresh(f *verify.Faults, guarded map[ir.Pos]bool) []ir.Pos {
	return slices.DeleteFunc(f.Places(), func(p ir.Pos) bool { return guarded[p] })
}

// text returns the text for positions in a message.
func (e *ends) text(at []ir.Pos) string {
	if e.all {
		return "every place"
	}
	var out []string
	for _, p := range at {
		out = append(out, fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col))
	}
	return strings.Join(out, ", ")
}

// waited returns a channel that is closed when no engine of a runner is at work any more.
func waited(r *coop.Runner) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		r.Wait()
		close(done)
	}()
	return done
}
