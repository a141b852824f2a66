package verify

import (
	"cmp"
	"slices"
	"sync"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Faults collects the positions at which runs ended in undefined behaviour that is not an obligation of the task.
// Engines record them, and package testgen on their behalf. The owner of the task may then repeat the search in a
// program whose executions end there. A nil *Faults records nothing. The methods are safe for concurrent use.
type Faults struct {
	mu     sync.Mutex
	at     map[ir.Pos]bool   // protected by mu
	last   string            // why of the last MeetBefore; protected by mu
	before func(ir.Pos) bool // set by OnBefore; protected by mu
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

// MeetBefore records that a run which should have shown a violation ended at pos in undefined behaviour, before it
// reached the error; why is the reason for users.
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

// OnBefore sets a function that MeetBefore calls with its position, until the function returns true. nil removes it.
func (f *Faults) OnBefore(react func(ir.Pos) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.before = react
}

// Reason returns the reason that the last call of MeetBefore gave; "" if there was no call.
func (f *Faults) Reason() string {
	if f == nil {
		return ""
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last
}

// Places returns the positions at which runs ended, sorted.
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
