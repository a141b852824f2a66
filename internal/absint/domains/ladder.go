package domains

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/absint"
)

// Partitionings: how many states an analysis keeps for a location, and by which values it partitions them.
var (
	United = absint.Config{}                                  // one state for each location
	Tests  = absint.Config{Parts: 60, Control: absint.Tests}  // by the outcomes of tests
	Flags  = absint.Config{Parts: 200, Control: absint.Flags} // by the values of flags
	// FlagCells partitions by flags in registers and in memory.
	FlagCells = absint.Config{Parts: 200, Control: absint.FlagCells}
	Values    = absint.Config{Parts: 1000, Control: absint.All, Delay: 10} // by the values of all registers
	// Rounds partitions by the rounds of loops and by flags.
	Rounds = absint.Config{Parts: 3000, Control: absint.Rounds, Delay: 6, Descend: 1, Work: 2_000_000}
)

// Rung is one analysis of a ladder.
type Rung struct {
	Domain    absint.Domain
	Partition absint.Config
}

// Name returns the name of the domain, with a suffix if states are partitioned.
func (r Rung) Name() string {
	if r.Apart() {
		return r.Domain.Name + " in parts"
	}
	return r.Domain.Name
}

// Apart reports whether the analysis partitions the states of a location.
func (r Rung) Apart() bool { return r.Partition.Parts > 1 }

// Ladder returns analyses, from cheap to expensive. Domains that need no SMT solver have the partitionings simple, the
// other domains have the partitionings relational. The cost of an analysis is the cost of its domain times the number
// of states of a location.
func Ladder(simple, relational []absint.Config) []Rung {
	var out []Rung
	cost := map[string]int{}
	for _, d := range List() {
		partitions := simple
		if d.Solver {
			partitions = relational
		}
		if d.Cost == 0 {
			continue
		}
		cost[d.Name] = d.Cost
		for _, p := range partitions {
			out = append(out, Rung{d.Domain, p})
		}
	}
	price := func(r Rung) int { return cost[r.Domain.Name] * max(r.Partition.Parts, 1) }
	slices.SortStableFunc(out, func(a, b Rung) int { return price(a) - price(b) })
	return out
}
