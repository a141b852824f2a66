package verify

import (
	"cmp"
	"slices"
	"sync"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Faults collects the places at which runs ended in undefined behaviour that is no obligation of the task. Engines, and
// package testgen for them, record the places; the owner of the task may look for an answer again, in a program that
// ends there. A nil *Faults records nothing.
type Faults struct {
	mu     sync.Mutex
	at     map[ir.Pos]bool   // protected by mu
	last   string            // the reason of the last run that should have shown a violation; protected by mu
	before func(ir.Pos) bool // protected by mu
}

// Meet records that a run ended at pos in undefined behaviour.
func (f *Faults) Meet(pos ir.Pos) {
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.at == nil {
		f.at = map[ir.Pos]bool{}
	}
	f.at[pos] = true
}

// MeetBefore records the same of a run that should have shown a violation; why is the reason for users.
func (f *Faults) MeetBefore(pos ir.Pos, why string) {
	if f == nil {
		return
	}
	f.Meet(pos)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = why
	if f.before != nil && f.before(pos) {
		f.before = nil
	}
}

// OnBefore makes react be called with the place whenever a run that should have shown a violation ends in undefined
// behaviour before it, until react returns true. A nil react ends that.
func (f *Faults) OnBefore(react func(ir.Pos) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.before = react
}

// Reason returns the reason why the last run that should have shown a violation shows none; "" if there was no such
// run.
func (f *Faults) Reason() string {
	if f == nil {
		return ""
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last
}

// Places lists the places where runs ended, in the order of the text.
func (f *Faults) Places() (out []ir.Pos) {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for p := range f.at {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b ir.Pos) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	return out
}
