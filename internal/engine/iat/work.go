package iat

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/obs"
)

// With --deterministic the budget of a turn is work, so decisions do not depend on a clock. The unit is the solver's
// step, as for other engines (package smt's Meter): three millions take about a second. One edge of an abstract test
// costs about perEdge steps, and a unit of fuel of native runs a small fraction of a step.
const (
	perEdge = obs.PerRelation
	perUnit = obs.FuelPer // fuel that costs one step
	perRun  = 16          // fuel that a run costs in addition to the fuel that it counts
	perRead = 1           // steps for each input that the host gives
)

// sampleWork bounds the work of one burst, as sampleTime bounds its time.
const sampleWork = 1 << 20

// wave is the number of parts among which the remaining work is divided at a time.
const wave = 4

// edges returns how many edges each of n abstract tests may evaluate, 0 for no limit.
func (e *engine) edges(n int) uint64 {
	if !e.meter.Counts() {
		return 0
	}
	return max(e.meter.Left()/perEdge/uint64(n), 1)
}

// evaluated counts the edges of abstract tests.
func (e *engine) evaluated(edges uint64) {
	e.meter.Spend(edges * perEdge)
	e.task.Log.Count(Name+".edges", int64(edges))
}

// ran counts runs that each took at most the given fuel.
func (e *engine) ran(runs, fuel uint64) {
	e.meter.Spend(uint64(min(float64(runs)*(float64(fuel)+perRun)/perUnit, math.MaxInt64)))
	e.task.Log.Count(Name+".runs", int64(runs))
}

// fuel returns the fuel of each of n runs, 0 for no limit. If the program has further inputs, a run that does not end
// must not use up all fuel.
func (e *engine) fuel(n uint64) uint64 {
	if !e.meter.Counts() {
		return 0
	}
	if len(e.symbols) > 0 {
		n *= 8
	}
	return max(min(e.meter.Left(), math.MaxInt64/perUnit)*perUnit/n, sampleFuel)
}

// spent reports whether there is no work left.
func (e *engine) spent() bool { return e.meter.Left() == 0 }

// outOfWork is the reason if a search ends because no work is left.
const outOfWork = "out of work"
