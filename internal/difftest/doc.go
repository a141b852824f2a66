// Package difftest compares execution with gcc.
//
// # What is compared
//
// For each C program of a set of tasks, and each of several random inputs:
//
//   - the JIT and the interpreter on the prepared program: everything that a
//     run shows (outcome, inputs read, branches, fuel, flags);
//   - the C that cprint makes of the prepared program, compiled by gcc:
//     outcome, number and hash of the branches;
//   - where all inputs are results of calls, the source itself compiled by gcc,
//     with the called functions supplied: outcome.
//
// For each csmith program that gcc's build ends in time: the checksum, in the
// JIT and (for some) in the interpreter.
//
// # What is counted apart
//
// Runs whose behaviour C leaves open (an invalid access, an address used as a
// number), runs that use up a resource, and runs that were cut (fuel or number of
// inputs) on all sides alike: these agree as far as they go.
//
// Not compared: what programs print.
package difftest

import (
	"fmt"
	"time"
)

// Limits are the same on every side.
type Limits struct {
	Fuel    uint64        // back edges and calls of a run
	Inputs  int           // values a run may read
	Time    time.Duration // of one run
	Compile time.Duration // of one compilation
}

// DefaultLimits cut the endless runs early and leave the others alone.
func DefaultLimits() Limits {
	return Limits{Fuel: 5e6, Inputs: 5000, Time: 10 * time.Second, Compile: 120 * time.Second}
}

// Count is what became of the runs of one task.
type Count struct {
	Runs     int // inputs tried
	Agreed   int // all sides had the same outcome
	Cut      int // of these: ended by fuel or by the number of inputs
	Open     int // undefined behaviour, or an address used as a number
	Resource int // time, stack or memory used up
	Source   int // runs of the compiled source that agreed
	Mismatch int
}

// Add adds c to the sum.
func (s *Count) Add(c Count) {
	s.Runs += c.Runs
	s.Agreed += c.Agreed
	s.Cut += c.Cut
	s.Open += c.Open
	s.Resource += c.Resource
	s.Source += c.Source
	s.Mismatch += c.Mismatch
}

func (s Count) String() string {
	return fmt.Sprintf("%d runs: %d agree (%d of them cut; %d also with the compiled source), %d undefined or address-dependent, %d out of resources, %d mismatches",
		s.Runs, s.Agreed, s.Cut, s.Source, s.Open, s.Resource, s.Mismatch)
}

// Result is one task's or program's.
type Result struct {
	Name    string
	Count   Count
	Note    string   // why it could not be compared
	Info    string   // why the compiled source was not
	Details []string // mismatches: what was seen on each side, and the inputs
	Seconds float64
}
