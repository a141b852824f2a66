package obs

// Work is what budgets are of under --deterministic: no clock is read. One unit is one step that the solver
// counts, for all engines; what else they do is counted in it by this table, measured on the development benchmarks.
const (
	PerSecond   = 3 << 20 // units in about a second
	PerQuery    = 2000    // what a query costs besides the solver's steps
	PerTerm     = 12      // making a term
	RunFuel     = 16      // fuel that a run of an enumeration costs besides what it counts
	FuelPer     = 128     // fuel of native code in one unit
	PerState    = 4       // an edge evaluated with intervals
	PerRelation = 32      // an edge evaluated with a domain of relations
)
