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

// With --after-undefined=stop no execution goes on after an access to memory that is not valid. A guard before every
// access says so, and costs much where nothing depends on it: the first search has none. An invalid read then gives
// any value, so a proof covers more executions than it has to, and a run that reaches the error after an invalid access
// counts for nothing. Where that is all that was found, the search begins again in a program with guards at the places
// that runs have met; after a few times with guards everywhere. Not for a program all of
// whose runs end at an invalid access: nothing is said of it.

// Limits of searches with guards.
const (
	againPlaces = 3                      // searches with guards at single places
	againPart   = 3                      // a search has 1/againPart of the time limit where runs met invalid accesses
	againLeast  = 500 * time.Millisecond // a search has so long, at least, after a run that met one before the error
)

// ends is what a session knows of executions that end at invalid accesses.
type ends struct {
	may      bool              // executions end there
	places   map[ir.Pos]bool   // with guards
	all      bool              // every place has guards
	rounds   int               // searches with guards
	strategy coop.Strategy     // of every search
	steps    []coop.StepReport // of the searches before
}

// mayEnd reports whether executions of the session's task end at invalid accesses. Not where the session speaks of a
// part of a program, or is asked for one: the program with other guards has other parts.
func (s *Session) mayEnd(t *Task) bool {
	part := s.opt.Condition != "" || s.opt.Range != nil || s.opt.Residual
	return t.Options.After == verify.Stop && t.Reference != nil && !part
}

// runnerOf is a runner of a task with the options of the session.
func (s *Session) runnerOf(t *Task) *coop.Runner {
	r := coop.NewRunner(t, s.ends.strategy, Engines())
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

// search runs the strategy until the task is decided, or nothing is left to try.
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

// withSteps adds what engines did in the searches before.
func (s *Session) withSteps(out *coop.Outcome) *coop.Outcome {
	out.Steps = append(slices.Clone(s.ends.steps), out.Steps...)
	return out
}

// endSoon limits a search that needs guards. From the first run that meets undefined behaviour before the error, at a
// place without guard, it has as long again as it took so far; where other runs met some, it has a part of the limit.
// Not for --deterministic, where no clock is read.
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

// guardMore puts a program with more guards in the place of the session's; false if there is nothing to guard.
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
	s.task.Log.Info("the search begins again: executions end at accesses that are not valid", "at", e.said(met))
	r := s.runnerOf(&t)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.task, s.runner, s.asked = &t, r, askedOf(&t)
	return true
}

// Limits of alwaysUndefined.
const (
	triedRuns = 32
	triedFuel = 1 << 20 // of a run
)

// alwaysUndefined reports whether all of some runs, with zeros and with random inputs, make an invalid access. A proof
// that no execution reaches an error after that would be worth nothing to those who run the program.
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

// fresh are the places without guard where runs ended.
func fresh(f *verify.Faults, guarded map[ir.Pos]bool) []ir.Pos {
	return slices.DeleteFunc(f.Places(), func(p ir.Pos) bool { return guarded[p] })
}

// said names places.
func (e *ends) said(at []ir.Pos) string {
	if e.all {
		return "every place"
	}
	var out []string
	for _, p := range at {
		out = append(out, fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col))
	}
	return strings.Join(out, ", ")
}

// waited is closed when no engine of a runner is at work any more.
func waited(r *coop.Runner) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		r.Wait()
		close(done)
	}()
	return done
}
