package difftest

import (
	"fmt"
	"time"
)

// Limits are the limits of a run; they are the same on all sides.
type Limits struct {
	Fuel    uint64        // maximal number of back edges and calls
	Inputs  int           // maximal number of values that a run reads
	Time    time.Duration // limit of one run
	Compile time.Duration // limit of one compilation
}

// DefaultLimits returns limits that end endless runs early and no others.
func DefaultLimits() Limits {
	return Limits{Fuel: 5e6, Inputs: 5000, Time: 10 * time.Second, Compile: 120 * time.Second}
}

// Count has the numbers of runs by their results.
type Count struct {
	Runs     int // runs that were made
	Agreed   int // runs with the same outcome on all sides
	Cut      int // runs among Agreed that ended at the limit of fuel or of inputs
	Open     int // runs with undefined behaviour, or an address used as a number
	Resource int // runs that used up time, stack or memory
	Source   int // runs with the same outcome in the compiled source
	Mismatch int // runs with different outcomes
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
	return fmt.Sprintf("%d runs: %d agree (%d of them cut; %d also with the compiled source), %d undefined or "+
		"address-dependent, %d out of resources, %d mismatches",
		s.Runs, s.Agreed, s.Cut, s.Source, s.Open, s.Resource, s.Mismatch)
}

// Result is the result for a task or a program.
type Result struct {
	Name    string
	Count   Count
	Note    string   // why it could not be compared
	Info    string   // why the compiled source was not compared
	Details []string // for each mismatch: the outcomes on the sides, and the inputs
	Seconds float64
}
