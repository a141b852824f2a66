package obs

// Work is the measure of budgets under --deterministic, where no clock is read. One unit is one step that the solver
// counts, for all engines. This table, measured on the development benchmarks, converts other work into units.
const (
	PerSecond   = 3 << 20 // units in about a second
	PerQuery    = 2000    // the cost of a query in addition to the solver's steps
	PerTerm     = 12      // making a term
	RunFuel     = 16      // the cost in fuel of a run of an enumeration, in addition to the fuel that it counts
	FuelPer     = 128     // fuel of native code in one unit
	PerState    = 4       // an edge evaluated with intervals
	PerRelation = 32      // an edge evaluated with a domain of relations
)
