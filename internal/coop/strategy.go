package coop

import (
	"fmt"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/verify"
)

// Strategy says which engines work on a task, in which order and for how long:
// a value, to be printed, compared and tested with fake engines.
type Strategy struct {
	Name  string
	Doc   string
	Steps []Step
}

// Step is one turn. Its engines run at the same time if there are several, on
// one board, and the first that decides the task ends the step.
type Step struct {
	Engines []string
	Share   float64       // of the time that is left when the step begins; 0: all of it
	AtMost  time.Duration // 0: no other limit than Share
	Least   int           // only for programs with as many edges
	Most    int           // only for programs with at most as many edges; 0: no limit
	Work    uint64        // budget under --deterministic, in the engine's own units: execution and random count fuel, intervals transfers, the others the steps of the solver (for iat, 32 are an edge of an abstract test, and one is 128 of fuel)
}

// second is the work of the solver in about a second (smt.PerSecond): what engines that use one
// take as their unit.
const second = 3 << 20

// Default is the strategy without options: the cheap and the concrete first.
func Default() Strategy {
	return Strategy{
		Name: "default",
		Doc:  "run closed programs for a moment; short turns of all others, the cheap first; then longer turns",
		Steps: []Step{
			{Engines: []string{"execution"}, Share: 0.5, AtMost: 400 * time.Millisecond, Work: 1 << 28}, // gives up at once where there are inputs
			{Engines: []string{"random"}, AtMost: 8 * time.Millisecond, Work: 1 << 20},
			{Engines: []string{"intervals"}, Share: 0.03, Most: big - 1, Work: 1 << 16},
			{Engines: []string{"intervals"}, Share: 0.03, Least: big, Work: 1 << 20},
			{Engines: []string{"random"}, Share: 0.15, Least: big, AtMost: 5 * time.Second, Work: 1 << 23},
			{Engines: []string{"intervals"}, Share: 0.65, Least: big, Work: 1 << 24},
			{Engines: []string{"iat"}, Share: 0.06, Most: big - 1, Work: 2 * second},
			{Engines: []string{"execution"}, Share: 0.5, Work: 1 << 30},
			{Engines: []string{"horn"}, Share: 0.05, Work: 3 * second},
			{Engines: []string{"random"}, Share: 0.05, Most: big - 1, AtMost: 5 * time.Second, Work: 1 << 25},
			{Engines: []string{"unwind"}, Share: 0.4, Most: big - 1, Work: 4 * second}, // gives up at once where no bound is seen
			{Engines: []string{"guess"}, Share: 0.35, Most: big - 1, Work: 8 * second},
			{Engines: []string{"iat"}, Share: 0.3, Most: small, Work: 6 * second},
			{Engines: []string{"bmc"}, Share: 0.15, Work: 4 * second},
			{Engines: []string{"kind"}, Share: 0.15, Work: 4 * second},
			{Engines: []string{"concolic"}, Share: 0.25, Work: 5 * second},
			{Engines: []string{"intervals"}, Share: 0.4, Most: big - 1, Work: 1 << 22},
			{Engines: []string{"horn"}, Share: 0.3, Work: 4 * second},
			{Engines: []string{"guess"}, Share: 0.6, Work: 4 * second},
			{Engines: []string{"random"}, Share: 0.9, Most: big - 1, Work: 1 << 28},
			{Engines: []string{"random"}, Share: 0.9, Least: big, Work: 1 << 25}, // a run costs more than its fuel
		},
	}
}

// Sizes in edges: up to small, relations between all variables are affordable; from big on, the cheaper
// engines get most of the time.
const (
	small = 200
	big   = 2000
)

// Single runs one engine on all of the task.
func Single(engine string) Strategy {
	return Strategy{Name: engine, Doc: "only " + engine, Steps: []Step{{Engines: []string{engine}, Share: 0.7, Work: 1 << 28}}}
}

// Validate checks that all engines of the strategy exist and the shares make sense.
func (s Strategy) Validate(engines []verify.Engine) error {
	names := make([]string, len(engines))
	for i, e := range engines {
		names[i] = e.Name
	}
	for i, st := range s.Steps {
		if len(st.Engines) == 0 {
			return fmt.Errorf("strategy %s: step %d has no engine", s.Name, i+1)
		}
		for _, n := range st.Engines {
			if find(engines, n) == nil {
				return fmt.Errorf("no engine %q (there are: %s)", n, strings.Join(names, ", "))
			}
		}
		if st.Share < 0 || st.Share > 1 {
			return fmt.Errorf("strategy %s: step %d: share %v", s.Name, i+1, st.Share)
		}
	}
	return nil
}

func find(engines []verify.Engine, name string) *verify.Engine {
	for i := range engines {
		if engines[i].Name == name {
			return &engines[i]
		}
	}
	return nil
}

// suits says whether the step is meant for programs of that many edges.
func (st Step) suits(edges int) bool { return edges >= st.Least && (st.Most == 0 || edges <= st.Most) }

// budget is the time of a step, given what is left.
func (st Step) budget(left time.Duration) time.Duration {
	d := left
	if st.Share > 0 {
		d = time.Duration(float64(left) * st.Share)
	}
	if st.AtMost > 0 && d > st.AtMost {
		d = st.AtMost
	}
	return d
}
