package iat

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/obs"
)

// The budget of a run under --deterministic is work: what is decided does not depend on a clock.
// Its unit is the solver's step, as for other engines (package smt's Meter), of which there are three
// millions in a second: one edge of an abstract test takes about perEdge of them, and the fuel of native
// runs a small part of one.
const (
	perEdge = obs.PerRelation
	perUnit = obs.FuelPer
	perRun  = 16 // fuel that a run costs besides what it counts
	perRead = 1  // for each input that the host gives
)

// sampleWork bounds the runs of one burst as sampleTime does.
const sampleWork = 1 << 20

// wave is how many parts are tested with what is left divided among them.
const wave = 4

// edges returns how many edges one of n abstract tests may evaluate; 0: no limit.
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

// ran counts runs that took so much fuel at most.
func (e *engine) ran(runs, fuel uint64) {
	e.meter.Spend(uint64(min(float64(runs)*(float64(fuel)+perRun)/perUnit, math.MaxInt64)))
	e.task.Log.Count(Name+".runs", int64(runs))
}

// fuel returns the fuel of each of n runs; 0: no limit. One that goes on for ever must not take all, unless it is the
// only one.
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

// outOfWork is why a search ends then.
const outOfWork = "out of work"
