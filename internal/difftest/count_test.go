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
	return fmt.Sprintf("%d runs: %d agree (%d of them cut; %d also with the compiled source), %d undefined or "+
		"address-dependent, %d out of resources, %d mismatches",
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
